import type { StartOffer } from "@/lib/contracts/billing";
import { billingMessages } from "@/lib/messages/billing";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import { findStartOffer, startNow } from "../billing/start-now";
import { findCurrentSubscription, type CurrentSubscription } from "../billing/status";
import type { Context } from "../context";
import type { OnboardingCaller } from "./consent-steps";
import { isOnboardingOpen } from "./onboarding-rules";

/** What the caller pays to start a subscription whose trial is refused, or null. */
export async function findOwnStartOffer(
  ctx: Context,
  caller: OnboardingCaller,
): Promise<StartOffer | null> {
  const bought = await findBought(ctx, caller);
  if (bought) return findStartOffer(bought);
  if (caller.subscriberId === null) return null;
  const current = await findCurrentSubscription(ctx.db, caller.subscriberId);
  return current && findStartOffer(current);
}

/**
 * Starts the caller's subscription without a trial, and charges for it now. Does nothing if it has already
 * started.
 *
 * @param subscriptionId Paddle's
 * @throws AppError 404 when it isn't the caller's, 409 when its trial isn't refused; otherwise like `startNow`
 */
export async function startOwnSubscription(
  ctx: Context,
  { subscriptionId, caller }: { subscriptionId: string; caller: OnboardingCaller },
): Promise<void> {
  const subscription = await ctx.db.subscription.findUnique({
    where: { paddleSubscriptionId: subscriptionId },
  });
  const bought = await findBought(ctx, caller);
  const { subscriberId } = subscription ?? {};
  const isOwn = subscriberId !== null && subscriberId === caller.subscriberId;
  if (!subscription || !(isOwn || bought?.id === subscription.id)) {
    throw new AppError(404, httpMessages.notFound);
  }
  if (subscription.status === "active" && subscription.endReason === null) return;
  if (!findStartOffer(subscription)) {
    throw new AppError(409, billingMessages.notOffered);
  }
  await startNow(
    ctx,
    { id: subscription.id, paddleSubscriptionId: subscriptionId },
    subscription.subscriberId === null ? "visitor" : `subscriber:${subscription.subscriberId}`,
  );
}

/** The subscription that was bought in this browser. */
async function findBought(
  ctx: Context,
  { uid }: OnboardingCaller,
): Promise<CurrentSubscription | null> {
  if (uid === null) return null;
  const record = await ctx.db.onboardingRecord.findUnique({ where: { uid } });
  if (!record?.paddleSubscriptionId || !isOnboardingOpen(record, ctx.clock.now())) return null;
  const { paddleSubscriptionId } = record;
  return ctx.db.subscription.findUnique({ where: { paddleSubscriptionId } });
}
