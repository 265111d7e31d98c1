import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../../context";

/** How many ledger rows of a slot have one outcome. */
export type OutcomeCount = {
  timezone: string;
  channel: Channel;
  /** pending, accepted, excluded, failed, missed. */
  state: string;
  reason: string | null;
  count: number;
};

/** A slot's counters are combined when they take up more rows than this; fewer once the day is over. */
const maxRowsPerSlot = { today: 100, later: 30 } as const;

/** How far back counters are combined (days); later reports change only a few rows. */
const combinedDays = 4;

/**
 * Counts a date's ledger rows by slot and outcome, from the counters that triggers keep.
 *
 * @param localDate YYYY-MM-DD
 */
export async function listOutcomeCounts(
  ctx: Pick<Context, "db">,
  localDate: string,
): Promise<OutcomeCount[]> {
  return ctx.db.$queryRaw<OutcomeCount[]>`
    SELECT timezone, channel, state, reason, sum(change)::int AS count
    FROM delivery_counts WHERE local_date = ${localDate}::date
    GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
    ORDER BY 5 DESC, 1, 2, 3, 4`;
}

/** Adds counts up: all, or those with a state. */
export function sumCounts(
  counts: readonly Pick<OutcomeCount, "state" | "count">[],
  state?: string,
): number {
  return counts
    .filter((each) => state === undefined || each.state === state)
    .reduce((total, { count }) => total + count, 0);
}

/** Combines counters, so that reading a slot's takes a few rows. Safe to run concurrently. */
export async function combineCounts(ctx: Context): Promise<void> {
  await ctx.db.$executeRaw`
    WITH slot AS (
      SELECT local_date, channel, timezone FROM delivery_counts
      WHERE local_date > ${ctx.clock.now()}::date - ${combinedDays}::int
      GROUP BY 1, 2, 3 HAVING count(*) > CASE WHEN local_date < ${ctx.clock.now()}::date - 1
        THEN ${maxRowsPerSlot.later}::int ELSE ${maxRowsPerSlot.today}::int END
    ), chosen AS (
      SELECT c.id FROM delivery_counts c JOIN slot USING (local_date, channel, timezone)
      FOR UPDATE OF c SKIP LOCKED
    ), combined AS (
      DELETE FROM delivery_counts c USING chosen WHERE c.id = chosen.id
      RETURNING c.*
    )
    INSERT INTO delivery_counts (local_date, channel, timezone, state, reason, provider_status, change)
    SELECT local_date, channel, timezone, state, reason, provider_status, sum(change)
    FROM combined GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(change) <> 0`;
}
