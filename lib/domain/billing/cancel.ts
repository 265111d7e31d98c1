import type { CancellationPreference } from "@/lib/contracts/billing";
import { billingMessages } from "@/lib/messages/billing";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { PaymentsUnavailable, type SubscriptionSnapshot } from "../ports/payments";
import { isEntitled } from "./entitlement";
import { lockCustomer, writeSubscription } from "./paddle-sync";
import { findCurrentSubscription, findSubscriptions, type CurrentSubscription } from "./status";

/**
 * Cancels what a subscriber has. `stop_immediately`: no further briefing from this moment, by
 * whatever was paid for, and the payment company cancels at once. `continue_until_expiry`: it cancels at the end of the period,
 * and the briefing goes on until then. Saying it again changes nothing.
 *
 * @returns the subscription as it stands then
 * @throws AppError 404 without a subscription, 503 when the payment company cannot be reached;
 *   then nothing has changed
 */
export async function cancelSubscription(
  ctx: Context,
  subscriberId: number,
  preference: CancellationPreference,
): Promise<CurrentSubscription> {
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  if (!subscription) throw new AppError(404, billingMessages.noSubscription);
  if (preference === "stop_immediately") await stopEverything(ctx, subscriberId, subscription);
  else await bookEnd(ctx, subscription);
  await recordAudit(ctx, ctx.db, {
    actor: `subscriber:${subscriberId}`,
    action: "subscription.cancel",
    subject: `subscription:${subscription.paddleSubscriptionId ?? subscription.id}`,
    detail: { preference },
  });
  return (await findCurrentSubscription(ctx.db, subscriberId)) ?? subscription;
}

/** One cancelled before may be paid for still; whoever wants nothing more gets nothing by it either. */
async function stopEverything(
  ctx: Context,
  subscriberId: number,
  current: CurrentSubscription,
): Promise<void> {
  const now = ctx.clock.now();
  for (const each of await findSubscriptions(ctx.db, subscriberId)) {
    if (each.id === current.id || isEntitled(each, now)) await stopNow(ctx, each);
  }
}

/** What is needed of a subscription to end it. */
export type EndingSubscription = Pick<
  CurrentSubscription,
  "id" | "paddleSubscriptionId" | "status" | "stoppedAt"
>;

/**
 * Ends one subscription: no further briefing from this moment, and the payment company cancels at
 * once.
 *
 * @throws AppError 503 when the payment company cannot be reached; then nothing has changed
 */
export async function stopNow(ctx: Context, subscription: EndingSubscription): Promise<void> {
  const { id, stoppedAt } = subscription;
  // Before the call: a morning that begins meanwhile must not send any more.
  await setStoppedAt(ctx, id, stoppedAt ?? ctx.clock.now());
  if (subscription.status === "canceled") return;
  try {
    await cancelAtProvider(ctx, subscription, "immediately");
  } catch (error) {
    await setStoppedAt(ctx, id, stoppedAt);
    throw error;
  }
}

async function bookEnd(ctx: Context, subscription: CurrentSubscription): Promise<void> {
  if (subscription.status === "canceled" || subscription.cancelAt) return;
  // Paddle books an end for a period under way only; a paused one has none.
  const isPaused = subscription.status === "paused";
  if (subscription.paddleSubscriptionId === null && !isPaused) {
    return endImported(ctx, subscription.id, endOfPeriod(subscription, ctx.clock.now()));
  }
  await cancelAtProvider(ctx, subscription, isPaused ? "immediately" : "next_billing_period");
}

async function setStoppedAt(ctx: Context, id: number, stoppedAt: Date | null): Promise<void> {
  await ctx.db.subscription.update({
    where: { id },
    data: { stoppedAt, updatedAt: ctx.clock.now() },
    select: { id: true },
  });
}

async function cancelAtProvider(
  ctx: Context,
  subscription: EndingSubscription,
  effectiveFrom: "immediately" | "next_billing_period",
): Promise<void> {
  const { paddleSubscriptionId } = subscription;
  if (paddleSubscriptionId === null) return endImported(ctx, subscription.id, null);
  const askedAt = ctx.clock.now();
  const snapshot = await cancelOrLook(ctx, paddleSubscriptionId, effectiveFrom);
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, snapshot.customerId);
    const known = await tx.subscription.findUnique({
      where: { paddleSubscriptionId },
      select: { paddleOccurredAt: true },
    });
    // Its webhook may have come before the answer, and newer ones after it.
    if (known?.paddleOccurredAt && known.paddleOccurredAt > snapshot.updatedAt) return;
    await writeSubscription(ctx, tx, snapshot, { occurredAt: askedAt, eventId: "" });
  });
}

/** A call of which nobody knows the outcome is finalized by asking how the subscription stands. */
async function cancelOrLook(
  ctx: Context,
  subscriptionId: string,
  effectiveFrom: "immediately" | "next_billing_period",
): Promise<SubscriptionSnapshot> {
  try {
    return await ctx.payments.cancelSubscription(subscriptionId, effectiveFrom);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ctx.log.warn({ err: error, subscriptionId }, "a cancellation was not answered");
    const found = await ctx.payments.findSubscription(subscriptionId).catch(() => null);
    const isDone =
      found?.status === "canceled" ||
      (effectiveFrom === "next_billing_period" && found?.cancelAt !== null);
    if (found && isDone) return found;
    throw new AppError(503, billingMessages.cancelUnavailable, { cause: error });
  }
}

/** What is paid for of an imported subscription when nobody told: the shortest period there is. */
const unknownPeriodMs = 31 * 24 * 3_600_000;

/** Until when an imported subscription is paid for. */
function endOfPeriod({ firstChargeAt, nextChargeAt }: CurrentSubscription, now: Date): Date {
  const told = nextChargeAt ?? firstChargeAt;
  return told && told > now ? told : new Date(now.getTime() + unknownPeriodMs);
}

/** Ends one that was imported, of which no payment company knows. */
async function endImported(ctx: Context, id: number, accessEndsAt: Date | null): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.subscription.update({
    where: { id },
    data: { status: "canceled", canceledAt: now, accessEndsAt, updatedAt: now },
    select: { id: true },
  });
}
