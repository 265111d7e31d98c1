import type { CancelReason } from "@/lib/contracts/admin/money";
import type { CancellationPreference } from "@/lib/contracts/billing";
import { billingMessages } from "@/lib/messages/billing";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { planNoticeTo } from "../outbox/notices";
import { PaymentsUnavailable, type SubscriptionSnapshot } from "../ports/payments";
import { keepChoices, recordStop } from "../contact/choices";
import { recordCancelRequest } from "./money-events";
import { isEntitled } from "./entitlement";
import { lockCustomer, saveAnswer } from "./paddle-sync";
import { findCurrentSubscription, listSubscriptions, type CurrentSubscription } from "./status";

/**
 * Cancels a subscriber's subscription. `stop_immediately`: no more briefings from now on, even if
 * paid for, and Paddle cancels right away. `continue_until_expiry`: Paddle cancels at the end of
 * the billing period, and the briefing continues until then. Repeating the call changes nothing.
 *
 * @param by who cancels it (default: the subscriber), and why
 * @returns the subscription after the change
 * @throws AppError 404 without a subscription, 503 when Paddle can't be reached and nothing changed
 */
export async function cancelSubscription(
  ctx: Context,
  subscriberId: number,
  preference: CancellationPreference,
  by: { actor: Actor; why?: string } = { actor: `subscriber:${subscriberId}` },
): Promise<CurrentSubscription> {
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  if (!subscription) throw new AppError(404, billingMessages.noSubscription);
  const isStopped =
    preference === "stop_immediately" && isEntitledToMore(subscription, ctx.clock.now());
  const isImportCanceled =
    subscription.paddleSubscriptionId === null && subscription.status !== "canceled";
  const isOwn = by.actor === `subscriber:${subscriberId}`;
  if (preference === "stop_immediately") {
    await stopEverything(ctx, subscriberId, subscription, isOwn ? "stopped" : "by_us");
  } else {
    await cancelAtPeriodEnd(ctx, subscription, isOwn ? "at_period_end" : "by_us");
  }
  const canceled = (await findCurrentSubscription(ctx.db, subscriberId)) ?? subscription;
  await ctx.db.$transaction(async (tx) => {
    await recordAudit(ctx, tx, {
      actor: by.actor,
      action: "subscription.cancel",
      subject: `subscription:${subscription.paddleSubscriptionId ?? subscription.id}`,
      detail: {
        preference,
        before: describeEnd(subscription),
        after: describeEnd(canceled),
        ...(by.why && { why: by.why }),
      },
    });
    if (isStopped || isImportCanceled) {
      // Other cancellations are announced where Paddle's new state is stored.
      await planNoticeTo(ctx, tx, subscriberId, {
        key: `canceled:${subscription.id}:${preference}`,
        kind: "canceled",
        detail: { subscriptionId: subscription.id },
      });
    }
  });
  return canceled;
}

/** When a subscription ends, for the audit log. */
function describeEnd({ status, cancelAt, stoppedAt }: CurrentSubscription) {
  return {
    status,
    cancelAt: cancelAt?.toISOString() ?? null,
    stoppedAt: stoppedAt?.toISOString() ?? null,
  };
}

/** Stopping a subscription that has ended needs no email. */
function isEntitledToMore(subscription: CurrentSubscription, now: Date): boolean {
  return subscription.status === "paused" || isEntitled(subscription, now);
}

/** An earlier, canceled subscription may still be paid for, so it has to stop too. */
async function stopEverything(
  ctx: Context,
  subscriberId: number,
  current: CurrentSubscription,
  reason: CancelReason,
): Promise<void> {
  const now = ctx.clock.now();
  for (const each of await listSubscriptions(ctx.db, subscriberId)) {
    if (each.id === current.id || isEntitled(each, now)) await stopNow(ctx, each, reason);
  }
}

export type EndingSubscription = Pick<
  CurrentSubscription,
  "id" | "paddleSubscriptionId" | "status" | "stoppedAt"
>;

/**
 * Ends one subscription: no more briefings from now on, and Paddle cancels right away.
 *
 * @param reason the reason shown in the figures
 * @throws AppError 503 when Paddle can't be reached and nothing changed
 */
export async function stopNow(
  ctx: Context,
  subscription: EndingSubscription,
  reason: CancelReason,
): Promise<void> {
  const { id, stoppedAt } = subscription;
  // Set before the call, so that a delivery window that opens during it sends nothing.
  await setStoppedAt(ctx, id, stoppedAt ?? ctx.clock.now());
  if (subscription.status !== "canceled") {
    try {
      await cancelAtProvider(ctx, subscription, "immediately", reason);
    } catch (error) {
      await setStoppedAt(ctx, id, stoppedAt);
      throw error;
    }
  }
  if (stoppedAt) return;
  await keepChoices(ctx, await ctx.db.$transaction((tx) => recordStop(ctx, tx, id)));
}

/** Has Paddle cancel at the end of the billing period, unless that's already scheduled. */
export async function cancelAtPeriodEnd(
  ctx: Context,
  subscription: CurrentSubscription,
  reason: CancelReason,
): Promise<void> {
  if (subscription.status === "canceled" || subscription.cancelAt) return;
  // Paddle can schedule a cancellation only for a current billing period; a paused one has none.
  const isPaused = subscription.status === "paused";
  if (subscription.paddleSubscriptionId === null && !isPaused) {
    return cancelImported(ctx, subscription.id, periodEndOf(subscription, ctx.clock.now()));
  }
  const effectiveFrom = isPaused ? "immediately" : "next_billing_period";
  await cancelAtProvider(ctx, subscription, effectiveFrom, reason);
}

async function setStoppedAt(ctx: Context, id: number, stoppedAt: Date | null): Promise<void> {
  await ctx.db.subscription.update({
    where: { id },
    data: { stoppedAt, updatedAt: ctx.clock.now() },
    select: { id: true },
  });
}

/**
 * Cancels at Paddle, and stores the answer and the reason for the figures. Nothing else is stored.
 *
 * @throws AppError 503 when Paddle can't be reached and nothing changed
 */
export async function cancelAtProvider(
  ctx: Context,
  subscription: EndingSubscription,
  effectiveFrom: "immediately" | "next_billing_period",
  reason: CancelReason,
): Promise<void> {
  const { paddleSubscriptionId } = subscription;
  if (paddleSubscriptionId === null) return cancelImported(ctx, subscription.id, null);
  const requestedAt = ctx.clock.now();
  const snapshot = await cancelOrLookUp(ctx, paddleSubscriptionId, effectiveFrom);
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, snapshot.customerId);
    await recordCancelRequest(tx, paddleSubscriptionId, reason, requestedAt);
    await saveAnswer(ctx, tx, snapshot);
  });
}

/** Cancels at Paddle. When the call's outcome is unknown, looks the subscription up. */
async function cancelOrLookUp(
  ctx: Context,
  subscriptionId: string,
  effectiveFrom: "immediately" | "next_billing_period",
): Promise<SubscriptionSnapshot> {
  try {
    return await ctx.payments.cancelSubscription(subscriptionId, effectiveFrom);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ctx.log.warn({ err: error, subscriptionId }, "cancellation outcome unknown");
    const found = await ctx.payments.findSubscription(subscriptionId).catch(() => null);
    const isCanceled =
      found?.status === "canceled" ||
      (effectiveFrom === "next_billing_period" && found?.cancelAt !== null);
    if (found && isCanceled) return found;
    throw new AppError(503, billingMessages.cancelUnavailable, { cause: error });
  }
}

/** The paid period of an imported subscription without a known date: the shortest plan's. */
const unknownPeriodMs = 31 * 24 * 3_600_000;

/** The end of the paid period of an imported subscription. */
function periodEndOf({ firstChargeAt, nextChargeAt }: CurrentSubscription, now: Date): Date {
  const chargeAt = nextChargeAt ?? firstChargeAt;
  return chargeAt && chargeAt > now ? chargeAt : new Date(now.getTime() + unknownPeriodMs);
}

/** Cancels an imported subscription, which Paddle doesn't know. */
async function cancelImported(ctx: Context, id: number, accessEndsAt: Date | null): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.subscription.update({
    where: { id },
    data: { status: "canceled", canceledAt: now, accessEndsAt, updatedAt: now },
    select: { id: true },
  });
}
