import { dayMs } from "@/lib/calendar/units";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { recordCharge, recordState } from "./money-events";
import { followCustomer } from "./follow-customer";
import { isOurPayment, isOurSubscription } from "./is-our-product";
import { applyAdjustments, paidUntil, saveAdjustments, updateAccess } from "./adjustments";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { planNoticeTo } from "../outbox/notices";
import type {
  CustomerSnapshot,
  PaymentSnapshot,
  SubscriptionSnapshot,
  Version,
} from "../ports/payments";

/** Serializes changes to one Paddle customer across all processes until the transaction ends. */
export async function lockCustomer(tx: Transaction, customerId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`paddle:${customerId}`}, 0))`;
}

/**
 * Stores a customer. A customer whose account was deleted is stored again only after a new purchase. Anyone
 * who has the customer's former address gets the new one.
 *
 * @param version.isFromWebhook webhooks yield to newer versions; what we just read from Paddle always counts
 */
export async function syncCustomer(
  ctx: Context,
  tx: Transaction,
  { customerId, email, name }: CustomerSnapshot,
  { occurredAt, eventId, isFromWebhook }: Version & { isFromWebhook: boolean },
): Promise<void> {
  const known = await tx.paddleCustomer.findUnique({ where: { id: customerId } });
  const stored = await tx.$executeRaw`/* prepared */
    INSERT INTO paddle_customers AS known (id, email, name, occurred_at, event_id)
    SELECT ${customerId}, ${email}, ${name}, ${occurredAt}, ${eventId}
    WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE hash = erasure_hash(${customerId}))
      OR EXISTS (SELECT 1 FROM subscriptions WHERE paddle_customer_id = ${customerId})
    ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email, name = EXCLUDED.name,
      occurred_at = EXCLUDED.occurred_at, event_id = EXCLUDED.event_id
    WHERE NOT ${isFromWebhook} OR (known.occurred_at, known.event_id COLLATE "C")
      < (EXCLUDED.occurred_at, EXCLUDED.event_id COLLATE "C")`;
  if (stored > 0 && known && known.email !== email) {
    await followCustomer(ctx, tx, { customerId, email, formerEmail: known.email });
  }
}

type Purchase = { uid: string | null; customerId: string | null; subscriptionId: string | null };

/** Records which purchase a checkout's uid belongs to. The first purchase with a uid wins. */
async function recordUid(
  ctx: Context,
  tx: Transaction,
  { uid, customerId, subscriptionId }: Purchase,
): Promise<void> {
  // Checked first: an insert that conflicts would use up an ID, and these IDs appear in URLs.
  await tx.$executeRaw`/* prepared */
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
 * The version of what we read from Paddle ourselves. It's Paddle's time, as in a webhook: if our clock were
 * ahead, later events would seem older.
 */
export function versionOf({ updatedAt }: { updatedAt: Date }): Version {
  return { occurredAt: updatedAt, eventId: "" };
}

/** Stores Paddle's answer to a call, unless its webhook, or a newer one, arrived first. */
export async function saveAnswer(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
): Promise<void> {
  const known = await tx.subscription.findUnique({
    where: { paddleSubscriptionId: snapshot.subscriptionId },
    select: { paddleOccurredAt: true },
  });
  if (known?.paddleOccurredAt && known.paddleOccurredAt > snapshot.updatedAt) return;
  await syncSubscription(ctx, tx, snapshot, { ...versionOf(snapshot), isFromWebhook: false });
}

/** What was known about a subscription before an event. */
type Known = {
  status: string;
  isEnding: boolean;
  /** Whether it was going to end, and not because of us. */
  hasOwnEnd: boolean;
  isRefusedTrial: boolean;
};

/** A subscription as it was just stored. */
type Written = { id: number; subscriberId: number | null; isEnding: boolean; isStopped: boolean };

/**
 * Stores a version of a subscription and its checkout's uid, and an email to the subscriber if it cancels the
 * subscription or withdraws a cancellation. If they stopped it here, the email is stored there. Does nothing
 * for other products and deleted accounts. The customer must be locked.
 *
 * Changes nothing when we have a newer version. Versions have a total order, so events can arrive in
 * any order: canceled wins (at Paddle it's final), then the later event, then the greater event ID.
 *
 * @param version.isFromWebhook webhooks yield to newer versions, and their new statuses are audited; what we
 *   just read from Paddle always counts
 */
export async function syncSubscription(
  ctx: Context,
  tx: Transaction,
  snapshot: SubscriptionSnapshot,
  version: Version & { isFromWebhook: boolean },
): Promise<void> {
  const { subscriptionId, status } = snapshot;
  if (!(await isOurSubscription(ctx, tx, snapshot))) return;
  await recordState(tx, snapshot, version);
  await recordUid(ctx, tx, snapshot);
  const [known] = await tx.$queryRaw<Known[]>`/* prepared */
    SELECT status,
      status = 'canceled' OR cancel_at IS NOT NULL OR stopped_at IS NOT NULL AS "isEnding",
      status <> 'canceled' AND cancel_at IS NOT NULL AND end_reason IS NULL AS "hasOwnEnd",
      end_reason IS NOT DISTINCT FROM 'repeat_trial' AS "isRefusedTrial"
    FROM subscriptions WHERE paddle_subscription_id = ${subscriptionId} FOR UPDATE`;
  const [written] = await tx.$queryRaw<Written[]>`/* prepared */
    INSERT INTO subscriptions AS known (paddle_subscription_id, paddle_customer_id, status, plan,
      price, currency, is_tax_added, is_discounted, first_charge_at, next_charge_at, cancel_at, canceled_at, paddle_occurred_at,
      paddle_event_id, created_at, access_ends_at)
    SELECT ${subscriptionId}, ${snapshot.customerId}, ${status}, ${snapshot.plan},
      ${snapshot.price?.amount ?? null}::bigint, ${snapshot.price?.currency ?? null},
      ${snapshot.isTaxAdded}, ${snapshot.isDiscounted}, ${snapshot.firstChargeAt}, ${snapshot.nextChargeAt}, ${snapshot.cancelAt},
      ${snapshot.canceledAt}, ${version.occurredAt}, ${version.eventId}, ${ctx.clock.now()},
      CASE WHEN ${status} = 'canceled' THEN ${paidUntil(subscriptionId)} END
    WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE hash = erasure_hash(${subscriptionId}))
    ON CONFLICT (paddle_subscription_id) DO UPDATE SET
      paddle_customer_id = EXCLUDED.paddle_customer_id, status = EXCLUDED.status,
      plan = EXCLUDED.plan, price = EXCLUDED.price, currency = EXCLUDED.currency,
      is_tax_added = EXCLUDED.is_tax_added, is_discounted = EXCLUDED.is_discounted,
      first_charge_at = EXCLUDED.first_charge_at,
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
    RETURNING id, subscriber_id AS "subscriberId", stopped_at IS NOT NULL AS "isStopped",
      status = 'canceled' OR cancel_at IS NOT NULL AS "isEnding"`;
  if (!written) return;
  if (known) await planEndingNotice(ctx, tx, { subscriptionId, known, written, version });
  if (!version.isFromWebhook || known?.status === status) return;
  await recordAudit(ctx, tx, {
    actor: "paddle",
    action: `subscription.${status}`,
    subject: `subscription:${subscriptionId}`,
    detail: { occurredAt: version.occurredAt.toISOString() },
  });
}

/** Stores the email about a subscription that now ends, or no longer does. */
async function planEndingNotice(
  ctx: Context,
  tx: Transaction,
  change: { subscriptionId: string; known: Known; written: Written; version: Version },
): Promise<void> {
  const { subscriptionId, known, written, version } = change;
  const occurredAt = version.occurredAt.toISOString();
  if (written.isEnding && !known.isEnding) {
    const event = known.isRefusedTrial ? "repeat_trial" : occurredAt;
    const key = `canceled:${subscriptionId}:${event}`;
    await planNoticeAbout(ctx, tx, written, { key, kind: "canceled" });
  }
  if (known.hasOwnEnd && !written.isEnding && !written.isStopped) {
    const key = `kept:${subscriptionId}:${occurredAt}`;
    await planNoticeAbout(ctx, tx, written, { key, kind: "kept" });
  }
}

/** Stores an email about a subscription, if a subscriber has it. */
async function planNoticeAbout(
  ctx: Context,
  tx: Transaction,
  subscription: Pick<Written, "id" | "subscriberId">,
  notice: { key: string; kind: "canceled" | "kept" | "charged"; detail?: Prisma.InputJsonObject },
): Promise<void> {
  const { id: subscriptionId, subscriberId } = subscription;
  if (subscriberId === null) return;
  const detail = { subscriptionId, ...notice.detail };
  await planNoticeTo(ctx, tx, subscriberId, { ...notice, detail });
}

/** A charge that we learn about later than this, such as one from before a restore, gets no email. Days. */
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
  await recordUid(ctx, tx, payment);
  const [stored] = await tx.$queryRaw<{ isRefunded: boolean }[]>`/* prepared */
    INSERT INTO payments AS known
      (paddle_transaction_id, paddle_subscription_id, period_ends_at, total)
    SELECT ${transactionId}, ${subscriptionId}, ${periodEndsAt}, ${charge?.amount ?? null}::bigint
    WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE hash = erasure_hash(${subscriptionId}))
    ON CONFLICT (paddle_transaction_id) DO UPDATE SET
      paddle_subscription_id =
        coalesce(known.paddle_subscription_id, EXCLUDED.paddle_subscription_id),
      period_ends_at = coalesce(known.period_ends_at, EXCLUDED.period_ends_at),
      total = coalesce(known.total, EXCLUDED.total)
    RETURNING refunded_at IS NOT NULL OR EXISTS (
      SELECT 1 FROM adjustments WHERE paddle_transaction_id = ${transactionId} AND is_full
        AND action IN ('refund', 'chargeback') AND status = 'approved') AS "isRefunded"`;
  if (stored && !stored.isRefunded) await planChargeNotice(ctx, tx, payment);
  await applyAdjustments(tx, transactionId);
  if (subscriptionId !== null) await updateAccess(tx, subscriptionId);
}

/** Stores the email about a new charge. */
async function planChargeNotice(
  ctx: Context,
  tx: Transaction,
  { transactionId, subscriptionId, periodEndsAt, charge }: PaymentSnapshot,
): Promise<void> {
  if (subscriptionId === null || charge === null) return;
  if (charge.at.getTime() <= ctx.clock.now().getTime() - chargeNewsDays * dayMs) return;
  const subscription = await tx.subscription.findUnique({
    where: { paddleSubscriptionId: subscriptionId },
    select: { id: true, subscriberId: true },
  });
  if (subscription === null) return;
  await planNoticeAbout(ctx, tx, subscription, {
    key: `charged:${transactionId}`,
    kind: "charged",
    detail: {
      amount: charge.amount,
      currency: charge.currency,
      at: charge.at.toISOString(),
      periodEndsAt: periodEndsAt?.toISOString() ?? null,
    },
  });
}
