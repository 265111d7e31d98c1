import { moneyTimezone } from "@/lib/contracts/admin/money";
import type { Context } from "../context";

/** How many subscriptions there are more than the day before, by state. */
export type DayChange = {
  day: string;
  paying: number;
  trialing: number;
  pastDue: number;
  paused: number;
};

/** Changes of each day with any, oldest first. All currencies. */
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

/** Months with any change, oldest first. Money in one currency, people in all. */
export async function listMonthSums(ctx: Context, currency: string): Promise<MonthSum[]> {
  return ctx.db.$queryRaw<MonthSum[]>`
    WITH days AS (
      SELECT *, date_trunc('month', day) AS month, currency = ${currency} AS is_ours FROM money_days)
    SELECT to_char(month, 'YYYY-MM') AS month,
      coalesce(sum(yearly - old_yearly) FILTER (WHERE is_ours AND movement = 'new'), 0)::float8 AS new,
      coalesce(sum(yearly - old_yearly) FILTER (WHERE is_ours AND movement = 'expansion'), 0)::float8 AS expansion,
      coalesce(sum(yearly - old_yearly) FILTER (WHERE is_ours AND movement = 'contraction'), 0)::float8
        AS contraction,
      coalesce(sum(yearly - old_yearly) FILTER (WHERE is_ours AND movement = 'churned'), 0)::float8 AS churned,
      coalesce(sum(changes) FILTER (WHERE kind = 'trial_started'), 0)::int AS "trialsStarted",
      coalesce(sum(changes) FILTER (WHERE kind = 'converted'), 0)::int AS converted,
      coalesce(sum(changes) FILTER (WHERE movement = 'churned'), 0)::int AS canceled,
      coalesce(sum(amount) FILTER (WHERE is_ours AND kind IN ('converted', 'renewed')), 0)::float8
        AS charged,
      coalesce(sum(amount) FILTER (WHERE is_ours AND kind = 'refunded'), 0)::float8 AS refunded,
      coalesce(sum(changes) FILTER (WHERE kind = 'refunded'), 0)::int AS refunds
    FROM days GROUP BY days.month ORDER BY days.month`;
}

/** Sign-ups that were completed, by month. */
export async function countSignUps(ctx: Context): Promise<Map<string, number>> {
  const rows = await ctx.db.$queryRaw<{ month: string; count: number }[]>`
    SELECT to_char(day, 'YYYY-MM') AS month, sum(count)::int AS count
    FROM (
      SELECT (completed_at AT TIME ZONE ${moneyTimezone})::date AS day, count(*) AS count
      FROM onboarding_records WHERE completed_at IS NOT NULL GROUP BY 1) days
    GROUP BY 1`;
  return new Map(rows.map(({ month, count }) => [month, count]));
}

/** How many subscriptions of a cohort began or stopped to count in a month, and first charges. */
export type CohortChange = { cohort: string; month: string; paying: number; converted: number };

/** For every cohort, in the order of months. A cohort is named by the month of its first charges. */
export async function listCohortChanges(ctx: Context): Promise<CohortChange[]> {
  return ctx.db.$queryRaw<CohortChange[]>`
    SELECT to_char(cohort, 'YYYY-MM') AS cohort, to_char(month, 'YYYY-MM') AS month, paying, converted
    FROM (
      SELECT cohort, date_trunc('month', day) AS month, sum(counted - old_counted)::int AS paying,
        coalesce(sum(changes) FILTER (WHERE kind = 'converted'), 0)::int AS converted
      FROM money_days WHERE cohort IS NOT NULL GROUP BY 1, 2) months
    ORDER BY 1, 2`;
}

/** What a plan adds to ARR, and what it charged since a day. */
export type PlanSum = { plan: string; subscribers: number; yearly: number; charged: number };

/** The plans in one currency, the largest first. */
export async function listPlanSums(
  ctx: Context,
  { currency, since }: { currency: string; since: string },
): Promise<PlanSum[]> {
  return ctx.db.$queryRaw<PlanSum[]>`
    WITH moves AS (
      SELECT plan, counted, yearly FROM money_days WHERE currency = ${currency}
      UNION ALL
      SELECT old_plan, -old_counted, -old_yearly FROM money_days WHERE currency = ${currency}),
    counted AS (
      SELECT coalesce(plan, 'other') AS plan, sum(counted)::int AS subscribers,
        sum(yearly)::float8 AS yearly
      FROM moves GROUP BY 1),
    charged AS (
      SELECT coalesce(plan, 'other') AS plan, sum(amount)::float8 AS charged FROM money_days
      WHERE currency = ${currency} AND kind IN ('converted', 'renewed') AND day >= ${since}::date
      GROUP BY 1)
    SELECT plan, coalesce(subscribers, 0) AS subscribers, coalesce(yearly, 0) AS yearly,
      coalesce(charged, 0) AS charged
    FROM counted FULL JOIN charged USING (plan)
    WHERE coalesce(subscribers, 0) > 0 OR charged > 0 ORDER BY yearly DESC, plan`;
}

/** Why subscriptions stopped counting in a month, the most frequent reason first. */
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
