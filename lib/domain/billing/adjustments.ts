import { Prisma, type Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import type { Adjustment, Version } from "../ports/payments";
import { recordRefunds } from "./money-events";
import { deriveRefunds } from "./refunds";

/**
 * SQL: the end of the time that was paid for and not refunded. Null while a payment is disputed: then none of
 * the payments entitles to anything.
 */
export function paidUntil(paddleSubscriptionId: string | null): Prisma.Sql {
  return Prisma.sql`(
    SELECT max(period_ends_at) FILTER (WHERE refunded_at IS NULL) FROM payments
    WHERE paddle_subscription_id = ${paddleSubscriptionId} HAVING count(charged_back_at) = 0)`;
}

/** A canceled subscription is served until the end of what was paid for. */
export async function updateAccess(tx: Transaction, paddleSubscriptionId: string): Promise<void> {
  await tx.$executeRaw`/* prepared */
    UPDATE subscriptions SET access_ends_at = ${paidUntil(paddleSubscriptionId)}
    WHERE paddle_subscription_id = ${paddleSubscriptionId} AND status = 'canceled'
      AND access_ends_at IS DISTINCT FROM ${paidUntil(paddleSubscriptionId)}`;
}

/**
 * Stores an adjustment, unless we have a newer version or the account was deleted.
 *
 * @returns whether it was stored
 */
async function storeAdjustment(
  tx: Transaction,
  adjustment: Adjustment,
  { occurredAt, eventId }: Version,
): Promise<boolean> {
  const { subscriptionId } = adjustment;
  const stored = await tx.$executeRaw`
    INSERT INTO adjustments AS known (paddle_adjustment_id, paddle_transaction_id,
      paddle_subscription_id, action, status, is_full, total, subtotal, currency, changed_at,
      occurred_at, event_id)
    SELECT ${adjustment.adjustmentId}, ${adjustment.transactionId}, ${subscriptionId},
      ${adjustment.action}, ${adjustment.status}, ${adjustment.isFull}, ${adjustment.total},
      ${adjustment.subtotal}, ${adjustment.currency}, ${adjustment.changedAt}, ${occurredAt},
      ${eventId}
    WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE hash = erasure_hash(${subscriptionId}))
    ON CONFLICT (paddle_adjustment_id) DO UPDATE SET status = EXCLUDED.status,
      is_full = EXCLUDED.is_full, total = EXCLUDED.total, subtotal = EXCLUDED.subtotal,
      currency = EXCLUDED.currency, changed_at = EXCLUDED.changed_at,
      occurred_at = EXCLUDED.occurred_at, event_id = EXCLUDED.event_id
    WHERE (known.occurred_at, known.event_id COLLATE "C")
      < (EXCLUDED.occurred_at, EXCLUDED.event_id COLLATE "C")`;
  return stored > 0;
}

/** Stores what was just read from Paddle about a transaction. */
export async function saveAdjustments(
  tx: Transaction,
  adjustments: readonly Adjustment[],
): Promise<void> {
  for (const adjustment of adjustments) {
    await storeAdjustment(tx, adjustment, { occurredAt: adjustment.changedAt, eventId: "" });
  }
}

/** Whether a transaction or its subscription is one of ours; others may be about another product. */
async function isKnown(tx: Transaction, { transactionId, subscriptionId }: Adjustment) {
  const [payment, subscription] = await Promise.all([
    tx.payment.count({ where: { paddleTransactionId: transactionId } }),
    subscriptionId === null
      ? 0
      : tx.subscription.count({ where: { paddleSubscriptionId: subscriptionId } }),
  ]);
  return payment + subscription > 0;
}

/** Stores an adjustment from a webhook, and what follows from it. The customer must be locked. */
export async function syncAdjustment(
  ctx: Context,
  tx: Transaction,
  adjustment: Adjustment,
  version: Version,
): Promise<void> {
  if (!(await storeAdjustment(tx, adjustment, version))) return;
  const isFull = await applyAdjustments(tx, adjustment.transactionId);
  const action = auditedAction(adjustment, isFull);
  if (action === null || !(await isKnown(tx, adjustment))) return;
  await recordAudit(ctx, tx, {
    actor: "paddle",
    action,
    subject: `subscription:${adjustment.subscriptionId ?? "none"}`,
    detail: {
      transactionId: adjustment.transactionId,
      occurredAt: version.occurredAt.toISOString(),
    },
  });
}

function auditedAction({ action, status }: Adjustment, isFull: boolean): string | null {
  if (status !== "approved") return null;
  if (action === "refund") return isFull ? "payment.refunded" : "payment.refunded_in_part";
  if (action === "chargeback") return "payment.charged_back";
  return action === "chargeback_reverse" ? "payment.chargeback_won" : null;
}

type StoredAdjustment = Omit<Adjustment, "total" | "subtotal"> & {
  total: bigint;
  subtotal: bigint;
};

/**
 * Derives what was paid back from all adjustments of a transaction, and updates the payment, the end of
 * access, and the figures. Does nothing until the payment is known; storing it calls this again.
 *
 * @returns whether all of it was paid back
 */
export async function applyAdjustments(tx: Transaction, transactionId: string): Promise<boolean> {
  const stored = await tx.$queryRaw<StoredAdjustment[]>`
    SELECT paddle_adjustment_id AS "adjustmentId", paddle_transaction_id AS "transactionId",
      paddle_subscription_id AS "subscriptionId", action, status, is_full AS "isFull", total, subtotal,
      currency, changed_at AS "changedAt"
    FROM adjustments WHERE paddle_transaction_id = ${transactionId}`;
  const payment = await tx.payment.findUnique({ where: { paddleTransactionId: transactionId } });
  if (stored.length === 0 || !payment) return false;
  const adjustments = stored.map((each) => ({
    ...each,
    total: Number(each.total),
    subtotal: Number(each.subtotal),
  }));
  const paid = payment.total === null ? null : Number(payment.total);
  const { refundedAt, chargedBackAt, refunds } = deriveRefunds(adjustments, paid);
  const isNews =
    (refundedAt !== null && payment.refundedAt === null) ||
    (chargedBackAt !== null && chargedBackAt.getTime() !== payment.chargedBackAt?.getTime());
  await tx.payment.update({
    where: { paddleTransactionId: transactionId },
    data: { refundedAt, chargedBackAt, ...(isNews && { refundReviewedAt: null }) },
    select: { paddleTransactionId: true },
  });
  const { paddleSubscriptionId } = payment;
  if (paddleSubscriptionId !== null) {
    await updateAccess(tx, paddleSubscriptionId);
    const ids = adjustments.map(({ adjustmentId }) => adjustmentId);
    await recordRefunds(tx, paddleSubscriptionId, { ids, refunds });
  }
  return refundedAt !== null;
}
