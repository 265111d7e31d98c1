import { z } from "zod";
import type { PlanName } from "@/lib/contracts/plans";
import {
  maxImportColumns,
  maxImportRows,
  type ImportChange,
  type ImportColumn,
  type ImportProblem,
} from "@/lib/contracts/admin/imports";
import { importMessages, importProblemMessages } from "@/lib/messages/admin/imports";
import { AppError } from "@/lib/platform/app-error";
import type { SubscriberColumn } from "../csv/csv-format";
import { CsvSyntaxError, readCsv, type CsvRecord } from "../csv/csv-reader";
import {
  InvalidRowError,
  readImportRow,
  UntextableNumberError,
  type ImportRow,
} from "../csv/import-row";

/** A row that can be imported, and the columns that the file has a value for. */
export type FileRow = { line: number; row: ImportRow; given: ReadonlySet<SubscriberColumn> };

/** A row of a file: one that can be imported, or what is wrong with it. */
export type FileLine = FileRow | ImportProblem;

type Reading = Pick<ImportChange, "columns" | "fixes" | "defaultStatus">;

/** An invalid cell of a column of the file. */
class InvalidCell extends Error {
  constructor(
    readonly column: ImportColumn | null,
    message: string,
  ) {
    super(message);
  }
}

/** Whether a row of a file can't be imported. */
export function isProblem(line: FileLine): line is ImportProblem {
  return "reason" in line;
}

/**
 * Reads the records of a CSV text one by one: a large file doesn't fit into a worker's memory.
 *
 * @throws AppError 400 when a quotation mark is never closed, or there are too many columns or rows
 */
async function* readRecords(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let count = 0;
  let lastLine = 0;
  try {
    for await (const record of readCsv(pieces)) {
      if (count === 0 && record.cells.length > maxImportColumns) {
        throw tooLarge(importMessages.tooManyColumns(maxImportColumns));
      }
      if (count > maxImportRows) throw tooLarge(importMessages.tooManyRows(maxImportRows));
      count += 1;
      lastLine = record.line;
      yield record;
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    const message = importMessages.unreadable(lastLine + 1);
    throw new AppError(400, message, { field: "content", cause: error });
  }
}

function tooLarge(message: string): AppError {
  return new AppError(400, message, { field: "content" });
}

const pieceLength = 64 * 1024;

/** A text in pieces. */
export async function* piecesOf(content: string): AsyncGenerator<string> {
  for (let at = 0; at < content.length; at += pieceLength) {
    yield content.slice(at, at + pieceLength);
  }
}

/**
 * The header of a CSV text and its first record. Reads all of it, to refuse what can't be read.
 *
 * @throws AppError 400 without a header, when a quotation mark is never closed, or when there are too
 *   many columns or rows
 */
export async function readHead(content: string): Promise<{ header: string[]; first: string[] }> {
  const head: string[][] = [];
  for await (const { cells } of readRecords(piecesOf(content))) {
    if (head.length < 2) head.push(cells);
  }
  const [header, first] = head;
  if (!header || header.every((cell) => cell.trim() === "")) {
    throw new AppError(400, importMessages.noHeader, { field: "content" });
  }
  return { header: header.map((cell) => cell.trim()), first: first ?? [] };
}

/**
 * Reads a file's rows as its columns and the corrections say, in order. Skipped rows are left out.
 *
 * @throws AppError 400 when a quotation mark is never closed
 */
export async function* readLines(
  pieces: AsyncIterable<string>,
  reading: Reading,
): AsyncGenerator<FileLine> {
  const lineOfAddress = new Map<string, number>();
  let expected: number | undefined;
  for await (const { line, cells } of readRecords(pieces)) {
    if (expected === undefined) {
      expected = cells.length;
      continue;
    }
    const fix = reading.fixes[String(line)];
    if (fix === null) continue;
    const cell = (column: ImportColumn) =>
      (fix?.[column] ?? cells[reading.columns.indexOf(column)] ?? "").trim();
    try {
      if (cells.length !== expected) {
        throw new InvalidCell(null, importProblemMessages.cells(expected, cells.length));
      }
      const row = readRow(cell, reading);
      const address = row.email.toLowerCase();
      const earlier = lineOfAddress.get(address);
      if (earlier !== undefined) {
        throw new InvalidCell("email", importProblemMessages.duplicate(earlier));
      }
      lineOfAddress.set(address, line);
      yield { line, row, given: givenColumns(reading, cell) };
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      const { column, message: reason } = error;
      const value = column === null ? "" : cell(column);
      yield { line, name: nameOf(cell) || cell("email"), column, value, reason };
    }
  }
}

function nameOf(cell: (column: ImportColumn) => string): string {
  return cell("name") || `${cell("first_name")} ${cell("last_name")}`.trim();
}

const yes = new Set(["true", "yes", "y", "1", "active", "subscribed"]);
const no = new Set(["false", "no", "n", "0", "inactive", "unsubscribed", "pending", "invalid"]);

function readYesNo(
  cell: (column: ImportColumn) => string,
  column: ImportColumn,
  whenEmpty: boolean,
): boolean {
  const word = cell(column).toLowerCase();
  if (word === "") return whenEmpty;
  if (yes.has(word)) return true;
  if (no.has(word)) return false;
  throw new InvalidCell(column, importProblemMessages.yesOrNo);
}

/** The columns of ours that a row of the file says something about. */
function givenColumns(
  { columns, defaultStatus }: Reading,
  cell: (column: ImportColumn) => string,
): Set<SubscriberColumn> {
  const has = (column: ImportColumn) => columns.includes(column) && cell(column) !== "";
  const given = new Set<SubscriberColumn>(["email"]);
  if (nameOf(cell) !== "") given.add("name");
  if (has("phone")) given.add("phone");
  if (has("timezone")) given.add("timezone");
  const saysStatus = (["status", "paid", "plan", "until"] as const).some(has);
  if (saysStatus || defaultStatus !== null) given.add("status");
  if (has("email_on") || has("email_off")) given.add("email_enabled");
  return given;
}

function readRow(cell: (column: ImportColumn) => string, reading: Reading): ImportRow {
  const isEmailOn = readYesNo(cell, "email_on", true) && !readYesNo(cell, "email_off", false);
  const until = readUntil(cell);
  const member = readPlan(cell);
  const isMember = readYesNo(cell, "paid", false) || member !== null;
  // A file that says only until when someone has paid.
  const isDated =
    until !== null &&
    !(["status", "paid", "plan"] as const).some((each) => reading.columns.includes(each));
  const status = cell("status") || (isMember || isDated ? "active" : (reading.defaultStatus ?? ""));
  const cells: Record<SubscriberColumn, string> = {
    email: cell("email"),
    name: nameOf(cell),
    phone: cell("phone"),
    timezone: cell("timezone"),
    status,
    email_enabled: String(isEmailOn),
    sms_enabled: "",
    sms_consent_at: "",
  };
  try {
    const row = readImportRow((column) => cells[column]);
    return row.status === null ? row : { ...row, plan: member?.plan ?? null, until };
  } catch (error) {
    if (error instanceof InvalidRowError) throw toInvalidCell(error);
    throw error;
  }
}

const planWords: ReadonlyMap<string, PlanName | null> = new Map([
  ...["annual", "annually", "yearly", "year"].map((word) => [word, "annual"] as const),
  ...["monthly", "month"].map((word) => [word, "monthly"] as const),
  // Have the briefing without a plan of ours.
  ...["comp", "comped", "complimentary", "gift", "founding", "lifetime", "paid", "premium"].map(
    (word) => [word, null] as const,
  ),
]);
const noPlanWords = new Set(["", "free", "none", "other", "no", "false"]);

/** The plan of someone who has the briefing, null without one of ours; null for everyone else. */
function readPlan(cell: (column: ImportColumn) => string): { plan: PlanName | null } | null {
  const word = cell("plan").toLowerCase();
  if (noPlanWords.has(word)) return null;
  const plan = planWords.get(word);
  if (plan === undefined) throw new InvalidCell("plan", importProblemMessages.plan);
  return { plan };
}

/** After the last zone's briefing of a date, and still that date in every zone. */
const endOfDateUtc = "20:00:00Z";

const untilSchema = z.union([
  z.iso.datetime({ offset: true }),
  z.iso.date().transform((date) => `${date}T${endOfDateUtc}`),
]);

/**
 * A date, which is paid for as a whole, or an instant as other software writes it:
 * `2027-01-04 10:15:00 UTC`.
 */
function readUntil(cell: (column: ImportColumn) => string): string | null {
  const text = cell("until");
  if (text === "") return null;
  const iso = text.replace(/^(\S+) (\S+?)(?: UTC|Z)?$/, "$1T$2Z");
  const until = untilSchema.safeParse(iso);
  if (!until.success) throw new InvalidCell("until", importProblemMessages.until);
  return new Date(until.data).toISOString();
}

function toInvalidCell(error: InvalidRowError): InvalidCell {
  const { column, message } = error;
  if (error instanceof UntextableNumberError) {
    return new InvalidCell("phone", importProblemMessages.phoneKind);
  }
  switch (column) {
    case "email":
    case "name":
    case "phone":
    case "timezone":
    case "status":
      return new InvalidCell(column, importProblemMessages[column]);
    case "email_enabled":
    case "sms_enabled":
    case "sms_consent_at":
    case undefined:
      break;
  }
  return new InvalidCell(null, message);
}
