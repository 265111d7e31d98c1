import { anonymizeErased } from "../erasure/anonymize-erased";
import { replayErasures } from "../erasure/replay-erasures";
import type { Context } from "../context";
import { cutoffOf } from "./delete-rows";
import { createMonths } from "./months";
import { retentionOfTables } from "./tables";

/** How many rows, or months, of each table were deleted, such as `{ LoginToken: 3 }`. Leaves out zeros. */
export type PurgeReport = Record<string, number>;

/**
 * Deletes everything that is older than the privacy policy allows (lib/contracts/retention.ts), everyone whom
 * a restored backup brought back, and what was written about deleted accounts later. Creates the coming
 * months' partitions first. Safe to repeat and to run concurrently. Pauses nothing else: it deletes in small
 * batches, and stops while briefings are being delivered.
 */
export async function purgeExpired(ctx: Context): Promise<PurgeReport> {
  const now = ctx.clock.now();
  await createMonths(ctx);
  const report: PurgeReport = {};
  for (const [table, retention] of Object.entries(retentionOfTables)) {
    if (!("purge" in retention)) continue;
    const count = await retention.purge(ctx, cutoffOf(retention.period, now));
    if (count > 0) report[table] = count;
  }
  await replayErasures(ctx);
  await anonymizeErased(ctx);
  return report;
}
