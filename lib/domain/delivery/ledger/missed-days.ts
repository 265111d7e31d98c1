import { fromDatabaseDate } from "@/lib/calendar/days";
import type { Context } from "../../context";
import { inMonthOf } from "./ledger-month";

/** Records who missed a morning in a closed slot: once per person and morning, whatever the channels. */
export async function recordMissedDays(
  ctx: Context,
  slot: { id: number; localDate: string },
): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO missed_days (local_date, subscriber_id, found_at)
    SELECT DISTINCT d.local_date, d.subscriber_id, ${ctx.clock.now()}::timestamptz
    FROM delivery_batches b
    JOIN deliveries d ON d.batch_id = b.id
    JOIN subscribers s ON s.id = d.subscriber_id
    WHERE b.slot_id = ${slot.id} AND ${inMonthOf(slot.localDate)} AND d.state = 'missed'
    ON CONFLICT DO NOTHING`;
}

/** What is still to be given back, and how much is on its way. */
export type MissedSummary = {
  people: number;
  mornings: number;
  /** The most mornings that one person missed. */
  mostPerPerson: number;
  /** YYYY-MM-DD; null without any. */
  first: string | null;
  last: string | null;
  /** People whose days are being given back. */
  givingBack: number;
};

/** Counts the mornings that nobody has given back yet. */
export async function summarizeMissedDays(ctx: Pick<Context, "db">): Promise<MissedSummary> {
  const [row] = await ctx.db.$queryRaw<
    {
      people: number;
      mornings: number;
      most: number | null;
      first: Date | null;
      last: Date | null;
      giving: number;
    }[]
  >`
    WITH open AS MATERIALIZED (
      SELECT local_date, subscriber_id, state FROM missed_days
      WHERE finished_at IS NULL
    ), person AS (
      SELECT count(*)::int AS days FROM open WHERE state = 'missed' GROUP BY subscriber_id
    )
    SELECT (SELECT count(*) FROM person)::int AS people,
      (SELECT max(days) FROM person) AS most,
      (count(DISTINCT local_date) FILTER (WHERE state = 'missed'))::int AS mornings,
      min(local_date) FILTER (WHERE state = 'missed') AS first,
      max(local_date) FILTER (WHERE state = 'missed') AS last,
      (count(DISTINCT subscriber_id) FILTER (WHERE state = 'requested'))::int AS giving
    FROM open`;
  return {
    people: row?.people ?? 0,
    mornings: row?.mornings ?? 0,
    mostPerPerson: row?.most ?? 0,
    first: row?.first ? fromDatabaseDate(row.first) : null,
    last: row?.last ? fromDatabaseDate(row.last) : null,
    givingBack: row?.giving ?? 0,
  };
}
