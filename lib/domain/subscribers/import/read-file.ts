import {
  maxImportColumns,
  maxImportRows,
  type ImportChange,
  type ImportProblem,
} from "@/lib/contracts/admin/imports";
import { emailAddressSchema } from "@/lib/contracts/primitives";
import { importMessages, importProblemMessages } from "@/lib/messages/admin/imports";
import { AppError } from "@/lib/platform/app-error";
import { CsvSyntaxError, readCsv, type CsvRecord } from "../csv/csv-reader";
import { InvalidCell, nameOf, readRow, type CellOf, type ReadRow } from "./read-row";
import { recognizeSource } from "./sources";
import { createStatusDetector } from "./words";

/** A row that can be imported. */
export type FileRow = ReadRow & { line: number };

/** A row of a file that can be imported, or what is wrong with it. */
export type FileLine = FileRow | ImportProblem;

/** Whether a row of a file can't be imported. */
export function isProblem(line: FileLine): line is ImportProblem {
  return "reason" in line;
}

/**
 * Reads the records of a CSV text one by one: a large file doesn't fit in a worker's memory.
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

/** A text in pieces that never split a character. */
export async function* piecesOf(content: string): AsyncGenerator<string> {
  for (let at = 0; at < content.length;) {
    const end = at + pieceLength;
    const isWithin = /[\uD800-\uDBFF]/.test(content[end - 1] ?? "");
    yield content.slice(at, isWithin ? end + 1 : end);
    at = isWithin ? end + 1 : end;
  }
}

/** A file's header, its first row, and how many people look opted out. */
export type FileHead = ReturnType<typeof recognizeSource> & {
  header: string[];
  first: string[];
  /** How many people look opted out in each column; null if it doesn't look like a status, or is imported. */
  optedOut: (number | null)[];
};

/**
 * Reads a whole CSV text, to refuse what can't be read, and to find status-like columns of unknown software.
 *
 * @param hasTexts whether our own export can turn texts on
 * @throws AppError 400 without a header, with lost characters, with a quotation mark that is never closed, or
 *   with too many columns or rows
 */
export async function readHead(content: string, options: { hasTexts: boolean }): Promise<FileHead> {
  if (content.includes("\uFFFD")) {
    throw new AppError(400, importMessages.lostCharacters, { field: "content" });
  }
  let header: string[] | undefined;
  let recognized: ReturnType<typeof recognizeSource> = { source: "unknown", columns: [] };
  let first: string[] = [];
  let detectors: (ReturnType<typeof createStatusDetector> | null)[] = [];
  for await (const { cells } of readRecords(piecesOf(content))) {
    if (header) {
      if (first.length === 0) first = cells;
      for (const [index, detector] of detectors.entries()) detector?.add(cells[index] ?? "");
      continue;
    }
    header = cells.map((cell) => cell.trim());
    if (header.some((cell) => emailAddressSchema.safeParse(cell).success)) {
      throw new AppError(400, importMessages.addressesInHeader, { field: "content" });
    }
    recognized = recognizeSource(header, options);
    // Known software has its status in columns that are imported.
    const isUnknown = recognized.source === "unknown";
    detectors = header.map((name, index) =>
      isUnknown && !recognized.columns[index] ? createStatusDetector(name) : null,
    );
  }
  if (!header || header.every((cell) => cell === "")) {
    throw new AppError(400, importMessages.noHeader, { field: "content" });
  }
  const optedOut = detectors.map((detector) => detector?.optedOut() ?? null);
  return { ...recognized, header, first, optedOut };
}

/**
 * Reads a file's rows in order, with its column mapping and corrections. Skipped rows are left out.
 *
 * @throws AppError 400 when a quotation mark is never closed
 */
export async function* readLines(
  pieces: AsyncIterable<string>,
  reading: ImportChange,
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
    const cell: CellOf = (column) =>
      (fix?.[column] ?? cells[reading.columns.indexOf(column)] ?? "").trim();
    try {
      // Cells at the end can be missing, and there can be extra empty ones.
      if (cells.slice(expected).some((each) => each.trim() !== "")) {
        throw new InvalidCell(null, importProblemMessages.cells(expected, cells.length));
      }
      const read = readRow(cell, reading);
      const address = read.row.email.toLowerCase();
      const earlier = lineOfAddress.get(address);
      if (earlier !== undefined) {
        throw new InvalidCell("email", importProblemMessages.duplicate(earlier));
      }
      lineOfAddress.set(address, line);
      yield { line, ...read };
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      const { column, message: reason } = error;
      const value = column === null ? "" : cell(column);
      yield { line, name: nameOf(cell) || cell("email"), column, value, reason };
    }
  }
}
