import { stringify } from "csv-stringify/sync";
import type { ImportProblem } from "@/lib/contracts/admin/imports";
import { importLeftOutMessages } from "@/lib/messages/admin/imports";
import type { Actor } from "../../audit";
import type { Context } from "../../context";
import { toSafeCell } from "../csv/csv-format";
import { findWaiting, recordUse, type SubscriberImport } from "./find-import";
import { isProblem, piecesOf, readLines } from "./read-file";
import { readingOf } from "./stored-import";

/** The problems of a file that hasn't been imported. */
export async function* problemsOf(stored: SubscriberImport): AsyncGenerator<ImportProblem> {
  for await (const line of readLines(piecesOf(stored.content ?? ""), readingOf(stored))) {
    if (isProblem(line)) yield line;
  }
}

/**
 * The rows and cells that can't be imported as CSV, with their line and reason. Cells can't be formulas.
 *
 * @throws AppError 404, or 409 once it has been started
 */
export async function exportProblems(
  ctx: Context,
  id: number,
  actor: Actor,
): Promise<AsyncGenerator<string>> {
  const stored = await findWaiting(ctx, id);
  await recordUse(ctx, ctx.db, stored, { actor, action: "import.problems_downloaded" });
  return toCsv(listLeftOut(ctx, id));
}

async function* toCsv(problems: AsyncIterable<ImportProblem>): AsyncGenerator<string> {
  yield stringify([["row", "name", "column", "value", "reason"]]);
  for await (const { line, name, column, value, reason } of problems) {
    yield stringify([[String(line), toSafeCell(name), column ?? "", toSafeCell(value), reason]]);
  }
}

/**
 * The rows that can't be imported, and the cells of others that aren't, in the file's order.
 *
 * @throws AppError 404, or 409 once it has been started
 */
export async function* listLeftOut(ctx: Context, id: number): AsyncGenerator<ImportProblem> {
  const stored = await findWaiting(ctx, id);
  for await (const line of readLines(piecesOf(stored.content ?? ""), readingOf(stored))) {
    if (isProblem(line)) yield line;
    else {
      for (const { column, value } of line.leftOut) {
        const reason = importLeftOutMessages[column];
        yield { line: line.line, name: line.row.name ?? line.row.email, column, value, reason };
      }
    }
  }
}
