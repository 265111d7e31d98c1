import type { CancelReason, LeaveAnswer } from "@/lib/contracts/admin/money";
import type { Database, Transaction } from "@/lib/platform/database/database";
import type { Money } from "@/lib/contracts/money";
import type {
  FailedCharge,
  PaymentSnapshot,
  SubscriptionSnapshot,
  Version,
} from "../ports/payments";
import type { RefundState } from "./refunds";

type MoneyEvent = {
  key: string;
  subscriptionId: string | null;
  kind: "state" | "charge" | "refund" | "failure" | "request";
  occurredAt: Date;
  status?: string;
  plan?: string | null;
  yearly?: number | null;
  cancelAt?: Date | null;
  amount?: number;
  currency?: string;
  reason?: string | null;
  attempts?: number;
};

/** Stores an event once. Does nothing without a subscription, or for one of a deleted account. */
async function recordMoneyEvent(tx: Transaction | Database, event: MoneyEvent): Promise<void> {
  const { subscriptionId } = event;
  await tx.$executeRaw`/* prepared */
    INSERT INTO money_events (key, subscription_id, kind, occurred_at, status, plan, yearly,
      cancel_at, amount, currency, reason, attempts)
    SELECT ${event.key}, ${subscriptionId}, ${event.kind}, ${event.occurredAt},
      ${event.status ?? null}, ${event.plan ?? null}, ${event.yearly ?? null},
      ${event.cancelAt ?? null}, ${event.amount ?? null}, ${event.currency ?? null},
      ${event.reason ?? null}, ${event.attempts ?? null}
    WHERE ${subscriptionId}::text IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM erasures WHERE hash = erasure_hash(${subscriptionId}))
    ON CONFLICT (key) DO NOTHING`;
}

/** What a subscription costs in a year before tax; null when Paddle doesn't say. */
export function yearlyPrice({ price, plan }: SubscriptionSnapshot): Money | null {
  return price && { ...price, amount: price.amount * (plan === "annual" ? 1 : 12) };
}

/**
 * Records a state of a subscription, even one that is older than ours: the figures put all states in
 * the order in which they occurred.
 */
export async function recordState(
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  { occurredAt, eventId }: Version,
): Promise<void> {
  const { subscriptionId, status, plan, cancelAt } = snapshot;
  const price = yearlyPrice(snapshot);
  await recordMoneyEvent(tx, {
    key: eventId === "" ? `read:${subscriptionId}:${snapshot.updatedAt.toISOString()}` : eventId,
    subscriptionId,
    kind: "state",
    occurredAt,
    status,
    plan,
    yearly: price?.amount ?? null,
    cancelAt,
    ...(price && { currency: price.currency }),
  });
}

/** Records what a transaction charged. */
export async function recordCharge(tx: Transaction, payment: PaymentSnapshot): Promise<void> {
  const { transactionId, subscriptionId, charge } = payment;
  if (!charge) return;
  await recordMoneyEvent(tx, {
    key: transactionId,
    subscriptionId,
    kind: "charge",
    occurredAt: charge.at,
    amount: charge.beforeTax,
    currency: charge.currency,
  });
}

/**
 * Records what counts as paid back of a transaction. What no longer counts, such as a dispute that was won,
 * is removed from the figures.
 *
 * @param transaction.ids all of its adjustments
 */
export async function recordRefunds(
  tx: Transaction,
  subscriptionId: string,
  { ids, refunds }: { ids: readonly string[]; refunds: RefundState["refunds"] },
): Promise<void> {
  const kept = refunds.map(({ adjustmentId }) => adjustmentId);
  const removed = await tx.$executeRaw`
    DELETE FROM money_events
    WHERE kind = 'refund' AND key = ANY(${ids}::text[]) AND key <> ALL(${kept}::text[])`;
  let changed = 0;
  for (const { adjustmentId: key, amount, currency, at: occurredAt } of refunds) {
    changed += await tx.$executeRaw`
      UPDATE money_events SET amount = ${amount} WHERE key = ${key} AND amount <> ${amount}`;
    const event = { key, subscriptionId, occurredAt, amount, ...(currency && { currency }) };
    await recordMoneyEvent(tx, { ...event, kind: "refund" });
  }
  if (removed + changed === 0) return;
  await tx.$executeRaw`
    UPDATE money_events SET is_derived = false WHERE subscription_id = ${subscriptionId}`;
}

/** Records a charge that failed. */
export async function recordFailure(
  tx: Transaction,
  subscriptionId: string | null,
  { amount, currency, reason, attempts }: FailedCharge,
  { eventId, occurredAt }: Version,
): Promise<void> {
  await recordMoneyEvent(tx, {
    key: eventId,
    subscriptionId,
    kind: "failure",
    occurredAt,
    amount,
    currency,
    reason,
    attempts,
  });
}

/** Records why someone canceled here; Paddle says only that they did. */
export async function recordCancelRequest(
  db: Database | Transaction,
  subscriptionId: string | null,
  reason: CancelReason,
  occurredAt: Date,
): Promise<void> {
  const key = `request:${subscriptionId}:${occurredAt.toISOString()}`;
  await recordMoneyEvent(db, { key, subscriptionId, kind: "request", occurredAt, reason });
}

/** Adds the reason that someone gave to their cancellation. */
export async function recordLeaveAnswer(
  db: Database,
  subscriptionId: string,
  { answer, comment }: { answer?: LeaveAnswer | undefined; comment?: string | undefined },
): Promise<void> {
  await db.$executeRaw`
    UPDATE money_events SET answer = ${answer ?? null}, comment = ${comment || null}
    WHERE key = (SELECT key FROM money_events
      WHERE subscription_id = ${subscriptionId} AND kind = 'request'
      ORDER BY occurred_at DESC LIMIT 1)`;
}

/** Replaces Paddle's IDs with hashes, so that revenue can't be traced to anyone. */
export async function anonymizeMoney(
  tx: Transaction,
  subscriptionIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE money_events SET key = erasure_hash(key), subscription_id = erasure_hash(subscription_id),
      comment = NULL
    WHERE subscription_id = ANY(${subscriptionIds}::text[])`;
  await tx.$executeRaw`
    UPDATE money_changes SET key = erasure_hash(key), subscription_id = erasure_hash(subscription_id)
    WHERE subscription_id = ANY(${subscriptionIds}::text[])`;
}
