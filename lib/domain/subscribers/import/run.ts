import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { storeImport } from "./store-import";
import { nameOf } from "../../audit";
import type { Context } from "../../context";
import { raiseAlert } from "../../outbox/operator-alerts";
import { replayChoices } from "../../recovery/replay-choices";
import { findStored, isChange, mergeStored } from "./merge-stored";
import { isProblem, readLines, type FileRow } from "./read-file";
import { forgetFile, readingOf, storedPieces } from "./stored-import";

const rowsPerTransaction = 1_000;
const transactionTimeoutMs = 60_000;

/** Nobody is expected to wait longer than this on the screen. */
const longMs = 60_000;

/**
 * Continues the imports that have been started. Each chunk's people and the progress are stored in one
 * transaction, so after a crash, any worker can continue where the import was.
 */
export async function runImports(ctx: Context): Promise<void> {
  const running = await ctx.db.subscriberImport.findMany({
    where: { state: "running" },
    omit: { content: true },
    orderBy: { id: "asc" },
  });
  for (const each of running) {
    if (!(await storeRows(ctx, each))) return;
    // After the loss of a database, its people are back, but not what they have chosen since. Must come
    // before the import counts as done, so that the next worker repeats it if this one stops here.
    await replayChoices(ctx);
    const count = await ctx.db.$transaction(async (tx) => {
      const done = await tx.subscriberImport.updateMany({
        where: { id: each.id, state: "running" },
        data: { state: "done", finishedAt: ctx.clock.now() },
      });
      if (done.count > 0) await forgetFile(tx, each.id);
      return done.count;
    });
    if (count > 0) await tellWhenLong(ctx, each.id);
  }
}

/** Stores the remaining rows. Returns false if the import was undone or continued elsewhere. */
async function storeRows(
  ctx: Context,
  started: Omit<Prisma.SubscriberImportGetPayload<object>, "content">,
): Promise<boolean> {
  const { id } = started;
  let { processed } = started;
  let skipped = 0;
  let chunk: FileRow[] = [];
  const storeChunk = async () => {
    if (!(await runChunk(ctx, id, processed, chunk))) return false;
    processed += chunk.length;
    chunk = [];
    return true;
  };
  for await (const line of readLines(storedPieces(ctx.db, id), readingOf(started))) {
    if (isProblem(line)) continue;
    if (skipped < started.processed) {
      skipped += 1;
      continue;
    }
    chunk.push(line);
    if (chunk.length === rowsPerTransaction && !(await storeChunk())) return false;
  }
  return chunk.length === 0 || storeChunk();
}

/** Emails the administrator who started an import, or the operator, if they won't have waited for it. */
async function tellWhenLong(ctx: Context, id: number): Promise<void> {
  const { actor, fileName, startedAt, finishedAt, ...counts } =
    await ctx.db.subscriberImport.findUniqueOrThrow({ where: { id }, omit: { content: true } });
  if (Number(finishedAt) - Number(startedAt) < longMs) return;
  const username = nameOf(actor);
  const admin = await ctx.db.admin.findFirst({ where: { username }, select: { email: true } });
  const url = `${ctx.settings.siteUrl}/admin/import`;
  const alert = operatorAlertMessages.importDone(fileName, counts, url);
  await raiseAlert(ctx, { key: `import:${id}`, ...alert, recipient: admin?.email ?? null });
}

/** Returns false if the import was undone or continued elsewhere; then nothing is stored. */
async function runChunk(
  ctx: Context,
  importId: number,
  processed: number,
  chunk: readonly FileRow[],
): Promise<boolean> {
  return ctx.db.$transaction(
    async (tx) => {
      const claimed = await tx.$executeRaw`
        UPDATE subscriber_imports SET processed = processed + ${chunk.length}
        WHERE id = ${importId} AND processed = ${processed} AND state = 'running'`;
      if (claimed === 0) return false;
      const { added, updated, unchanged } = await storePeople(ctx, tx, importId, chunk);
      await tx.$executeRaw`
        UPDATE subscriber_imports SET added = added + ${added}, updated = updated + ${updated},
          unchanged = unchanged + ${unchanged}
        WHERE id = ${importId}`;
      return true;
    },
    { timeout: transactionTimeoutMs },
  );
}

async function storePeople(
  ctx: Context,
  tx: Transaction,
  importId: number,
  chunk: readonly FileRow[],
) {
  const now = ctx.clock.now();
  const stored = await findStored(tx, chunk);
  const merged = chunk.map((each) => ({
    row: mergeStored(each, stored.get(each.row.email.toLowerCase())),
    before: stored.get(each.row.email.toLowerCase()),
  }));
  const counts = await storeImport(
    tx,
    merged.map(({ row }) => row),
    now,
  );
  const changed = merged.flatMap(({ row, before }) =>
    before && isChange(row, before) ? [before] : [],
  );
  await tx.$executeRaw`
    INSERT INTO imported_people (import_id, subscriber_id, before, stored_at)
    SELECT ${importId}, (before ->> 'id')::int, before, ${now}
    FROM jsonb_array_elements(${JSON.stringify(changed)}::jsonb) AS before
    ON CONFLICT DO NOTHING`;
  const newAddresses = merged.flatMap(({ row, before }) =>
    before ? [] : [row.email.toLowerCase()],
  );
  // Someone who signs up at this moment isn't added by the import.
  await tx.$executeRaw`
    INSERT INTO imported_people (import_id, subscriber_id, stored_at)
    SELECT ${importId}, id, ${now} FROM subscribers
    WHERE lower(email) = ANY(${newAddresses}::text[]) AND created_at = ${now}
      AND payment_email IS NULL
    ON CONFLICT DO NOTHING`;
  return counts;
}
