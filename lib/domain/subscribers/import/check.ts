import {
  shownProblems,
  type ImportCounts,
  type ImportNotes,
  type ImportProblem,
} from "@/lib/contracts/admin/imports";
import type { Context } from "../../context";
import { findStored, isChange, mergeStored } from "./merge-stored";
import { isProblem, type FileLine, type FileRow } from "./read-file";

const rowsPerQuery = 2_000;

/** A checked file: what importing it would do, and its first problems. */
export type CheckedFile = {
  counts: ImportCounts;
  notes: ImportNotes;
  /** Rows that can be imported. */
  total: number;
  problems: ImportProblem[];
};

/** What importing a file would do. Changes nothing. */
export async function checkFile(
  ctx: Pick<Context, "db">,
  lines: AsyncIterable<FileLine>,
): Promise<CheckedFile> {
  const checked: CheckedFile = {
    counts: { added: 0, updated: 0, unchanged: 0, rejected: 0 },
    notes: { emailOff: 0, names: 0, phones: 0, timezones: 0 },
    total: 0,
    problems: [],
  };
  let chunk: FileRow[] = [];
  for await (const line of lines) {
    if (isProblem(line)) {
      checked.counts.rejected += 1;
      if (checked.problems.length < shownProblems) checked.problems.push(line);
      continue;
    }
    checked.total += 1;
    if (!line.row.emailEnabled) checked.notes.emailOff += 1;
    for (const { column } of line.leftOut) checked.notes[`${column}s`] += 1;
    chunk.push(line);
    if (chunk.length < rowsPerQuery) continue;
    await countChanges(ctx, chunk, checked.counts);
    chunk = [];
  }
  await countChanges(ctx, chunk, checked.counts);
  return checked;
}

async function countChanges(
  ctx: Pick<Context, "db">,
  rows: readonly FileRow[],
  counts: ImportCounts,
): Promise<void> {
  const stored = await findStored(ctx.db, rows);
  for (const each of rows) {
    const before = stored.get(each.row.email.toLowerCase());
    if (!before) counts.added += 1;
    else if (isChange(mergeStored(each, before), before)) counts.updated += 1;
    else counts.unchanged += 1;
  }
}
