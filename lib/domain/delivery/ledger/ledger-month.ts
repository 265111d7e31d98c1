import { Temporal } from "temporal-polyfill";
import { Prisma } from "@/lib/platform/database/database";

/**
 * SQL condition that limits the ledger rows `d` to the month of a date, which is one partition. A
 * statement that finds rows by their batch needs it: all rows of a batch have the same date. Not the date
 * itself, because with yesterday's statistics PostgreSQL expects next to no rows on a new date, and
 * reads all of them instead of using the index on the batch.
 */
export function inMonthOf(localDate: string): Prisma.Sql {
  const month = Temporal.PlainDate.from(localDate).toPlainYearMonth();
  const [first, next] = [month, month.add({ months: 1 })].map((each) =>
    each.toPlainDate({ day: 1 }).toString(),
  );
  return Prisma.sql`d.local_date >= ${first}::date AND d.local_date < ${next}::date`;
}
