import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import type {
  CustomerSnapshot,
  PaymentSnapshot,
  SubscriptionSnapshot,
  Version,
} from "../ports/payments";
import { replaces } from "./version";

/** Keeps everything about one buyer in line, over all processes, until the transaction ends. */
export async function lockCustomer(tx: Transaction, customerId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`paddle:${customerId}`}, 0))`;
}

/** Keeps a buyer as they are, unless something newer is known. */
export async function mirrorCustomer(
  tx: Transaction,
  { customerId, email, name }: CustomerSnapshot,
  { occurredAt, eventId }: Version,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO paddle_customers AS known (id, email, name, occurred_at, event_id)
    VALUES (${customerId}, ${email}, ${name}, ${occurredAt}, ${eventId})
    ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email, name = EXCLUDED.name,
      occurred_at = EXCLUDED.occurred_at, event_id = EXCLUDED.event_id
    WHERE (known.occurred_at, known.event_id COLLATE "C")
      < (EXCLUDED.occurred_at, EXCLUDED.event_id COLLATE "C")`;
}

/** Keeps a subscription as it stands, unless something newer is known. The buyer must be locked. */
export async function mirrorSubscription(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  version: Version,
): Promise<void> {
  const { subscriptionId } = snapshot;
  const known = await tx.subscription.findUnique({
    where: { paddleSubscriptionId: subscriptionId },
    select: { status: true, paddleOccurredAt: true, paddleEventId: true },
  });
  const candidate = { ...version, isFinal: snapshot.status === "canceled" };
  if (known?.paddleOccurredAt) {
    const current = {
      occurredAt: known.paddleOccurredAt,
      eventId: known.paddleEventId ?? "",
      isFinal: known.status === "canceled",
    };
    if (!replaces(candidate, current)) return;
  }
  await writeSubscription(ctx, tx, snapshot, version);
  if (known?.status !== snapshot.status) {
    await recordAudit(ctx, tx, {
      actor: "paddle",
      action: `subscription.${snapshot.status}`,
      subject: `subscription:${subscriptionId}`,
      detail: { occurredAt: version.occurredAt.toISOString() },
    });
  }
}

/** Writes a subscription whatever is known of it. The buyer must be locked. */
export async function writeSubscription(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  version: Version,
): Promise<void> {
  const { subscriptionId, status } = snapshot;
  const now = ctx.clock.now();
  // One statement: Prisma's upsert asks, writes and asks again, and webhooks come by the thousand.
  await tx.$executeRaw`
    INSERT INTO subscriptions (paddle_subscription_id, paddle_customer_id, status, plan,
      first_charge_at, next_charge_at, cancel_at, canceled_at, paddle_occurred_at,
      paddle_event_id, created_at, access_ends_at)
    SELECT ${subscriptionId}, ${snapshot.customerId}, ${status}, ${snapshot.plan},
      ${snapshot.firstChargeAt}, ${snapshot.nextChargeAt}, ${snapshot.cancelAt},
      ${snapshot.canceledAt}, ${version.occurredAt}, ${version.eventId}, ${now},
      CASE WHEN ${status} = 'canceled' THEN (
        SELECT max(period_ends_at) FROM payments
        WHERE paddle_subscription_id = ${subscriptionId} AND refunded_at IS NULL) END
    ON CONFLICT (paddle_subscription_id) DO UPDATE SET
      paddle_customer_id = EXCLUDED.paddle_customer_id, status = EXCLUDED.status,
      plan = EXCLUDED.plan, first_charge_at = EXCLUDED.first_charge_at,
      next_charge_at = EXCLUDED.next_charge_at, cancel_at = EXCLUDED.cancel_at,
      canceled_at = EXCLUDED.canceled_at, paddle_occurred_at = EXCLUDED.paddle_occurred_at,
      paddle_event_id = EXCLUDED.paddle_event_id, access_ends_at = EXCLUDED.access_ends_at,
      updated_at = EXCLUDED.created_at`;
}

/** Keeps until when a transaction pays, and that it was given back once that is known. */
export async function mirrorPayment(
  tx: Transaction,
  payment: Pick<
    PaymentSnapshot,
    "transactionId" | "subscriptionId" | "periodEndsAt" | "refundedAt"
  >,
): Promise<void> {
  const { transactionId, subscriptionId, periodEndsAt, refundedAt } = payment;
  await tx.$executeRaw`
    INSERT INTO payments AS known
      (paddle_transaction_id, paddle_subscription_id, period_ends_at, refunded_at)
    VALUES (${transactionId}, ${subscriptionId}, ${periodEndsAt}, ${refundedAt})
    ON CONFLICT (paddle_transaction_id) DO UPDATE SET
      paddle_subscription_id =
        coalesce(known.paddle_subscription_id, EXCLUDED.paddle_subscription_id),
      period_ends_at = coalesce(known.period_ends_at, EXCLUDED.period_ends_at),
      refunded_at = coalesce(known.refunded_at, EXCLUDED.refunded_at)`;
  if (subscriptionId !== null) await refreshAccess(tx, subscriptionId);
}

/**
 * A cancelled subscription is served until its last payment runs out. Paddle's cancelled
 * subscription names no period any more, so what was paid says it: the same in any order.
 */
async function refreshAccess(tx: Transaction, subscriptionId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE subscriptions SET access_ends_at = (
      SELECT max(period_ends_at) FROM payments
      WHERE paddle_subscription_id = ${subscriptionId} AND refunded_at IS NULL)
    WHERE paddle_subscription_id = ${subscriptionId} AND status = 'canceled'`;
}

/** Notes what a checkout's uid stands for; the first purchase under a uid keeps it. */
export async function mirrorUid(
  ctx: Context,
  tx: Transaction,
  purchase: { uid: string | null; customerId: string | null; subscriptionId: string | null },
): Promise<void> {
  const { uid, customerId, subscriptionId } = purchase;
  if (uid === null || uid === "" || customerId === null || subscriptionId === null) return;
  // Asked first, because a refused insert uses up a number, and these stand in addresses.
  await tx.$executeRaw`
    INSERT INTO onboarding_records (uid, paddle_customer_id, paddle_subscription_id, created_at)
    SELECT ${uid}, ${customerId}, ${subscriptionId}, ${ctx.clock.now()}
    WHERE NOT EXISTS (SELECT 1 FROM onboarding_records WHERE uid = ${uid})
    ON CONFLICT (uid) DO NOTHING`;
}
