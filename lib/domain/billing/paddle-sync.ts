import { Prisma, type Transaction } from "@/lib/platform/database/database";
import { recordCharge, recordState } from "./money-events";
import { isOurPayment, isOurSubscription } from "./our-prices";
import { applyAdjustments, paidUntil, saveAdjustments, updateAccess } from "./adjustments";
import { auditColumns, auditValues } from "../audit";
import type { Context } from "../context";
import type {
  CustomerSnapshot,
  PaymentSnapshot,
  SubscriptionSnapshot,
  Version,
} from "../ports/payments";

/** The advisory lock key for everything about one Paddle customer. */
export function customerLockKey(customerId: string): string {
  return `paddle:${customerId}`;
}

/** Serializes changes to one Paddle customer across all processes until the transaction ends. */
export async function lockCustomer(tx: Transaction, customerId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${customerLockKey(customerId)}, 0))`;
}

/**
 * Stores a customer, unless we have a newer version. A customer whose account was deleted is stored
 * again only after a new purchase.
 */
export async function syncCustomer(
  tx: Transaction,
  { customerId, email, name }: CustomerSnapshot,
  { occurredAt, eventId }: Version,
): Promise<void> {
  await tx.$executeRaw`/* prepared */
    INSERT INTO paddle_customers AS known (id, email, name, occurred_at, event_id)
    SELECT ${customerId}, ${email}, ${name}, ${occurredAt}, ${eventId}
    WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE hash = erasure_hash(${customerId}))
      OR EXISTS (SELECT 1 FROM subscriptions WHERE paddle_customer_id = ${customerId})
    ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email, name = EXCLUDED.name,
      occurred_at = EXCLUDED.occurred_at, event_id = EXCLUDED.event_id
    WHERE (known.occurred_at, known.event_id COLLATE "C")
      < (EXCLUDED.occurred_at, EXCLUDED.event_id COLLATE "C")`;
}

type Purchase = { uid: string | null; customerId: string | null; subscriptionId: string | null };

/**
 * SQL that records which purchase a checkout's uid belongs to. The first purchase with a uid wins.
 * It's part of the statements below, because events arrive by the thousand.
 */
function insertUid(ctx: Context, { uid, customerId, subscriptionId }: Purchase): Prisma.Sql {
  // Checked first: an insert that conflicts would use up an ID, and these IDs appear in URLs.
  return Prisma.sql`
    INSERT INTO onboarding_records
      (uid, paddle_customer_id, paddle_subscription_id, created_at, subscriber_id)
    SELECT ${uid}, ${customerId}, ${subscriptionId}, ${ctx.clock.now()}, (
      SELECT subscriber_id FROM subscriptions WHERE paddle_subscription_id = ${subscriptionId})
    WHERE ${uid}::text <> '' AND ${customerId}::text IS NOT NULL
      AND ${subscriptionId}::text IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM onboarding_records WHERE uid = ${uid})
      AND NOT EXISTS (SELECT 1 FROM erasures WHERE hash = erasure_hash(${subscriptionId}))
    ON CONFLICT (uid) DO NOTHING`;
}

/**
 * Stores a subscription from a webhook, unless we have a newer version, and its checkout's uid.
 * Audits a new status. The customer must be locked.
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
 * Stores a subscription that we just read from Paddle, whatever version we have, and its checkout's
 * uid. Does nothing for a deleted account. The customer must be locked.
 */
export async function saveSubscription(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  version: Version,
): Promise<void> {
  await upsertSubscription(ctx, tx, snapshot, { ...version, isFromWebhook: false });
}

/** Stores what Paddle answered to a call, unless its webhook, or a newer one, arrived before. */
export async function saveAnswer(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  requestedAt: Date,
): Promise<void> {
  const known = await tx.subscription.findUnique({
    where: { paddleSubscriptionId: snapshot.subscriptionId },
    select: { paddleOccurredAt: true },
  });
  if (known?.paddleOccurredAt && known.paddleOccurredAt > snapshot.updatedAt) return;
  await saveSubscription(ctx, tx, snapshot, { occurredAt: requestedAt, eventId: "" });
}

/**
 * Stores a version, and an email to the subscriber if it cancels the subscription or withdraws a
 * cancellation. One that they stopped here gets its email there. Does nothing for other products.
 *
 * Changes nothing when we have a newer version. Versions have a total order, so events can arrive in
 * any order: canceled wins (at Paddle it's final), then the later event, then the greater event ID.
 *
 * @param version.isFromWebhook webhooks yield to newer versions, and their new statuses are audited
 */
async function upsertSubscription(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  version: Version & { isFromWebhook: boolean },
): Promise<void> {
  const { subscriptionId, status } = snapshot;
  if (!(await isOurSubscription(ctx, tx, snapshot))) return;
  await recordState(tx, snapshot, version);
  const change = auditValues(ctx, {
    actor: "paddle",
    action: `subscription.${status}`,
    subject: `subscription:${subscriptionId}`,
    detail: { occurredAt: version.occurredAt.toISOString() },
  });
  await tx.$executeRaw`/* prepared */
    WITH recorded_uid AS (${insertUid(ctx, snapshot)}),
    known AS (
      SELECT status, status = 'canceled' OR cancel_at IS NOT NULL OR stopped_at IS NOT NULL
        AS is_ending, status <> 'canceled' AND cancel_at IS NOT NULL
          AND end_reason IS NULL AS has_own_end,
        end_reason = 'repeat_trial' AS is_refused_trial
      FROM subscriptions WHERE paddle_subscription_id = ${subscriptionId}),
    written AS (
      INSERT INTO subscriptions AS known (paddle_subscription_id, paddle_customer_id, status, plan,
        first_charge_at, next_charge_at, cancel_at, canceled_at, paddle_occurred_at,
        paddle_event_id, created_at, access_ends_at)
      SELECT ${subscriptionId}, ${snapshot.customerId}, ${status}, ${snapshot.plan},
        ${snapshot.firstChargeAt}, ${snapshot.nextChargeAt}, ${snapshot.cancelAt},
        ${snapshot.canceledAt}, ${version.occurredAt}, ${version.eventId}, ${ctx.clock.now()},
        CASE WHEN ${status} = 'canceled' THEN ${paidUntil(subscriptionId)} END
      WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE hash = erasure_hash(${subscriptionId}))
      ON CONFLICT (paddle_subscription_id) DO UPDATE SET
        paddle_customer_id = EXCLUDED.paddle_customer_id, status = EXCLUDED.status,
        plan = EXCLUDED.plan, first_charge_at = EXCLUDED.first_charge_at,
        next_charge_at = EXCLUDED.next_charge_at, cancel_at = EXCLUDED.cancel_at,
        canceled_at = EXCLUDED.canceled_at, paddle_occurred_at = EXCLUDED.paddle_occurred_at,
        paddle_event_id = EXCLUDED.paddle_event_id, access_ends_at = EXCLUDED.access_ends_at,
        updated_at = EXCLUDED.created_at,
        -- A repeat trial that led to a payment is an ordinary subscription.
        (end_reason, end_requested_at, end_next_attempt_at) = (
          SELECT known.end_reason, known.end_requested_at, known.end_next_attempt_at
          WHERE known.end_reason IS DISTINCT FROM 'repeat_trial' OR EXCLUDED.status <> 'active')
      WHERE NOT ${version.isFromWebhook} OR known.paddle_occurred_at IS NULL
        OR (EXCLUDED.status = 'canceled', EXCLUDED.paddle_occurred_at,
            EXCLUDED.paddle_event_id COLLATE "C")
          > (known.status = 'canceled', known.paddle_occurred_at,
            coalesce(known.paddle_event_id, '') COLLATE "C")
      RETURNING id, subscriber_id, status = 'canceled' OR cancel_at IS NOT NULL AS is_ending,
        stopped_at),
    canceled AS (
      INSERT INTO notices (key, kind, subscriber_id, recipient, detail, created_at)
      SELECT CASE WHEN k.is_refused_trial THEN ${`canceled:${subscriptionId}:repeat_trial`}
          ELSE ${`canceled:${subscriptionId}:${version.occurredAt.toISOString()}`} END, 'canceled', r.id,
        r.email, jsonb_build_object('subscriptionId', w.id), ${ctx.clock.now()}
      FROM written w JOIN known k ON w.is_ending AND NOT k.is_ending
      JOIN subscribers r ON r.id = w.subscriber_id
      ON CONFLICT (key) DO NOTHING),
    kept AS (
      INSERT INTO notices (key, kind, subscriber_id, recipient, detail, created_at)
      SELECT ${`kept:${subscriptionId}:${version.occurredAt.toISOString()}`}, 'kept', r.id,
        r.email, jsonb_build_object('subscriptionId', w.id), ${ctx.clock.now()}
      FROM written w
      JOIN known k ON k.has_own_end AND NOT w.is_ending AND w.stopped_at IS NULL
      JOIN subscribers r ON r.id = w.subscriber_id
      ON CONFLICT (key) DO NOTHING)
    INSERT INTO ${auditColumns}
    SELECT ${change} FROM written LEFT JOIN known ON true
    WHERE ${version.isFromWebhook} AND known.status IS DISTINCT FROM ${status}`;
}

/** A charge that we learn of later than this isn't news, such as one from before a restore. Days. */
const chargeNewsDays = 3;

/**
 * Stores a payment's period and adjustments, its checkout's uid, and an email to the subscriber about
 * what was charged. Does nothing for other products.
 */
export async function syncPayment(
  ctx: Context,
  tx: Transaction,
  payment: PaymentSnapshot,
): Promise<void> {
  const { transactionId, subscriptionId, periodEndsAt, charge, adjustments } = payment;
  if (!(await isOurPayment(ctx, tx, payment))) return;
  await recordCharge(tx, payment);
  await saveAdjustments(tx, adjustments);
  await tx.$executeRaw`/* prepared */
    WITH recorded_uid AS (${insertUid(ctx, payment)}),
    stored AS (
      INSERT INTO payments AS known
        (paddle_transaction_id, paddle_subscription_id, period_ends_at, total)
      SELECT ${transactionId}, ${subscriptionId}, ${periodEndsAt}, ${charge?.amount ?? null}::bigint
      WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE hash = erasure_hash(${subscriptionId}))
      ON CONFLICT (paddle_transaction_id) DO UPDATE SET
        paddle_subscription_id =
          coalesce(known.paddle_subscription_id, EXCLUDED.paddle_subscription_id),
        period_ends_at = coalesce(known.period_ends_at, EXCLUDED.period_ends_at),
        total = coalesce(known.total, EXCLUDED.total)
      RETURNING refunded_at),
    refunded AS (
      SELECT true FROM stored WHERE refunded_at IS NOT NULL
      UNION ALL
      SELECT true FROM adjustments WHERE paddle_transaction_id = ${transactionId} AND is_full
        AND action IN ('refund', 'chargeback') AND status = 'approved'),
    charged AS (
      INSERT INTO notices (key, kind, subscriber_id, recipient, detail, created_at)
      SELECT ${`charged:${transactionId}`}, 'charged', r.id, r.email,
        jsonb_build_object('subscriptionId', s.id, 'amount', ${charge?.amount ?? 0}::float8,
          'currency', ${charge?.currency ?? null}::text, 'at', ${charge?.at.toISOString() ?? null}::text,
          'periodEndsAt', ${periodEndsAt?.toISOString() ?? null}::text),
        ${ctx.clock.now()}
      FROM stored JOIN subscriptions s ON s.paddle_subscription_id = ${subscriptionId}
      JOIN subscribers r ON r.id = s.subscriber_id
      WHERE NOT EXISTS (SELECT 1 FROM refunded) AND ${charge?.at ?? null}::timestamptz
        > ${ctx.clock.now()}::timestamptz - make_interval(days => ${chargeNewsDays}::int)
      ON CONFLICT (key) DO NOTHING)
    SELECT 1`;
  await applyAdjustments(tx, transactionId);
  if (subscriptionId !== null) await updateAccess(tx, subscriptionId);
}
