import { personMessages } from "@/lib/messages/admin/person";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Database, Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { dueAtOnce, raiseAlert } from "../outbox/operator-alerts";
import { cancelAtPeriodEnd, cancelAtProvider } from "./cancel";
import type { CurrentSubscription } from "./status";

/** Why we end a subscription that its subscriber didn't cancel. */
export type EndReason = "chargeback" | "repeat_trial";

/**
 * Ends a subscription: from this transaction on, it's no longer served, and the worker keeps asking Paddle to
 * cancel it until that's done. After a chargeback, Paddle cancels immediately; a repeat trial is canceled at
 * its end, so that it's never charged but can still be activated. A chargeback replaces the other reason.
 *
 * @param subscriptionId our own ID
 * @returns whether this changed anything: false if it has already ended or was already requested
 */
export async function requestCancellation(
  ctx: Context,
  tx: Transaction,
  subscriptionId: number,
  reason: EndReason,
): Promise<boolean> {
  const now = ctx.clock.now();
  const [requested] = await tx.$queryRaw<{ name: string }[]>`
    UPDATE subscriptions SET end_reason = ${reason}, end_requested_at = ${now}, end_attempts = 0,
      end_next_attempt_at = ${dueAtOnce}, updated_at = ${now}
    WHERE id = ${subscriptionId} AND status <> 'canceled'
      AND coalesce(end_reason, '') NOT IN ('chargeback', ${reason})
    RETURNING coalesce(paddle_subscription_id, id::text) AS name`;
  if (!requested) return false;
  await recordAudit(ctx, tx, {
    actor: "system",
    action: "subscription.cancel",
    subject: `subscription:${requested.name}`,
    detail: { why: personMessages.endReasons[reason] },
  });
  return true;
}

/**
 * Withdraws a request, so that the subscription is served again if it's still running. What Paddle was
 * already asked to do stays.
 *
 * @returns whether there was one
 */
export async function withdrawCancellation(
  ctx: Context,
  tx: Transaction,
  subscriptionId: number,
  reason: EndReason,
): Promise<boolean> {
  const [withdrawn] = await tx.$queryRaw<{ name: string; isRunning: boolean }[]>`
    UPDATE subscriptions SET end_reason = NULL, end_requested_at = NULL, end_attempts = 0,
      end_next_attempt_at = NULL, updated_at = ${ctx.clock.now()}
    WHERE id = ${subscriptionId} AND end_reason = ${reason}
    RETURNING coalesce(paddle_subscription_id, id::text) AS name,
      status <> 'canceled' AS "isRunning"`;
  if (!withdrawn?.isRunning) return withdrawn !== undefined;
  await recordAudit(ctx, tx, {
    actor: "system",
    action: "subscription.keep",
    subject: `subscription:${withdrawn.name}`,
  });
  return true;
}

/** Longer than charging a card takes, with all calls to Paddle. */
const chargingTime = "5 minutes";

/**
 * Leaves a requested cancellation alone while the card is being charged, at most for five minutes (real
 * time). After that, it's due again, even if Paddle had been asked already, because charging withdraws it
 * there.
 */
export async function postponeCancellation(db: Database, subscriptionId: number): Promise<void> {
  await db.$executeRaw`
    UPDATE subscriptions SET end_next_attempt_at = now() + ${chargingTime}::interval, cancel_at = NULL
    WHERE id = ${subscriptionId} AND end_reason IS NOT NULL`;
}

/** Makes a postponed cancellation due. */
export async function resumeCancellation(db: Database, subscriptionId: number): Promise<void> {
  await db.$executeRaw`
    UPDATE subscriptions SET end_next_attempt_at = ${dueAtOnce}
    WHERE id = ${subscriptionId} AND end_reason IS NOT NULL`;
}

type Requested = CurrentSubscription & { endRequestedAt: Date | null };

/** The operator is told about a request that hasn't worked by then. Milliseconds. */
const alertAfterMs = 3_600_000;

/** How long before a charge that must not happen the operator is told as well. Milliseconds. */
const alertBeforeChargeMs = 24 * 3_600_000;

/** How many requests are carried out in one run. */
const requestsAtOnce = 10;

/**
 * Asks Paddle for requested cancellations that aren't done yet. A failed one is due again after 30 seconds,
 * then twice as long each time, up to 16 minutes (real time). Whether it's done is read from the subscription
 * itself, so a run can be interrupted at any point, repeated, or overlap with another.
 */
export async function cancelRequested(ctx: Context): Promise<void> {
  const due = await ctx.db.$queryRaw<{ id: number }[]>`
    UPDATE subscriptions SET end_attempts = end_attempts + 1,
      end_next_attempt_at = now() + interval '30 s' * power(2, least(end_attempts, 5))
    WHERE id IN (
      SELECT id FROM subscriptions
      WHERE end_next_attempt_at <= now() AND status <> 'canceled'
        AND (end_reason = 'chargeback' OR cancel_at IS NULL)
      ORDER BY end_next_attempt_at LIMIT ${requestsAtOnce} FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  for (const { id } of due) {
    const subscription = await ctx.db.subscription.findUnique({ where: { id } });
    // Withdrawn, or deleted with its account, in the meantime.
    if (!subscription?.endReason) continue;
    try {
      await endAtPaddle(ctx, subscription);
    } catch (error) {
      ctx.log.warn({ err: error, subscriptionId: id }, "requested cancellation failed");
      await alertIfLate(ctx, subscription);
    }
  }
}

async function endAtPaddle(ctx: Context, subscription: Requested): Promise<void> {
  if (subscription.endReason === "chargeback") {
    await cancelAtProvider(ctx, subscription, "immediately", "refunded");
  } else {
    await cancelAtPeriodEnd(ctx, subscription, "by_us");
  }
}

async function alertIfLate(ctx: Context, subscription: Requested): Promise<void> {
  const now = ctx.clock.now().getTime();
  const { endRequestedAt, nextChargeAt } = subscription;
  const isOverdue = endRequestedAt !== null && now - endRequestedAt.getTime() >= alertAfterMs;
  const isChargeNear = nextChargeAt !== null && nextChargeAt.getTime() - now <= alertBeforeChargeMs;
  if (!isOverdue && !isChargeNear) return;
  const name = subscription.paddleSubscriptionId ?? `subscription ${subscription.id}`;
  await raiseAlert(ctx, {
    key: `not-canceled:${name}:${isChargeNear ? "charge" : "overdue"}`,
    ...operatorAlertMessages.notCanceled(name),
  });
}
