import type { MoneyOverview } from "@/lib/contracts/admin/money";
import type { Context } from "../context";
import { addMonths } from "./months";

type Step = { trials: number; signedUp: number; paid: number };

/** How many of the people whose trial started in a month signed up and paid. */
export async function findFunnel(ctx: Context, month: string): Promise<MoneyOverview["funnel"]> {
  const [own, before] = await Promise.all([
    countSteps(ctx, month),
    countSteps(ctx, addMonths(month, -1)),
  ]);
  return { month, ...own, rate: rateOf(own), rateBefore: rateOf(before) };
}

function rateOf({ paid, trials }: Step): number | null {
  return trials > 0 ? paid / trials : null;
}

async function countSteps(ctx: Context, month: string): Promise<Step> {
  const [step] = await ctx.db.$queryRaw<Step[]>`
    WITH started AS (
      SELECT subscription_id FROM money_changes
      WHERE day >= ${`${month}-01`}::date AND day < ${`${addMonths(month, 1)}-01`}::date
        AND kind = 'trial_started')
    SELECT count(*)::int AS trials,
      count(*) FILTER (WHERE EXISTS (
        SELECT 1 FROM onboarding_records r
        WHERE r.paddle_subscription_id = s.subscription_id AND r.completed_at IS NOT NULL))::int
        AS "signedUp",
      count(*) FILTER (WHERE EXISTS (
        SELECT 1 FROM money_changes c
        WHERE c.subscription_id = s.subscription_id AND c.kind = 'converted'))::int AS paid
    FROM started s`;
  return step ?? { trials: 0, signedUp: 0, paid: 0 };
}
