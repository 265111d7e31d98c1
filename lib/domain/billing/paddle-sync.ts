import { Prisma, type Transaction } from "@/lib/platform/database/database";
import { auditColumns, auditValues } from "../audit";
import type { Context } from "../context";
import type {
  CustomerSnapshot,
  PaymentSnapshot,
  SubscriptionSnapshot,
  Version,
} from "../ports/payments";

/** Under which everything about one buyer is kept in line. */
export function customerLockKey(customerId: string): string {
  return `paddle:${customerId}`;
}

/** Keeps everything about one buyer in line, over all processes, until the transaction ends. */
export async function lockCustomer(tx: Transaction, customerId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${customerLockKey(customerId)}, 0))`;
}

/**
 * Keeps a buyer as they are, unless something newer is known. One whose account was deleted is kept
 * again only once they have bought again.
 */
export async function syncCustomer(
  tx: Transaction,
  { customerId, email, name }: CustomerSnapshot,
  { occurredAt, eventId }: Version,
): Promise<void> {
  await tx.$executeRaw`/* prepared */
    INSERT INTO paddle_customers AS known (id, email, name, occurred_at, event_id)
    SELECT ${customerId}, ${email}, ${name}, ${occurredAt}, ${eventId}
    WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE paddle_id = ${customerId})
      OR EXISTS (SELECT 1 FROM subscriptions WHERE paddle_customer_id = ${customerId})
    ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email, name = EXCLUDED.name,
      occurred_at = EXCLUDED.occurred_at, event_id = EXCLUDED.event_id
    WHERE (known.occurred_at, known.event_id COLLATE "C")
      < (EXCLUDED.occurred_at, EXCLUDED.event_id COLLATE "C")`;
}

type Purchase = { uid: string | null; customerId: string | null; subscriptionId: string | null };

/**
 * Notes what a checkout's uid stands for, and whose it is; the first purchase under a uid keeps it.
 * A part of the statements below, because events come by the thousand.
 */
function notedUid(ctx: Context, { uid, customerId, subscriptionId }: Purchase): Prisma.Sql {
  // Asked first, because a refused insert uses up a number, and these stand in addresses.
  return Prisma.sql`
    INSERT INTO onboarding_records
      (uid, paddle_customer_id, paddle_subscription_id, created_at, subscriber_id)
    SELECT ${uid}, ${customerId}, ${subscriptionId}, ${ctx.clock.now()}, (
      SELECT subscriber_id FROM subscriptions WHERE paddle_subscription_id = ${subscriptionId})
    WHERE ${uid}::text <> '' AND ${customerId}::text IS NOT NULL
      AND ${subscriptionId}::text IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM onboarding_records WHERE uid = ${uid})
      AND NOT EXISTS (SELECT 1 FROM erasures WHERE paddle_id = ${subscriptionId})
    ON CONFLICT (uid) DO NOTHING`;
}

/**
 * Keeps a subscription as it stands, unless something newer is known, and its checkout's uid; a new
 * status is written down. The buyer must be locked.
 */
export async function syncSubscription(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  version: Version,
): Promise<void> {
  await upsertSubscription(ctx, tx, snapshot, { ...version, isFromWebhook: true });
}

/**
 * Writes a subscription whatever is known of it, unless its account was deleted, and its checkout's
 * uid. The buyer must be locked.
 */
export async function writeSubscription(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  version: Version,
): Promise<void> {
  await upsertSubscription(ctx, tx, snapshot, { ...version, isFromWebhook: false });
}

/**
 * Does nothing when something newer was known. What is newer is a total order, so that every order
 * of arrival ends in the same place: a cancelled subscription never comes back (Paddle: "canceled"
 * is final), then the later event, then the greater event id.
 *
 * @param version.isFromWebhook whether it was told by an event: it gives way to something newer, and a new
 *   status is written down
 */
async function upsertSubscription(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  version: Version & { isFromWebhook: boolean },
): Promise<void> {
  const { subscriptionId, status } = snapshot;
  const change = auditValues(ctx, {
    actor: "paddle",
    action: `subscription.${status}`,
    subject: `subscription:${subscriptionId}`,
    detail: { occurredAt: version.occurredAt.toISOString() },
  });
  await tx.$executeRaw`/* prepared */
    WITH noted AS (${notedUid(ctx, snapshot)}),
    known AS (
      SELECT status FROM subscriptions WHERE paddle_subscription_id = ${subscriptionId}),
    written AS (
      INSERT INTO subscriptions AS known (paddle_subscription_id, paddle_customer_id, status, plan,
        first_charge_at, next_charge_at, cancel_at, canceled_at, paddle_occurred_at,
        paddle_event_id, created_at, access_ends_at)
      SELECT ${subscriptionId}, ${snapshot.customerId}, ${status}, ${snapshot.plan},
        ${snapshot.firstChargeAt}, ${snapshot.nextChargeAt}, ${snapshot.cancelAt},
        ${snapshot.canceledAt}, ${version.occurredAt}, ${version.eventId}, ${ctx.clock.now()},
        CASE WHEN ${status} = 'canceled' THEN (
          SELECT max(period_ends_at) FROM payments
          WHERE paddle_subscription_id = ${subscriptionId} AND refunded_at IS NULL) END
      WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE paddle_id = ${subscriptionId})
      ON CONFLICT (paddle_subscription_id) DO UPDATE SET
        paddle_customer_id = EXCLUDED.paddle_customer_id, status = EXCLUDED.status,
        plan = EXCLUDED.plan, first_charge_at = EXCLUDED.first_charge_at,
        next_charge_at = EXCLUDED.next_charge_at, cancel_at = EXCLUDED.cancel_at,
        canceled_at = EXCLUDED.canceled_at, paddle_occurred_at = EXCLUDED.paddle_occurred_at,
        paddle_event_id = EXCLUDED.paddle_event_id, access_ends_at = EXCLUDED.access_ends_at,
        updated_at = EXCLUDED.created_at
      WHERE NOT ${version.isFromWebhook} OR known.paddle_occurred_at IS NULL
        OR (EXCLUDED.status = 'canceled', EXCLUDED.paddle_occurred_at,
            EXCLUDED.paddle_event_id COLLATE "C")
          > (known.status = 'canceled', known.paddle_occurred_at,
            coalesce(known.paddle_event_id, '') COLLATE "C")
      RETURNING 1)
    INSERT INTO ${auditColumns}
    SELECT ${change} FROM written LEFT JOIN known ON true
    WHERE ${version.isFromWebhook} AND known.status IS DISTINCT FROM ${status}`;
}

/**
 * Keeps until when a transaction pays, that it was given back once that is known, and its checkout's
 * uid.
 */
export async function syncPayment(
  ctx: Context,
  tx: Transaction,
  payment: PaymentSnapshot,
): Promise<void> {
  const { transactionId, subscriptionId, periodEndsAt, refundedAt } = payment;
  // A cancelled subscription is served until its last payment runs out. Paddle's cancelled
  // subscription names no period any more, so what was paid says it: the same in any order.
  await tx.$executeRaw`/* prepared */
    WITH noted AS (${notedUid(ctx, payment)}),
    kept AS (
      INSERT INTO payments AS known
        (paddle_transaction_id, paddle_subscription_id, period_ends_at, refunded_at)
      SELECT ${transactionId}, ${subscriptionId}, ${periodEndsAt}, ${refundedAt}
      WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE paddle_id = ${subscriptionId})
      ON CONFLICT (paddle_transaction_id) DO UPDATE SET
        paddle_subscription_id =
          coalesce(known.paddle_subscription_id, EXCLUDED.paddle_subscription_id),
        period_ends_at = coalesce(known.period_ends_at, EXCLUDED.period_ends_at),
        refunded_at = coalesce(known.refunded_at, EXCLUDED.refunded_at)
      RETURNING period_ends_at, refunded_at),
    paid AS (
      SELECT period_ends_at FROM kept WHERE refunded_at IS NULL
      UNION ALL
      SELECT period_ends_at FROM payments
      WHERE paddle_subscription_id = ${subscriptionId} AND refunded_at IS NULL
        AND paddle_transaction_id <> ${transactionId})
    UPDATE subscriptions SET access_ends_at = (SELECT max(period_ends_at) FROM paid)
    WHERE paddle_subscription_id = ${subscriptionId} AND status = 'canceled'`;
}
