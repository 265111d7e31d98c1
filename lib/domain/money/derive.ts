import { moneyTimezone } from "@/lib/contracts/admin/money";
import { Prisma, type Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";

/** Milliseconds; a large business's year takes a minute at once. */
const limits = { maxWait: 10_000, timeout: 300_000 };

const lockKey = "money:derive";

/**
 * Updates `money_changes` and `money_days` with newly recorded events. Cheap when there are none, and every
 * reader calls it first, so figures are never stale.
 *
 * The changes of a subscription are computed from all of its events, in the order in which they
 * occurred. An event that arrives late therefore leads to the same figures.
 */
export async function deriveMoney(ctx: Pick<Context, "db">): Promise<void> {
  const waiting = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM money_events WHERE NOT is_derived LIMIT 1`;
  if (waiting.length === 0) return;
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`;
    const days = await deriveChanges(tx);
    await addUpDays(tx, days);
  }, limits);
}

/** What a subscription adds to ARR in a state; see the definition of MRR. */
const counted = Prisma.sql`
  CASE WHEN status IN ('active', 'past_due') AND cancel_at IS NULL THEN coalesce(yearly, 0)
    ELSE 0 END`;

/** What a state changed compared with the previous one. */
const kindOfState = Prisma.sql`
  CASE
    WHEN is_first AND status = 'trialing' THEN 'trial_started'
    WHEN is_first THEN 'started'
    WHEN status = 'canceled' THEN 'canceled'
    WHEN cancel_at IS NOT NULL AND old_cancel_at IS NULL THEN 'cancel_scheduled'
    WHEN cancel_at IS NULL AND old_cancel_at IS NOT NULL THEN 'cancel_withdrawn'
    WHEN status = 'past_due' AND old_status <> 'past_due' THEN 'past_due'
    WHEN status = 'paused' AND old_status <> 'paused' THEN 'paused'
    WHEN old_status = 'paused' THEN 'resumed'
    WHEN old_status = 'past_due' AND status = 'active' THEN 'recovered'
    WHEN plan IS DISTINCT FROM old_plan OR old_counted > 0 AND counted > 0 THEN 'plan_changed'
    ELSE 'status_changed' END`;

/** Why subscriptions stopped counting. People who canceled here told us when they did. */
const churnReasons = Prisma.sql`
  SELECT DISTINCT ON (o.key) o.key, coalesce(asked.reason,
    CASE WHEN o.status = 'paused' THEN 'paused' WHEN o.old_status = 'past_due' THEN 'payment_failed'
      WHEN repaid.key IS NOT NULL THEN 'refunded' ELSE 'at_paddle' END) AS reason
  FROM ordered o
  LEFT JOIN facts asked ON asked.subscription_id = o.subscription_id AND asked.kind = 'request'
    AND asked.occurred_at BETWEEN o.occurred_at - interval '1 hour' AND o.occurred_at + interval '1 hour'
  LEFT JOIN facts repaid ON repaid.subscription_id = o.subscription_id AND repaid.kind = 'refund'
    AND repaid.occurred_at BETWEEN o.occurred_at - interval '1 day' AND o.occurred_at + interval '1 day'
  WHERE o.old_counted > 0 AND o.counted = 0
  ORDER BY o.key, asked.occurred_at DESC NULLS LAST`;

/**
 * Computes the changes of all subscriptions with new events.
 *
 * @returns the days whose sums changed
 */
async function deriveChanges(tx: Transaction): Promise<string[]> {
  const rows = await tx.$queryRaw<{ day: string }[]>`
    WITH fresh AS MATERIALIZED (
      SELECT DISTINCT subscription_id FROM money_events WHERE NOT is_derived),
    marked AS (
      UPDATE money_events SET is_derived = true WHERE NOT is_derived),
    facts AS MATERIALIZED (
      -- A canceled subscription is never anything else again.
      SELECT e.*, coalesce(e.status = 'canceled', false) AS is_end, ${counted} AS counted,
        count(e.plan) OVER w AS plan_group
      FROM money_events e JOIN fresh USING (subscription_id)
      WINDOW w AS (PARTITION BY e.subscription_id
        ORDER BY coalesce(e.status = 'canceled', false), e.occurred_at, e.key COLLATE "C")),
    planned AS (
      SELECT key, max(plan) OVER (PARTITION BY subscription_id, plan_group) AS known_plan,
        row_number() OVER (PARTITION BY subscription_id, kind ORDER BY occurred_at, key) AS number
      FROM facts),
    ordered AS MATERIALIZED (
      SELECT f.*, lag(key) OVER w IS NULL AS is_first, lag(status) OVER w AS old_status,
        lag(plan) OVER w AS old_plan, lag(cancel_at) OVER w AS old_cancel_at,
        lag(counted, 1, 0::bigint) OVER w AS old_counted
      FROM facts f WHERE kind = 'state'
      WINDOW w AS (PARTITION BY subscription_id
        ORDER BY is_end, occurred_at, key COLLATE "C")),
    cohorts AS MATERIALIZED (
      SELECT subscription_id,
        date_trunc('month', min(occurred_at) AT TIME ZONE ${moneyTimezone})::date AS cohort
      FROM facts WHERE kind = 'charge' GROUP BY 1),
    reasons AS (${churnReasons}),
    derived AS MATERIALIZED (
      SELECT o.key, o.subscription_id, ${kindOfState} AS kind, o.occurred_at, o.old_status,
        o.status, o.old_plan, coalesce(o.plan, o.old_plan) AS plan, o.currency, o.old_counted AS old_yearly,
        o.counted AS yearly, 0::bigint AS amount, r.reason
      FROM ordered o LEFT JOIN reasons r USING (key)
      WHERE o.is_first OR o.status <> o.old_status OR o.plan IS DISTINCT FROM o.old_plan
        OR o.counted <> o.old_counted OR (o.cancel_at IS NULL) <> (o.old_cancel_at IS NULL)
      UNION ALL
      SELECT f.key, f.subscription_id,
        CASE f.kind WHEN 'refund' THEN 'refunded' WHEN 'failure' THEN 'payment_failed'
          ELSE CASE WHEN p.number = 1 THEN 'converted' ELSE 'renewed' END END,
        f.occurred_at, NULL, NULL, NULL, p.known_plan, f.currency, 0, 0, f.amount, f.reason
      FROM facts f JOIN planned p USING (key) WHERE f.kind IN ('charge', 'refund', 'failure')),
    removed AS (
      DELETE FROM money_changes c USING fresh
      WHERE c.subscription_id = fresh.subscription_id
        AND NOT EXISTS (SELECT 1 FROM derived d WHERE d.key = c.key)
      RETURNING c.day),
    stored AS (
      INSERT INTO money_changes AS known (key, subscription_id, kind, occurred_at, day, old_status,
        status, old_plan, plan, currency, old_yearly, yearly, amount, reason, cohort)
      SELECT d.key, d.subscription_id, d.kind, d.occurred_at,
        (d.occurred_at AT TIME ZONE ${moneyTimezone})::date, d.old_status, d.status, d.old_plan, d.plan,
        d.currency, d.old_yearly, d.yearly, d.amount, d.reason, c.cohort
      FROM derived d LEFT JOIN cohorts c USING (subscription_id)
      ON CONFLICT (key) DO UPDATE SET kind = EXCLUDED.kind, old_status = EXCLUDED.old_status,
        old_plan = EXCLUDED.old_plan, plan = EXCLUDED.plan, old_yearly = EXCLUDED.old_yearly, amount = EXCLUDED.amount,
        reason = EXCLUDED.reason, cohort = EXCLUDED.cohort
      WHERE (known.kind, known.old_status, known.old_plan, known.plan, known.old_yearly, known.amount,
          known.reason, known.cohort)
        IS DISTINCT FROM (EXCLUDED.kind, EXCLUDED.old_status, EXCLUDED.old_plan, EXCLUDED.plan,
          EXCLUDED.old_yearly, EXCLUDED.amount, EXCLUDED.reason, EXCLUDED.cohort)
      RETURNING day)
    SELECT day::text FROM removed UNION SELECT day::text FROM stored`;
  return rows.map(({ day }) => day);
}

/** How ARR changed; null when it didn't. */
export const movementOf = Prisma.sql`
  CASE WHEN yearly = old_yearly THEN NULL WHEN old_yearly = 0 THEN 'new'
    WHEN yearly = 0 THEN 'churned' WHEN yearly > old_yearly THEN 'expansion'
    ELSE 'contraction' END`;

/** Left out where retention doesn't need it: renewals of all cohorts would be most of the rows. */
const cohortInDays = Prisma.sql`CASE WHEN kind = 'converted' OR yearly <> old_yearly THEN cohort END`;

async function addUpDays(tx: Transaction, days: readonly string[]): Promise<void> {
  await tx.$executeRaw`DELETE FROM money_days WHERE day = ANY(${days}::date[])`;
  await tx.$executeRaw`
    INSERT INTO money_days (day, kind, old_status, status, old_plan, plan, currency, reason, cohort,
      movement, changes, old_counted, counted, old_yearly, yearly, amount)
    SELECT day, kind, old_status, status, old_plan, plan, currency, reason, ${cohortInDays} AS cohort,
      ${movementOf} AS movement, count(*), count(*) FILTER (WHERE old_yearly > 0),
      count(*) FILTER (WHERE yearly > 0), sum(old_yearly), sum(yearly), sum(amount)
    FROM money_changes WHERE day = ANY(${days}::date[])
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`;
}
