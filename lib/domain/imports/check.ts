import type { ImportCounts } from "@/lib/contracts/admin/imports";
import type { Context } from "../context";
import { findStored, isChange, mergeStored } from "./merge-stored";
import type { FileRow } from "./read-file";

const rowsPerQuery = 2_000;

/** What importing the rows would do. Changes nothing. */
export async function countChanges(
  ctx: Pick<Context, "db">,
  rows: readonly FileRow[],
): Promise<Omit<ImportCounts, "rejected">> {
  const counts = { added: 0, updated: 0, unchanged: 0 };
  for (let at = 0; at < rows.length; at += rowsPerQuery) {
    const chunk = rows.slice(at, at + rowsPerQuery);
    const stored = await findStored(ctx.db, chunk);
    for (const each of chunk) {
      const before = stored.get(each.row.email.toLowerCase());
      if (!before) counts.added += 1;
      else if (isChange(mergeStored(each, before), before)) counts.updated += 1;
      else counts.unchanged += 1;
    }
  }
  return counts;
}
