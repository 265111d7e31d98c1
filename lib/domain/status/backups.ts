import type { BackupResult, ReportBackup } from "@/lib/contracts/admin/settings";
import { settingsMessages } from "@/lib/messages/admin/settings";
import { AppError } from "@/lib/platform/app-error";
import { findNewestBackup } from "@/lib/platform/service/backup-file";
import type { Database } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";

/** A backup of the database that we know of. */
export type Backup = {
  /** The file's name, or what the script calls it. */
  name: string;
  finishedAt: Date;
  /** Null when unknown. */
  sizeBytes: number | null;
  result: BackupResult;
};

/** A file that was written to this recently may not be complete (milliseconds). */
const settledMs = 60_000;

/** A day between backups, and two hours to finish one. */
export const maxBackupAgeMs = 26 * 3_600_000;

/**
 * Records a backup, once.
 *
 * @returns whether it's new
 */
async function recordBackup(
  ctx: Pick<Context, "db" | "clock">,
  backup: Backup,
  by: Actor,
): Promise<boolean> {
  const { name, finishedAt, sizeBytes, result } = backup;
  return ctx.db.$transaction(async (tx) => {
    const added = await tx.$executeRaw`
      INSERT INTO backups (name, finished_at, size_bytes, result, recorded_at)
      VALUES (${name}, ${finishedAt}, ${sizeBytes}, ${result}, ${ctx.clock.now()})
      ON CONFLICT (finished_at, name) DO NOTHING`;
    if (added === 0) return false;
    await recordAudit(ctx, tx, {
      actor: by,
      action: "backup.recorded",
      subject: "backup",
      detail: { after: { name, finishedAt: finishedAt.toISOString(), sizeBytes, result } },
    });
    return true;
  });
}

/** Clocks of other machines can be this far ahead. */
const maxAheadMs = 300_000;

/**
 * Records a backup that a script reports, or whether a known one can be restored.
 *
 * @returns whether this is new
 * @throws AppError 400 for a backup finished in the future
 */
export async function reportBackup(
  ctx: Pick<Context, "db" | "clock">,
  report: ReportBackup,
  by: Actor,
): Promise<boolean> {
  const { name, sizeBytes = null, result } = report;
  const now = ctx.clock.now();
  const finishedAt = report.finishedAt === undefined ? now : new Date(report.finishedAt);
  if (finishedAt.getTime() > now.getTime() + maxAheadMs) {
    throw new AppError(400, settingsMessages.backupInFuture, { field: "finishedAt" });
  }
  const backup: Backup = { name, finishedAt, sizeBytes, result };
  if (await recordBackup(ctx, backup, by)) return true;
  const known = await ctx.db.backup.findUniqueOrThrow({
    where: { finishedAt_name: { finishedAt, name } },
    select: { result: true },
  });
  if (result === "unchecked" || result === known.result) return false;
  await recordCheck(ctx, backup, by);
  return true;
}

/**
 * Records the newest file of the folder that backups are written to.
 *
 * @param now by the clock of the file system
 */
export async function recordNewestBackup(
  ctx: Pick<Context, "db" | "clock">,
  folder: string,
  now: Date,
): Promise<void> {
  const newest = await findNewestBackup(folder, new Date(now.getTime() - settledMs));
  if (!newest) return;
  const { finishedAt, name } = newest;
  const known = await ctx.db.backup.findUnique({
    where: { finishedAt_name: { finishedAt, name } },
    select: { id: true },
  });
  if (!known) await recordBackup(ctx, newest, "system");
}

/** Records whether a backup could be restored, which is tested after it was made. */
export async function recordCheck(
  ctx: Pick<Context, "db" | "clock">,
  backup: Backup,
  by: Actor,
): Promise<void> {
  if (await recordBackup(ctx, backup, by)) return;
  const { name, finishedAt, result } = backup;
  await ctx.db.$transaction(async (tx) => {
    await tx.backup.update({ where: { finishedAt_name: { finishedAt, name } }, data: { result } });
    await recordAudit(ctx, tx, {
      actor: by,
      action: "backup.recorded",
      subject: "backup",
      detail: { after: { name, finishedAt: finishedAt.toISOString(), result } },
    });
  });
}

/** The newest backup, and the newest that isn't known to be bad; null without one. */
export async function findBackups(
  db: Pick<Database, "$queryRaw">,
): Promise<{ last: Backup | null; lastGood: Backup | null }> {
  const rows = await db.$queryRaw<Backup[]>`
    SELECT name, finished_at AS "finishedAt", size_bytes::float8 AS "sizeBytes", result
    FROM ((SELECT * FROM backups ORDER BY finished_at DESC LIMIT 1)
      UNION (SELECT * FROM backups WHERE result <> 'failed' ORDER BY finished_at DESC LIMIT 1)) b
    ORDER BY finished_at DESC`;
  const lastGood = rows.find(({ result }) => result !== "failed");
  return { last: rows[0] ?? null, lastGood: lastGood ?? null };
}

/** How long ago the last good backup was finished; null without one. */
export async function readBackupAgeMs({
  db,
  clock,
}: Pick<Context, "db" | "clock">): Promise<number | null> {
  const { lastGood } = await findBackups(db);
  return lastGood && Math.max(0, clock.now().getTime() - lastGood.finishedAt.getTime());
}

/** Whether the database server's last attempt to archive its changes failed; null if it doesn't archive. */
export async function isArchiveFailing(db: Pick<Database, "$queryRaw">): Promise<boolean | null> {
  const [row] = await db.$queryRaw<{ isFailing: boolean | null }[]>`
    SELECT CASE WHEN current_setting('archive_mode') <> 'off'
      THEN coalesce(last_failed_time > last_archived_time, last_failed_time IS NOT NULL)
      END AS "isFailing"
    FROM pg_stat_archiver`;
  return row?.isFailing ?? null;
}

/** Whether the last good backup is too old, or there is none. The sandbox needs none. */
export function isBackupOverdue(
  { clock, settings }: Pick<Context, "clock" | "settings">,
  lastGood: Backup | null,
): boolean {
  if (!lastGood) return !settings.isSandbox;
  return clock.now().getTime() - lastGood.finishedAt.getTime() >= maxBackupAgeMs;
}
