import { dayMs } from "@/lib/calendar/units";
import { retentionPeriods } from "@/lib/contracts/retention";
import {
  appendErasures,
  readErasures,
  type ErasureRecord,
} from "@/lib/platform/data-folder/erasure-file";
import type { PastTrialRecord } from "@/lib/platform/data-folder/past-trial-files";
import { storePastTrials } from "../billing/past-trials";
import type { Context } from "../context";
import { eraseAccount } from "./erase-account";

/**
 * Compares the erasures and past trials in the database with their copies in the data folder. Each gets what
 * it's missing: the database after a restored backup, the files after a failed write. Then deletes every
 * account and purchase that the backup brought back. Safe to repeat and to run concurrently.
 *
 * @returns how many accounts were deleted again
 */
export async function replayErasures(ctx: Context): Promise<number> {
  await mergeErasures(ctx);
  await mergePastTrials(ctx);
  const people = await ctx.db.$queryRaw<{ id: number; erasedAt: Date }[]>`
    SELECT id, max(erased_at) AS "erasedAt" FROM (
      SELECT s.id, e.erased_at FROM subscribers s
      JOIN erasures e ON e.hash = erasure_hash(subscriber_name(s))
      UNION ALL
      SELECT p.subscriber_id, e.erased_at FROM subscriptions p
      JOIN erasures e ON e.hash = erasure_hash(p.paddle_subscription_id)
      WHERE p.subscriber_id IS NOT NULL) found
    GROUP BY id ORDER BY id`;
  for (const { id, erasedAt } of people) {
    await eraseAccount(ctx, id, { actor: "system", erasedBefore: erasedAt });
  }
  await deletePurchases(ctx);
  return people.length;
}

async function mergeErasures(ctx: Context): Promise<void> {
  const { erasureFile } = ctx.settings;
  const inFile = await readErasures(erasureFile);
  const inDatabase = await ctx.db.erasure.findMany();
  const known = (records: readonly ErasureRecord[]) => new Set(records.map(({ hash }) => hash));
  const [fileHashes, databaseHashes] = [known(inFile), known(inDatabase)];
  await ctx.db.erasure.createMany({
    data: inFile.filter(({ hash }) => !databaseHashes.has(hash)),
    skipDuplicates: true,
  });
  await appendErasures(
    erasureFile,
    inDatabase.filter(({ hash }) => !fileHashes.has(hash)),
  );
}

/** The files go back as far as backups can, so older records are only in the database. */
async function mergePastTrials(ctx: Context): Promise<void> {
  const inFiles = await ctx.pastTrials.list();
  await storePastTrials(ctx.db, inFiles);
  const nameOf = ({ hash, at }: PastTrialRecord) => `${hash} ${at.toISOString()}`;
  const copied = new Set(inFiles.map(nameOf));
  const since = new Date(ctx.clock.now().getTime() - retentionPeriods.choice.days * dayMs);
  const recent = await ctx.db.pastTrial.findMany({ where: { erasedAt: { gt: since } } });
  const records = recent.map(({ erasedAt: at, ...record }) => ({ ...record, at }));
  await ctx.pastTrials.append(records.filter((record) => !copied.has(nameOf(record))));
}

/** Deletes what belongs to erased subscriptions and customers that have no account. */
async function deletePurchases(ctx: Context): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM payments
      WHERE erasure_hash(paddle_subscription_id) IN (SELECT hash FROM erasures)`;
    await tx.$executeRaw`
      DELETE FROM adjustments
      WHERE erasure_hash(paddle_subscription_id) IN (SELECT hash FROM erasures)`;
    await tx.$executeRaw`
      DELETE FROM onboarding_records
      WHERE erasure_hash(paddle_subscription_id) IN (SELECT hash FROM erasures)`;
    await tx.$executeRaw`
      DELETE FROM subscriptions
      WHERE erasure_hash(paddle_subscription_id) IN (SELECT hash FROM erasures)`;
    await tx.$executeRaw`
      DELETE FROM paddle_customers c
      WHERE erasure_hash(c.id) IN (SELECT hash FROM erasures)
        AND NOT EXISTS (SELECT 1 FROM subscriptions p WHERE p.paddle_customer_id = c.id)`;
  });
}
