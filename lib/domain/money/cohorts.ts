import type { MoneyOverview } from "@/lib/contracts/admin/money";
import type { Context } from "../context";
import { monthsBetween } from "./months";
import { listCohortChanges } from "./sums";

/**
 * How many of the people whose first charge was in a month still paid at the end of each month since. The
 * first number is all of them.
 */
export async function listCohorts(
  ctx: Context,
  { from, to }: { from: string; to: string },
): Promise<MoneyOverview["cohorts"]> {
  const changes = await listCohortChanges(ctx);
  return monthsBetween(from, to).flatMap((cohort) => {
    const own = changes.filter((each) => each.cohort === cohort);
    const subscribers = own.reduce((sum, each) => sum + each.converted, 0);
    if (subscribers === 0) return [];
    const later = monthsBetween(cohort, to).slice(1);
    const payingIn = (month: string) =>
      own.reduce((sum, each) => (each.month <= month ? sum + each.paying : sum), 0);
    return [{ month: cohort, subscribers, paying: [subscribers, ...later.map(payingIn)] }];
  });
}
