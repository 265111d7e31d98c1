import { plans } from "@/lib/contracts/plans";
import { Prisma, type Transaction } from "@/lib/platform/database/database";

const { annual, monthly } = plans;

/** What a plan in a column named `plan` costs per year and per period, and how long a period is. */
const yearlyCents = Prisma.sql`
  CASE plan WHEN 'annual' THEN ${annual.priceCents}::bigint ELSE ${12 * monthly.priceCents}::bigint END`;
const periodCents = Prisma.sql`
  CASE plan WHEN 'annual' THEN ${annual.priceCents}::int ELSE ${monthly.priceCents}::int END`;
const period = Prisma.sql`
  CASE plan WHEN 'annual' THEN interval '1 year' ELSE interval '1 month' END`;

/** Subscriptions as they are now, and everything that Paddle would have reported about them. */
export async function insertBilling(tx: Transaction, now: Date): Promise<void> {
  await insertSubscriptions(tx, now);
  await insertStates(tx, now);
  await insertCharges(tx, now);
  await insertPayments(tx, now);
}

/** Days between the first failed charge and the end. */
const retryDays = 14;

async function insertSubscriptions(tx: Transaction, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO paddle_customers (id, email, name, occurred_at, event_id)
    SELECT customer_id, email, name, joined_at, 'evt_demo_c' || i FROM demo_people`;
  await tx.$executeRaw`
    INSERT INTO subscriptions (subscriber_id, paddle_subscription_id, paddle_customer_id, status, plan,
      price, currency, first_charge_at, next_charge_at, cancel_at, canceled_at, access_ends_at, stopped_at,
      paddle_occurred_at, paddle_event_id, created_at)
    SELECT subscriber_id, subscription_id, customer_id, status,
      now_plan, CASE now_plan WHEN 'annual' THEN ${annual.priceCents}::bigint
        ELSE ${monthly.priceCents}::bigint END, 'USD', pays_at,
      CASE status WHEN 'trialing' THEN pays_at WHEN 'past_due'
        THEN ${now}::timestamptz + make_interval(days => 1 + (pg_temp.chance(i, 20) * 28)::int) END,
      CASE WHEN status = 'active' AND leaves_by IN ('at_period_end', 'at_paddle')
        AND ends_at < ${now} THEN ends_at + interval '20 days' END,
      CASE WHEN status = 'canceled' THEN ends_at END, NULL,
      CASE WHEN status = 'canceled' AND leaves_by IN ('stopped', 'by_us') THEN ends_at END,
      ${now}::timestamptz - interval '1 hour', 'evt_demo_now' || i, joined_at
    FROM (SELECT *, CASE WHEN changed_at IS NULL THEN plan ELSE other_plan END AS now_plan, CASE
        WHEN trial = 'never_charged' AND pays_at < ${now} AND ends_at >= ${now} THEN 'past_due'
        WHEN trial <> 'paid' AND ends_at < ${now} THEN 'canceled'
        WHEN pays_at >= ${now} THEN 'trialing'
        WHEN leaves_by = 'payment_failed' AND ends_at >= ${now}
          AND ends_at < ${now}::timestamptz + make_interval(days => ${retryDays}::int) THEN 'past_due'
        WHEN ends_at >= ${now} THEN 'active'
        WHEN leaves_by = 'paused' THEN 'paused'
        WHEN leaves_by IN ('at_period_end', 'at_paddle')
          AND ends_at + interval '20 days' > ${now} THEN 'active'
        ELSE 'canceled' END AS status FROM demo_people) p
    ORDER BY joined_at, i`;
}

async function insertStates(tx: Transaction, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO money_events (key, subscription_id, kind, occurred_at, status, plan, yearly, currency,
      cancel_at)
    SELECT 'evt_demo' || i || '_' || step, subscription_id, 'state', at, status, plan, ${yearlyCents},
      'USD', cancel_at
    FROM (
      SELECT p.i, p.subscription_id, s.step, s.at, s.status, s.cancel_at,
        CASE WHEN s.at >= p.changed_at THEN p.other_plan ELSE p.plan END AS plan
      FROM demo_people p CROSS JOIN LATERAL (VALUES
      (1, p.joined_at, 'trialing', NULL::timestamptz),
      (2, CASE WHEN p.trial <> 'left_trial' THEN p.pays_at END, 'active', NULL),
      (3, CASE WHEN p.trial = 'never_charged' THEN p.pays_at + interval '1 minute'
        WHEN p.leaves_by = 'payment_failed'
          THEN greatest(p.ends_at - make_interval(days => ${retryDays}::int), p.pays_at + interval '1 minute')
        END, 'past_due', NULL),
      (4, CASE WHEN p.leaves_by IN ('at_period_end', 'at_paddle') THEN p.ends_at END, 'active',
        p.ends_at + interval '20 days'),
      (5, CASE WHEN p.leaves_by = 'paused' THEN p.ends_at END, 'paused', NULL),
      (6, CASE WHEN p.trial <> 'paid' OR p.leaves_by IN ('payment_failed', 'stopped', 'by_us', 'refunded')
          THEN p.ends_at
        WHEN p.leaves_by IN ('at_period_end', 'at_paddle') THEN p.ends_at + interval '20 days' END,
        'canceled', NULL),
      (7, p.changed_at, 'active', NULL)) s (step, at, status, cancel_at)
      WHERE s.at < ${now}) states`;
  await tx.$executeRaw`
    INSERT INTO money_events (key, subscription_id, kind, occurred_at, reason)
    SELECT 'request:' || subscription_id, subscription_id, 'request', ends_at - interval '2 seconds',
      leaves_by
    FROM demo_people WHERE leaves_by IN ('at_period_end', 'stopped', 'by_us') AND ends_at < ${now}`;
}

async function insertCharges(tx: Transaction, now: Date): Promise<void> {
  // One in forty renewals fails at first and succeeds three days later.
  await tx.$executeRaw`
    CREATE TEMP TABLE demo_charges ON COMMIT DROP AS
    SELECT p.i, p.subscription_id, charges.plan, number, due, due + interval '30 seconds' AS at,
      amount, number > 1 AND due <> coalesce(p.changed_at, '-infinity')
        AND pg_temp.chance(p.i * 100 + number, 30) < 0.025
        AND due < least(p.ends_at - interval '20 days', ${now}::timestamptz - interval '4 days')
        AS fails_first
    FROM demo_people p CROSS JOIN LATERAL (
      SELECT row_number() OVER (ORDER BY due) AS number, due, plan, ${periodCents} AS amount
      FROM (VALUES (p.plan, p.pays_at, p.changed_at), (p.other_plan, p.changed_at, NULL))
        plans (plan, first, until)
      CROSS JOIN LATERAL generate_series(first,
        least(until - interval '1 day', ${now}::timestamptz, p.ends_at - CASE p.leaves_by
          WHEN 'payment_failed' THEN make_interval(days => ${retryDays}::int) ELSE interval '0' END),
        ${period}) due) charges
    WHERE p.trial = 'paid'`;
  await tx.$executeRaw`CREATE INDEX ON demo_charges (i)`;
  await tx.$executeRaw`ANALYZE demo_charges`;
  await tx.$executeRaw`
    INSERT INTO money_events (key, subscription_id, kind, occurred_at, amount, currency)
    SELECT 'txn_demo' || i || '_' || number, subscription_id, 'charge',
      at + CASE WHEN fails_first THEN interval '3 days' ELSE interval '0' END, amount, 'USD'
    FROM demo_charges`;
  await tx.$executeRaw`
    INSERT INTO money_events (key, subscription_id, kind, occurred_at, status, plan, yearly, currency)
    SELECT 'evt_demo' || i || '_' || number || status, subscription_id, 'state', at + delay, status,
      plan, ${yearlyCents}, 'USD'
    FROM demo_charges
    CROSS JOIN (VALUES ('past_due', interval '0'), ('active', interval '3 days')) s (status, delay)
    WHERE fails_first`;
  await insertFailures(tx, now);
}

/** What was paid for, from the trial on, and what that means for each subscription. */
async function insertPayments(tx: Transaction, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO payments (paddle_transaction_id, paddle_subscription_id, period_ends_at, total)
    SELECT 'txn_demo' || i || '_0', subscription_id, pays_at, NULL FROM demo_people
    UNION ALL
    SELECT 'txn_demo' || i || '_' || number, subscription_id, due + ${period}, amount
    FROM demo_charges`;
  await tx.$executeRaw`
    CREATE TEMP TABLE demo_refunds ON COMMIT DROP AS
    SELECT DISTINCT ON (p.i) p.i, p.subscription_id, 'adj_demo' || p.i AS id,
      'txn_demo' || p.i || '_' || c.number AS transaction_id, c.amount,
      (p.ends_at - interval '5 minutes')::timestamptz(3) AS at
    FROM demo_people p JOIN demo_charges c USING (i)
    WHERE p.leaves_by = 'refunded' AND p.ends_at < ${now} ORDER BY p.i, c.number DESC`;
  await tx.$executeRaw`
    INSERT INTO adjustments (paddle_adjustment_id, paddle_transaction_id, paddle_subscription_id, action,
      status, is_full, total, subtotal, currency, changed_at, occurred_at, event_id)
    SELECT id, transaction_id, subscription_id, 'refund', 'approved', true, amount, amount, 'USD', at,
      at, 'evt_demo_r' || i
    FROM demo_refunds`;
  await tx.$executeRaw`
    UPDATE payments p SET refunded_at = r.at, refund_reviewed_at = r.at
    FROM demo_refunds r WHERE r.transaction_id = p.paddle_transaction_id`;
  await tx.$executeRaw`
    INSERT INTO money_events (key, subscription_id, kind, occurred_at, amount, currency)
    SELECT id, subscription_id, 'refund', at, amount, 'USD' FROM demo_refunds`;
  await tx.$executeRaw`
    UPDATE subscriptions s SET
      next_charge_at = CASE WHEN status = 'active' AND cancel_at IS NULL THEN paid.until
        ELSE next_charge_at END,
      access_ends_at = CASE WHEN status = 'canceled' THEN paid.until END
    FROM (SELECT paddle_subscription_id AS id,
        max(period_ends_at) FILTER (WHERE refunded_at IS NULL) AS until
      FROM payments GROUP BY 1) paid
    WHERE paid.id = s.paddle_subscription_id`;
}

/** Each failed charge, with up to four attempts in the two weeks before Paddle gives up. */
async function insertFailures(tx: Transaction, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO money_events (key, subscription_id, kind, occurred_at, amount, currency, reason, attempts)
    SELECT 'evt_demo_f' || f.i || '_' || f.number || '_' || n, f.subscription_id, 'failure',
      f.at + make_interval(days => 4 * (n - 1)), f.amount, 'USD',
      (ARRAY['declined', 'expired_card', 'not_enough_balance', 'declined'])
        [1 + floor(pg_temp.chance(f.i, 31) * 4)::int], n
    FROM (
      SELECT i, subscription_id, number, at, amount, 1 AS attempts FROM demo_charges WHERE fails_first
      UNION ALL
      SELECT i, subscription_id, 0, greatest(CASE trial WHEN 'never_charged' THEN pays_at
          ELSE ends_at - make_interval(days => ${retryDays}::int) END, pays_at),
        ${periodCents}, 4
      FROM (SELECT i, subscription_id, trial, pays_at, ends_at, leaves_by,
          CASE WHEN changed_at IS NULL THEN plan ELSE other_plan END AS plan FROM demo_people) people
      WHERE trial = 'never_charged' OR leaves_by = 'payment_failed') f
    CROSS JOIN LATERAL generate_series(1, f.attempts) n
    WHERE f.at + make_interval(days => 4 * (n - 1)) < ${now}`;
}
