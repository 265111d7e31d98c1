import { retentionPeriods } from "@/lib/contracts/retention";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Mark } from "@/lib/platform/data-folder/mark-file";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { readHighestIds } from "../delivery/engine/worker-lease";
import { raiseAlert } from "../outbox/operator-alerts";

/** Far more IDs than are given out between a worker's last mark and the loss of its database. */
const idMargin = 10_000;

/** The database deletes stopped workers after this many days; an older mark proves nothing. */
const markDays = retentionPeriods.stoppedWorker.days - 1;

/** The heartbeat of a running worker is at most this old (seconds). */
const aliveS = 15;

/** The marks that are missing from the database. */
async function findLostMarks(ctx: Context, marks: readonly Mark[]): Promise<Mark[]> {
  if (marks.length === 0) return [];
  const lost = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT m.id FROM unnest(
      ${marks.map((mark) => mark.workerId)}::text[], ${marks.map((mark) => mark.mark)}::bigint[],
      ${marks.map((mark) => mark.at)}::timestamptz[]
    ) AS m (id, mark, at)
    LEFT JOIN workers w ON w.id = m.id::uuid
    WHERE coalesce(w.mark, -1) < m.mark
      AND (w.id IS NOT NULL OR m.at > now() - make_interval(days => ${markDays}::int))
      -- Already dealt with, when another worker noticed it.
      AND NOT EXISTS (SELECT 1 FROM restores r WHERE r.confirmed_at > m.at)`;
  const ids = new Set(lost.map(({ id }) => id));
  return marks.filter((mark) => ids.has(mark.workerId));
}

/** Whether any worker is running anywhere: then the database can't have been restored unnoticed. */
async function hasLiveWorker(ctx: Context): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ some: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM workers WHERE stopped_at IS NULL
      AND heartbeat_at > now() - make_interval(secs => ${aliveS})) AS some`;
  return row?.some ?? false;
}

function highestOf(records: readonly Record<string, number>[]): Record<string, number> {
  const highest: Record<string, number> = {};
  for (const [name, value] of records.flatMap((each) => Object.entries(each))) {
    highest[name] = Math.max(highest[name] ?? 0, value);
  }
  return highest;
}

/** A restore, as `stopSending` finds or creates it. */
type StoredRestore = { id: number; detectedAt: Date };

/** Stops all sending, unless it's stopped already. */
async function stopSending(ctx: Context): Promise<StoredRestore> {
  return ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('restore'))`;
    const open = await tx.restore.findFirst({
      where: { releasedAt: null },
      select: { id: true, detectedAt: true },
    });
    if (open) return open;
    // Prisma would fill in this machine's time.
    const [created] = await tx.$queryRaw<StoredRestore[]>`
      INSERT INTO restores (highest_ids) VALUES ('{}')
      RETURNING id, detected_at AS "detectedAt"`;
    if (!created) throw new Error("the database returned no restore");
    return created;
  });
}

/**
 * Records that the database has lost something, tells the operator, and makes sure that nothing from before
 * can be mistaken for something new: IDs aren't reused, and pages are rendered again.
 */
export async function confirmRestore(
  ctx: Context,
  { id, detectedAt }: StoredRestore,
  evidence: { cause: string; highestIds: Record<string, number> },
): Promise<void> {
  await raiseAlert(ctx, {
    key: `restored:${id}:${detectedAt.toISOString()}`,
    ...operatorAlertMessages.restored(evidence.cause),
  });
  const highestIds = highestOf([await readHighestIds(ctx), evidence.highestIds]);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.restore.updateMany({
      where: { id, confirmedAt: null },
      data: { confirmedAt: await databaseNow(tx), cause: evidence.cause, highestIds },
    });
    if (count === 0) return;
    for (const [name, value] of Object.entries(highestIds)) {
      await tx.$executeRaw`
        SELECT setval(format('%I', sequencename)::regclass, ${value + idMargin}::bigint)
        FROM pg_sequences WHERE schemaname = ANY(current_schemas(false)) AND sequencename = ${name}`;
    }
    await tx.$executeRaw`UPDATE page_versions SET version = version + ${idMargin}`;
  });
}

async function databaseNow(tx: Transaction): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
  if (!row) throw new Error("the database returned no time");
  return row.now;
}

/**
 * Compares the database with the marks in the data folder, before anything is sent. If it's behind them, it
 * was restored, or lost and started empty: nothing is sent until `recoverDatabase` has found out what the
 * providers sent. Without marks and other workers, as after the loss of a machine, sending stops too,
 * although this may turn out to be an ordinary first start.
 */
export async function detectRestore(ctx: Context): Promise<void> {
  const marks = await ctx.marks.list();
  const lost = await findLostMarks(ctx, marks);
  if (lost.length > 0) {
    const last = Math.max(...lost.map(({ at }) => at.getTime()));
    await confirmRestore(ctx, await stopSending(ctx), {
      cause: `it has no record of ${new Date(last).toISOString()}`,
      highestIds: highestOf(marks.map((mark) => mark.highestIds)),
    });
    await ctx.marks.forget(lost.map((mark) => mark.workerId));
  } else if (marks.length === 0 && !(await hasLiveWorker(ctx))) {
    await stopSending(ctx);
  }
}
