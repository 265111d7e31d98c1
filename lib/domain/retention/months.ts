import { dayMs } from "@/lib/calendar/units";
import { Temporal } from "temporal-polyfill";
import { localDateAt } from "@/lib/calendar/days";
import type { Context } from "../context";
import { isDelivering } from "./delete-rows";

/** Tables that are partitioned by month. */
type PartitionedTable = "deliveries" | "send_attempts" | "webhook_events";

const partitionedTables = [
  "deliveries",
  "send_attempts",
  "webhook_events",
] as const satisfies PartitionedTable[];

/** For how many months ahead partitions are created. */
const monthsAhead = 3;

/** A month of a table, identified by one of its days. */
type Month = { table: PartitionedTable; day: string };

/** Months whose rows had no partition when they were written. */
async function listMissingMonths(ctx: Context): Promise<Month[]> {
  return ctx.db.$queryRaw<Month[]>`
    SELECT DISTINCT "table", date_trunc('month', day)::date::text AS day FROM (
      SELECT 'deliveries' AS "table", local_date AS day FROM deliveries_default
      UNION ALL SELECT 'send_attempts', local_date FROM send_attempts_default
      UNION ALL SELECT 'webhook_events', month FROM webhook_events_default) written`;
}

/**
 * Creates the partitions of this month and the next three, and of every month that has rows without a
 * partition, and moves those rows. Safe to repeat and to run concurrently.
 */
export async function createMonths(ctx: Context): Promise<void> {
  const today = Temporal.PlainDate.from(localDateAt(ctx.clock.now(), "UTC"));
  const coming = Array.from({ length: monthsAhead + 1 }, (_, months) =>
    today.add({ months }).toString(),
  );
  const months = partitionedTables.flatMap((table) => coming.map((day) => ({ table, day })));
  for (const { table, day } of [...months, ...(await listMissingMonths(ctx))]) {
    const [row] = await ctx.db.$queryRaw<{ moved: bigint | null }[]>`
      SELECT create_month(${table}, ${day}::date) AS moved`;
    const moved = Number(row?.moved ?? 0);
    if (moved > 0) ctx.log.warn({ table, day, moved }, "partition created late");
  }
}

/**
 * The first day that is kept when rows before the cutoff are deleted: a whole month is dropped once its first
 * day is that old.
 */
export function firstDayKept(cutoff: Date): string {
  const day = Temporal.PlainDate.from(localDateAt(cutoff, "UTC"));
  const isFirst = day.day === 1 && cutoff.getTime() % dayMs === 0;
  return (isFirst ? day : day.with({ day: 1 }).add({ months: 1 })).toString();
}

/**
 * Drops the partitions of the months that began before the cutoff, unless briefings are being delivered.
 *
 * @returns how many were dropped
 */
export async function dropMonths(
  ctx: Context,
  table: PartitionedTable,
  cutoff: Date,
): Promise<number> {
  if (isDelivering(ctx)) return 0;
  const [row] = await ctx.db.$queryRaw<{ dropped: number }[]>`
    SELECT drop_months(${table}, ${firstDayKept(cutoff)}::date) AS dropped`;
  return row?.dropped ?? 0;
}
