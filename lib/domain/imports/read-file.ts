import type { ImportChange, ImportColumn, ImportProblem } from "@/lib/contracts/admin/imports";
import { importMessages, importProblemMessages } from "@/lib/messages/admin/imports";
import { AppError } from "@/lib/platform/app-error";
import type { SubscriberColumn } from "../account/csv/csv-format";
import { CsvSyntaxError, readCsv, type CsvRecord } from "../account/csv/csv-reader";
import { InvalidRowError, readImportRow, type ImportRow } from "../account/csv/import-row";

/** A row that can be imported, and the columns that the file has a value for. */
export type FileRow = { line: number; row: ImportRow; given: ReadonlySet<SubscriberColumn> };

/** A file's rows that can be imported, and the others. */
export type FileRows = { rows: FileRow[]; problems: ImportProblem[] };

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

/**
 * Reads all records of a CSV text.
 *
 * @throws AppError 400 when a quotation mark is never closed
 */
async function readRecords(content: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  try {
    for await (const record of readCsv(chunksOf(content))) records.push(record);
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    const line = (records.at(-1)?.line ?? 0) + 1;
    throw new AppError(400, importMessages.unreadable(line), { field: "content", cause: error });
  }
  return records;
}

const chunkLength = 64 * 1024;

async function* chunksOf(content: string): AsyncGenerator<string> {
  for (let at = 0; at < content.length; at += chunkLength) {
    yield content.slice(at, at + chunkLength);
  }
}

/**
 * The header of a CSV text and its first record.
 *
 * @throws AppError 400 without a header, or when a quotation mark is never closed
 */
export async function readHead(content: string): Promise<{ header: string[]; first: string[] }> {
  const [header, first] = await readRecords(content);
  if (!header || header.cells.every((cell) => cell.trim() === "")) {
    throw new AppError(400, importMessages.noHeader, { field: "content" });
  }
  return { header: header.cells.map((cell) => cell.trim()), first: first?.cells ?? [] };
}

/**
 * Reads a file's rows as its columns and the corrections say. Skipped rows are left out.
 *
 * @throws AppError 400 when a quotation mark is never closed
 */
export async function readRows(content: string, reading: Reading): Promise<FileRows> {
  const [header, ...records] = await readRecords(content);
  const rows: FileRow[] = [];
  const problems: ImportProblem[] = [];
  const lineOfAddress = new Map<string, number>();
  for (const { line, cells } of records) {
    const fix = reading.fixes[String(line)];
    if (fix === null) continue;
    const cell = (column: ImportColumn) =>
      (fix?.[column] ?? cells[reading.columns.indexOf(column)] ?? "").trim();
    try {
      const expected = header?.cells.length ?? 0;
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
      rows.push({ line, row, given: givenColumns(reading, cell) });
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      const { column, message: reason } = error;
      const value = column === null ? "" : cell(column);
      problems.push({ line, name: nameOf(cell) || cell("email"), column, value, reason });
    }
  }
  return { rows, problems };
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
  if (has("status") || has("paid") || defaultStatus !== null) given.add("status");
  if (has("email_on") || has("email_off")) given.add("email_enabled");
  return given;
}

function readRow(cell: (column: ImportColumn) => string, reading: Reading): ImportRow {
  const isEmailOn = readYesNo(cell, "email_on", true) && !readYesNo(cell, "email_off", false);
  const isPaid = readYesNo(cell, "paid", false);
  const status = cell("status") || (isPaid ? "active" : (reading.defaultStatus ?? ""));
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
    return readImportRow((column) => cells[column]);
  } catch (error) {
    if (error instanceof InvalidRowError) throw toInvalidCell(error);
    throw error;
  }
}

function toInvalidCell({ column, message }: InvalidRowError): InvalidCell {
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
