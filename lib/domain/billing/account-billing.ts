import { billingSentences, type BillingView } from "@/lib/contracts/billing";
import { toLocalDate } from "@/lib/contracts/dates";
import { formatPrice, planNames, plans, type Plan } from "@/lib/contracts/plans";
import { sentences } from "@/lib/contracts/sentences";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";
import { PaymentsUnavailable } from "../ports/payments";
import { findCurrentSubscription, statusLabel, type CurrentSubscription } from "./status";

/**
 * A subscriber's own plan, price and next charge.
 *
 * @throws AppError 401 when the account is no longer there
 */
export async function getBilling(
  ctx: Pick<Context, "db">,
  subscriberId: number,
): Promise<BillingView> {
  const subscriber = await ctx.db.subscriber.findUnique({
    where: { id: subscriberId },
    select: { timezone: true },
  });
  if (!subscriber) throw new AppError(401, sentences.http.loginRequired);
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  const name = planNames.find((each) => each === subscription?.plan);
  const plan = name ? plans[name] : null;
  return {
    plan: plan && {
      name: plan.name === "annual" ? "Annual" : "Monthly",
      price: `${formatPrice(plan.priceCents)}/${plan.interval}`,
    },
    nextCharge: subscription && nextChargeOf(subscription, plan, subscriber.timezone),
    note: noteOf(subscription),
    hasPortal: typeof subscription?.paddleCustomerId === "string",
  };
}

function nextChargeOf(
  subscription: CurrentSubscription,
  plan: Plan | null,
  timezone: string,
): BillingView["nextCharge"] {
  const label = statusLabel(subscription);
  const isFirst = label === "Free Trial";
  const at = isFirst
    ? (subscription.firstChargeAt ?? subscription.nextChargeAt)
    : subscription.nextChargeAt;
  if (at === null || label === "Cancelled" || label === "Paused") return null;
  const amount = plan && formatPrice(plan.priceCents);
  return { localDate: toLocalDate(at, timezone), amount, isFirst };
}

function noteOf(subscription: CurrentSubscription | null): string | null {
  const { notes } = billingSentences;
  if (!subscription) return notes.none;
  const label = statusLabel(subscription);
  if (label === "Cancelled") return notes.cancelled;
  if (subscription.paddleCustomerId === null) return notes.imported;
  if (label === "Past Due") return notes.pastDue;
  return label === "Paused" ? notes.paused : null;
}

/**
 * The address at which the payment company shows a subscriber their card and invoices.
 *
 * @throws AppError 404 when it knows nothing of them, 503 when it cannot be reached
 */
export async function openBillingPortal(ctx: Context, subscriberId: number): Promise<string> {
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  const { paddleCustomerId = null, paddleSubscriptionId = null } = subscription ?? {};
  if (paddleCustomerId === null) throw new AppError(404, billingSentences.noPortal);
  const ids = paddleSubscriptionId === null ? [] : [paddleSubscriptionId];
  try {
    return await ctx.payments.openPortal(paddleCustomerId, ids);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    throw new AppError(503, billingSentences.portalUnavailable, { cause: error });
  }
}
