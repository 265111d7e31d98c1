import { fromDatabaseDate } from "@/lib/calendar/days";
import type { Context } from "../../context";

/** What is still to be given back, and how much is on its way. */
export type MissedSummary = {
  people: number;
  mornings: number;
  /** The most days that one person missed. */
  mostPerPerson: number;
  /** YYYY-MM-DD; null without any. */
  first: string | null;
  last: string | null;
  /** People whose days are being given back. */
  givingBack: number;
};

/** Counts the days that nobody has given back yet. */
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

/** Days back that a briefing nobody was sent for lack of a message stays on the list. */
const unsentDays = 7;

/** People of a zone whom a date's briefing wasn't sent to, because it had no message. */
export type UnsentZone = {
  /** YYYY-MM-DD */
  localDate: string;
  timezone: string;
  people: number;
};

/** Whom nobody has given back the day yet, by date, the newest first, and zone. */
export async function listUnsentZones(ctx: Pick<Context, "db" | "clock">): Promise<UnsentZone[]> {
  const rows = await ctx.db.$queryRaw<(Omit<UnsentZone, "localDate"> & { localDate: Date })[]>`
    SELECT m.local_date AS "localDate", s.timezone, count(*)::int AS people
    FROM missed_days m JOIN subscribers s ON s.id = m.subscriber_id
    WHERE m.skip_reason = 'no_message' AND m.local_date > ${ctx.clock.now()}::date - ${unsentDays}::int
    GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC`;
  return rows.map((row) => ({ ...row, localDate: fromDatabaseDate(row.localDate) }));
}
