import { Temporal } from "temporal-polyfill";
import { retentionPeriods, type PeriodName } from "@/lib/contracts/retention";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { openSlots } from "../delivery/schedule/slots";

/** Small enough that a statement takes a fraction of a second and holds few locks. */
const rowsPerStatement = 5_000;

/** The cutoff: older rows are deleted. Months and years follow the calendar, in UTC. */
export function cutoffOf(name: PeriodName, now: Date): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO("UTC");
  return new Date(local.subtract(retentionPeriods[name]).epochMilliseconds);
}

/** Whether briefings are being delivered: deletions wait. */
export function isDelivering(ctx: {
  clock: Pick<Context["clock"], "now">;
  settings: Pick<Context["settings"], "emailLeadMinutes">;
}): boolean {
  return openSlots(ctx.clock.now(), ctx.settings.emailLeadMinutes).length > 0;
}

/**
 * Deletes the rows of a table that match a condition, in small batches, until none are left or briefings are
 * being delivered.
 *
 * @returns how many were deleted
 */
export async function deleteRows(
  ctx: Context,
  table: string,
  condition: Prisma.Sql,
): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  let total = 0;
  while (!isDelivering(ctx)) {
    const deleted = await ctx.db.$executeRaw`
      DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
        SELECT t.ctid FROM ${name} t WHERE ${condition} LIMIT ${rowsPerStatement}))`;
    total += deleted;
    if (deleted < rowsPerStatement) break;
  }
  return total;
}

/** Deletes the rows whose `column` is before the cutoff, like `deleteRows`. */
export async function deleteOlderRows(
  ctx: Context,
  { table, column, cutoff }: { table: string; column: string; cutoff: Date },
): Promise<number> {
  return deleteRows(ctx, table, Prisma.sql`${Prisma.raw(`t.${column}`)} < ${cutoff}`);
}
