import { httpMessages } from "@/lib/messages/http";
import { secondPurchase } from "@/lib/messages/billing";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../audit";
import { cancelAtProvider } from "../billing/cancel";
import type { Context } from "../context";
import type { OnboardingCaller } from "./consent-steps";
import { isOnboardingOpen } from "./onboarding-rules";

/**
 * Cancels a purchase that its buyer didn't mean to make, because they already have a subscription.
 * Repeating it changes nothing.
 *
 * @throws AppError 404 for a browser without such a purchase, 409 once its sign-up is finished or it was
 *   charged, 503 when Paddle can't be reached and nothing changed
 */
export async function cancelSecondPurchase(ctx: Context, { uid }: OnboardingCaller): Promise<void> {
  const record = await ctx.db.onboardingRecord.findUnique({ where: { uid: uid ?? "" } });
  if (!record?.paddleSubscriptionId || !isOnboardingOpen(record, ctx.clock.now())) {
    throw new AppError(404, httpMessages.notFound);
  }
  const { paddleSubscriptionId, completedAt } = record;
  const bought = await ctx.db.subscription.findUnique({ where: { paddleSubscriptionId } });
  if (!bought) throw new AppError(404, httpMessages.notFound);
  if (bought.status === "canceled") return;
  if (bought.status !== "trialing" || completedAt !== null) {
    throw new AppError(409, secondPurchase.tooLate);
  }
  await cancelAtProvider(ctx, bought, "immediately", "stopped");
  await recordAudit(ctx, ctx.db, {
    actor: "visitor",
    action: "subscription.cancel",
    subject: `subscription:${paddleSubscriptionId}`,
    detail: { why: "A second purchase" },
  });
}
