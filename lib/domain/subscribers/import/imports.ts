import {
  importNotesSchema,
  importSchema,
  importSources,
  shownProblems,
  undecidedColumns,
  type ImportChange,
  type ImportNotes,
  type ImportProblem,
  type ImportSummary,
  type ImportView,
  type NewImport,
} from "@/lib/contracts/admin/imports";
import { importMessages } from "@/lib/messages/admin/imports";
import { AppError } from "@/lib/platform/app-error";
import { z } from "zod";
import { nameOf, recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { checkFile } from "./check";
import { findImport, findWaiting, recordUse, type SubscriberImport } from "./find-import";
import { problemsOf } from "./problems";
import { isProblem, piecesOf, readHead, readLines, type FileLine } from "./read-file";
import { readingOf } from "./stored-import";
import { findUndoable } from "./undo";

/** How many imports are listed. */
const listed = 20;

const storedColumnsSchema = z.array(
  importSchema.shape.columns.element.extend({
    // Missing for files uploaded before this was counted.
    optedOut: z.int().nullable().default(null),
  }),
);

const unfixed = { fixes: {}, defaultStatus: null, country: null } as const;

/**
 * Stores a file and says what importing it would do.
 *
 * @throws AppError 400 for a file that can't be read
 */
export async function createImport(
  ctx: Context,
  { fileName, content }: NewImport,
  actor: Actor,
): Promise<ImportView> {
  const { source, columns, header, first, optedOut } = await readHead(content, {
    hasTexts: actor === "operator",
  });
  const data = {
    actor,
    fileName,
    // PostgreSQL can't store NUL characters.
    content: content.replaceAll("\0", ""),
    source,
    columns: header.map((name, index) => ({
      header: shorten(name),
      firstValue: shorten(first[index] ?? ""),
      column: columns[index] ?? null,
      optedOut: optedOut[index] ?? null,
    })),
    createdAt: ctx.clock.now(),
  };
  const stored = await ctx.db.$transaction(async (tx) => {
    const created = await tx.subscriberImport.create({ data });
    await recordUse(ctx, tx, created, { actor, action: "import.uploaded" });
    return created;
  });
  return check(ctx, stored, readLines(piecesOf(content), { columns, ...unfixed }));
}

/** PostgreSQL's JSON can't store lone surrogates. */
const shorten = (cell: string) =>
  cell
    .slice(0, 200)
    .replace(/[\uD800-\uDBFF]$/, "")
    .toWellFormed();

/** The latest imports, newest first. */
export async function listImports(ctx: Context): Promise<ImportSummary[]> {
  const found = await ctx.db.subscriberImport.findMany({
    omit: { content: true },
    orderBy: { id: "desc" },
    take: listed,
  });
  const undoable = await findUndoable(ctx.db);
  return found.map((each) => toSummary(each, undoable));
}

/**
 * One import, with its first problems until it is started.
 *
 * @throws AppError 404
 */
export async function getImport(ctx: Context, id: number): Promise<ImportView> {
  const summary = await ctx.db.subscriberImport.findUnique({
    where: { id },
    omit: { content: true },
  });
  if (!summary) throw new AppError(404, importMessages.notFound);
  const problems: ImportProblem[] = [];
  // Screens keep asking while an import runs, and the file may be large.
  if (summary.state !== "checked") return view(ctx, summary, problems);
  for await (const problem of problemsOf(await findImport(ctx, id))) {
    if (problems.push(problem) === shownProblems) break;
  }
  return view(ctx, summary, problems);
}

/**
 * Changes the column mapping, corrects or skips rows, and checks the file again.
 *
 * @throws AppError 400 when a column is used twice, 404, 409 once it has been started
 */
export async function changeImport(
  ctx: Context,
  id: number,
  change: ImportChange,
): Promise<ImportView> {
  const stored = await findWaiting(ctx, id);
  const columns = storedColumnsSchema.parse(stored.columns);
  if (change.columns.length !== columns.length) {
    throw new AppError(400, importMessages.columnsChanged, { field: "columns" });
  }
  const used = change.columns.filter((column) => column !== null && column !== "ignored");
  if (used.some((column) => column === "sms_on" || column === "sms_consent_at")) {
    throw new AppError(400, importMessages.textsNotImported, { field: "columns" });
  }
  if (new Set(used).size < used.length) {
    throw new AppError(400, importMessages.columnTwice, { field: "columns" });
  }
  const { count } = await ctx.db.subscriberImport.updateMany({
    where: { id, state: "checked" },
    data: {
      columns: columns.map((each, index) => ({ ...each, column: change.columns[index] ?? null })),
      fixes: change.fixes,
      defaultStatus: change.defaultStatus,
      country: change.country,
    },
  });
  if (count === 0) throw new AppError(409, importMessages.notWaiting);
  const changed = await findImport(ctx, id);
  return check(ctx, changed, readLines(piecesOf(changed.content ?? ""), change));
}

/**
 * Starts an import; a worker does the rest.
 *
 * @throws AppError 400 without an address column, without rows, or with an undecided column that looks like a
 *   status; 404, 409 if it has been started
 */
export async function startImport(ctx: Context, id: number, actor: Actor): Promise<ImportView> {
  const stored = await findWaiting(ctx, id);
  const reading = readingOf(stored);
  if (!reading.columns.includes("email")) {
    throw new AppError(400, importMessages.noEmailColumn, { field: "columns" });
  }
  const undecided = undecidedColumns(storedColumnsSchema.parse(stored.columns));
  if (undecided.length > 0) {
    throw new AppError(400, importMessages.undecided(undecided), { field: "columns" });
  }
  let total = 0;
  let rejected = 0;
  for await (const line of readLines(piecesOf(stored.content ?? ""), reading)) {
    if (isProblem(line)) rejected += 1;
    else total += 1;
  }
  if (total === 0) {
    throw new AppError(400, importMessages.nothingToImport, { field: "columns" });
  }
  await ctx.db.$transaction(async (tx) => {
    const started = await tx.subscriberImport.updateMany({
      where: { id, state: "checked" },
      data: {
        state: "running",
        startedAt: ctx.clock.now(),
        total,
        rejected,
        added: 0,
        updated: 0,
        unchanged: 0,
      },
    });
    if (started.count === 0) throw new AppError(409, importMessages.notWaiting);
    const { fileName, source } = stored;
    await recordAudit(ctx, tx, {
      actor,
      action: "subscribers.imported",
      subject: `import:${id}`,
      detail: { fileName, source, rows: total, rejected, hasConsent: true },
    });
  });
  return getImport(ctx, id);
}

/** Deletes a file that hasn't been imported. Throws AppError 404, or 409 once the import has started. */
export async function discardImport(ctx: Context, id: number, actor: Actor): Promise<void> {
  const stored = await findWaiting(ctx, id);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.subscriberImport.deleteMany({ where: { id, state: "checked" } });
    if (count === 0) throw new AppError(409, importMessages.notWaiting);
    await recordUse(ctx, tx, stored, { actor, action: "import.discarded" });
  });
}

/** Stores what importing the rows would do. */
async function check(
  ctx: Context,
  { id }: SubscriberImport,
  lines: AsyncIterable<FileLine>,
): Promise<ImportView> {
  const { counts, notes, total, problems } = await checkFile(ctx, lines);
  const stored = await ctx.db.subscriberImport.update({
    where: { id },
    data: { ...counts, notes, total },
  });
  return view(ctx, stored, problems);
}

async function view(
  ctx: Context,
  stored: Omit<SubscriberImport, "content">,
  problems: ImportProblem[],
): Promise<ImportView> {
  const { fixes, defaultStatus, country } = readingOf(stored);
  const noNotes: ImportNotes = { emailOff: 0, names: 0, phones: 0, timezones: 0 };
  return {
    ...toSummary(stored, await findUndoable(ctx.db)),
    columns: storedColumnsSchema.parse(stored.columns),
    fixes,
    defaultStatus,
    country,
    countries: [...ctx.settings.smsCountries],
    notes: importNotesSchema.safeParse(stored.notes).data ?? noNotes,
    problems,
  };
}

const stateSchema = z.enum(["checked", "running", "done", "undone"]);

function toSummary(
  stored: Omit<SubscriberImport, "content">,
  undoable: number | null,
): ImportSummary {
  const { id, fileName, total, processed, added, updated, unchanged, rejected } = stored;
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id,
    fileName,
    by: nameOf(stored.actor),
    source: z.enum(importSources).parse(stored.source),
    state: stateSchema.parse(stored.state),
    total,
    processed,
    counts: { added, updated, unchanged, rejected },
    createdAt: stored.createdAt.toISOString(),
    startedAt: iso(stored.startedAt),
    finishedAt: iso(stored.finishedAt),
    undoneAt: iso(stored.undoneAt),
    canUndo: id === undoable,
  };
}
