import type { MoneyOverview } from "@/lib/contracts/admin/money";
import type { Context } from "../context";
import { addMonths } from "./months";

type Step = { month: string; trials: number; signedUp: number; paid: number };

/** How many of the people whose trial started in a month signed up and paid. */
export async function findFunnel(ctx: Context, month: string): Promise<MoneyOverview["funnel"]> {
  const before = addMonths(month, -1);
  const steps = await countSteps(ctx, { from: before, to: month });
  const stepOf = (each: string) =>
    steps.find((step) => step.month === each) ?? { trials: 0, signedUp: 0, paid: 0 };
  const { trials, signedUp, paid } = stepOf(month);
  const rateBefore = rateOf(stepOf(before));
  return { month, trials, signedUp, paid, rate: rateOf(stepOf(month)), rateBefore };
}

function rateOf({ paid, trials }: Omit<Step, "month">): number | null {
  return trials > 0 ? paid / trials : null;
}

/**
 * The outcomes of these months' trials. Nobody pays before their trial, or signs up more than a moment before
 * Paddle reports it, so earlier rows aren't read.
 */
async function countSteps(
  ctx: Context,
  { from, to }: { from: string; to: string },
): Promise<Step[]> {
  const first = `${from}-01`;
  return ctx.db.$queryRaw<Step[]>`
    WITH started AS (
      SELECT subscription_id, date_trunc('month', day::timestamp) AS month FROM money_changes
      WHERE day >= ${first}::date AND day < ${`${addMonths(to, 1)}-01`}::date
        AND kind = 'trial_started')
    SELECT to_char(month, 'YYYY-MM') AS month, count(*)::int AS trials,
      (count(*) FILTER (WHERE subscription_id IN (
        SELECT paddle_subscription_id FROM onboarding_records
        WHERE completed_at >= ${first}::date - interval '1 day')))::int AS "signedUp",
      (count(*) FILTER (WHERE subscription_id IN (
        SELECT subscription_id FROM money_changes
        WHERE day >= ${first}::date AND kind = 'converted')))::int AS paid
    FROM started GROUP BY started.month`;
}
