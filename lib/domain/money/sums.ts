import { moneyTimezone, type MoneyOverview } from "@/lib/contracts/admin/money";
import type { Context } from "../context";

/** How the number of subscriptions changed from the day before, by state. */
export type DayChange = MoneyOverview["weeks"][number];

/** The changes per day, without days that have none, oldest first. All currencies. */
export async function listDayChanges(ctx: Context): Promise<DayChange[]> {
  return ctx.db.$queryRaw<DayChange[]>`
    SELECT day::text,
      sum(counted - old_counted)::int AS paying,
      sum(changes * ((status = 'trialing')::int - coalesce(old_status = 'trialing', false)::int))::int
        AS trialing,
      sum(changes * ((status = 'past_due')::int - coalesce(old_status = 'past_due', false)::int))::int
        AS "pastDue",
      sum(changes * ((status = 'paused')::int - coalesce(old_status = 'paused', false)::int))::int
        AS paused
    FROM money_days WHERE status IS NOT NULL GROUP BY day ORDER BY day`;
}

/** What happened in one month; money as a change of ARR, or as charged and refunded. */
export type MonthSum = {
  month: string;
  new: number;
  expansion: number;
  contraction: number;
  churned: number;
  trialsStarted: number;
  converted: number;
  canceled: number;
  charged: number;
  refunded: number;
  refunds: number;
};

/** The same for subscriptions in one currency, with the month's change in ARR. */
export type CurrencyMonth = MonthSum & { currency: string | null; paying: number; yearly: number };

/** The months with changes in each currency, oldest first. */
export async function listCurrencyMonths(ctx: Context): Promise<CurrencyMonth[]> {
  return ctx.db.$queryRaw<CurrencyMonth[]>`
    WITH months AS (
      SELECT date_trunc('month', day::timestamp) AS month, currency, movement, kind,
        sum(changes)::int AS changes, sum(counted - old_counted)::int AS paying,
        sum(yearly - old_yearly)::float8 AS yearly, sum(amount)::float8 AS amount
      FROM money_days GROUP BY 1, 2, 3, 4)
    SELECT to_char(month, 'YYYY-MM') AS month, currency,
      sum(paying)::int AS paying, sum(yearly) AS yearly,
      coalesce(sum(yearly) FILTER (WHERE movement = 'new'), 0) AS new,
      coalesce(sum(yearly) FILTER (WHERE movement = 'expansion'), 0) AS expansion,
      coalesce(sum(yearly) FILTER (WHERE movement = 'contraction'), 0) AS contraction,
      coalesce(sum(yearly) FILTER (WHERE movement = 'churned'), 0) AS churned,
      coalesce(sum(changes) FILTER (WHERE kind = 'trial_started'), 0)::int AS "trialsStarted",
      coalesce(sum(changes) FILTER (WHERE kind = 'converted'), 0)::int AS converted,
      coalesce(sum(changes) FILTER (WHERE movement = 'churned'), 0)::int AS canceled,
      coalesce(sum(amount) FILTER (WHERE kind IN ('converted', 'renewed')), 0) AS charged,
      coalesce(sum(amount) FILTER (WHERE kind = 'refunded'), 0) AS refunded,
      coalesce(sum(changes) FILTER (WHERE kind = 'refunded'), 0)::int AS refunds
    FROM months GROUP BY months.month, currency ORDER BY months.month`;
}

const money = ["new", "expansion", "contraction", "churned", "charged", "refunded"] as const;
const people = ["trialsStarted", "converted", "canceled", "refunds"] as const;

/** The months with changes, oldest first. Money in one currency, people in all. */
export function sumMonths(rows: readonly CurrencyMonth[], currency: string): MonthSum[] {
  const months = new Map<string, MonthSum>();
  for (const row of rows) {
    const sum = months.get(row.month) ?? { ...noSum, month: row.month };
    for (const each of people) sum[each] += row[each];
    if (row.currency === currency) for (const each of money) sum[each] += row[each];
    months.set(row.month, sum);
  }
  return [...months.values()];
}

/** What currently counts toward ARR. */
export type Counted = { currency: string; paying: number; yearly: number };

/** The sum of all months' changes by currency, largest ARR first. */
export function sumCounted(rows: readonly CurrencyMonth[]): Counted[] {
  const sums = new Map<string, Counted>();
  for (const { currency, paying, yearly } of rows) {
    if (currency === null) continue;
    const sum = sums.get(currency) ?? { currency, paying: 0, yearly: 0 };
    sum.paying += paying;
    sum.yearly += yearly;
    sums.set(currency, sum);
  }
  return [...sums.values()].toSorted(
    (one, other) => other.yearly - one.yearly || one.currency.localeCompare(other.currency),
  );
}

/** A month in which nothing happened. */
export const noSum: Omit<MonthSum, "month"> = {
  new: 0,
  expansion: 0,
  contraction: 0,
  churned: 0,
  trialsStarted: 0,
  converted: 0,
  canceled: 0,
  charged: 0,
  refunded: 0,
  refunds: 0,
};

/** Completed sign-ups by month, from one month to another. */
export async function countSignUps(
  ctx: Context,
  { from, to }: { from: string; to: string },
): Promise<Map<string, number>> {
  const rows = await ctx.db.$queryRaw<{ month: string; count: number }[]>`
    SELECT to_char(month, 'YYYY-MM') AS month, (
      SELECT count(*)::int FROM onboarding_records
      WHERE completed_at >= month AT TIME ZONE ${moneyTimezone}
        AND completed_at < (month + interval '1 month') AT TIME ZONE ${moneyTimezone}) AS count
    FROM generate_series(${`${from}-01`}::timestamp, ${`${to}-01`}::timestamp, '1 month') month`;
  return new Map(rows.map(({ month, count }) => [month, count]));
}

/** How many of a cohort's subscriptions began or stopped counting in a month, and first charges. */
export type CohortChange = { cohort: string; month: string; paying: number; converted: number };

/** The changes of every cohort, by month. A cohort is named after the month of its first charges. */
export async function listCohortChanges(ctx: Context): Promise<CohortChange[]> {
  return ctx.db.$queryRaw<CohortChange[]>`
    SELECT to_char(cohort, 'YYYY-MM') AS cohort, to_char(month, 'YYYY-MM') AS month, paying, converted
    FROM (
      SELECT cohort, date_trunc('month', day::timestamp) AS month, sum(counted - old_counted)::int AS paying,
        coalesce(sum(changes) FILTER (WHERE kind = 'converted'), 0)::int AS converted
      FROM money_days WHERE cohort IS NOT NULL GROUP BY 1, 2) months
    ORDER BY 1, 2`;
}

/** What a plan adds to ARR, and what it charged since a day. */
export type PlanSum = { plan: string; subscribers: number; yearly: number; charged: number };

/** The plans in one currency, largest first. */
export async function listPlanSums(
  ctx: Context,
  { currency, since }: { currency: string; since: string },
): Promise<PlanSum[]> {
  return ctx.db.$queryRaw<PlanSum[]>`
    WITH moves AS (
      SELECT plan, old_plan, sum(counted) AS counted, sum(old_counted) AS old_counted,
        sum(yearly) AS yearly, sum(old_yearly) AS old_yearly, sum(amount) FILTER (
          WHERE kind IN ('converted', 'renewed') AND day >= ${since}::date) AS charged
      FROM money_days WHERE currency = ${currency} GROUP BY 1, 2)
    SELECT * FROM (
      SELECT coalesce(side.plan, 'other') AS plan, sum(side.counted)::int AS subscribers,
        sum(side.yearly)::float8 AS yearly, coalesce(sum(side.charged), 0)::float8 AS charged
      FROM moves m CROSS JOIN LATERAL (VALUES (m.plan, m.counted, m.yearly, m.charged),
        (m.old_plan, -m.old_counted, -m.old_yearly, 0)) side (plan, counted, yearly, charged)
      GROUP BY 1) plans
    WHERE subscribers > 0 OR charged > 0 ORDER BY yearly DESC, plan`;
}

/** Why subscriptions stopped counting in a month, most frequent reason first. */
export async function countReasons(
  ctx: Context,
  month: string,
): Promise<{ reason: string; subscribers: number }[]> {
  return ctx.db.$queryRaw<{ reason: string; subscribers: number }[]>`
    SELECT reason, sum(changes)::int AS subscribers FROM money_days
    WHERE movement = 'churned' AND reason IS NOT NULL AND day >= ${`${month}-01`}::date
      AND day < (${`${month}-01`}::date + interval '1 month')
    GROUP BY 1 ORDER BY 2 DESC, 1`;
}
