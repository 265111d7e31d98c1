import { CsvError, parse } from "csv-parse";

/** One record of a CSV file. */
export type CsvRecord = {
  cells: string[];
  /** Line on which it starts, counting from 1. */
  line: number;
};

/** The file can't be read. */
export class CsvSyntaxError extends Error {
  override name = "CsvSyntaxError";
}

const maxRecordBytes = 64 * 1024;

/** Spreadsheets use a semicolon where the comma is the decimal separator. The first is the default. */
const delimiters = [",", ";", "\t", "|"] as const;

/** Enough to hold the header line. */
const headLength = 64 * 1024;

/** Excel reads this first line but doesn't show it. */
const separatorLine = /^\uFEFF?"?sep=([^\r\n"])"?\r?\n/i;

/**
 * The delimiter: the one that the first line names, otherwise its most frequent one outside quotation marks.
 */
function delimiterOf(head: string): string {
  const [, named] = separatorLine.exec(head) ?? [];
  if (named !== undefined) return named;
  const [line = ""] = head
    .replaceAll(/"[^"]*"/g, "")
    .trimStart()
    .split(/[\r\n]/, 1);
  const countOf = (delimiter: string) => line.split(delimiter).length;
  return delimiters.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ",";
}

/**
 * Reads CSV (RFC 4180; any line ends; comma, semicolon, tab, or vertical bar; with or without a byte order
 * mark and a `sep=` line) record by record. Skips empty lines, accepts stray quotation marks, and trims
 * nothing.
 *
 * @throws CsvSyntaxError after the last good record when a quotation mark is never closed
 */
export async function* readCsv(source: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const pieces = source[Symbol.asyncIterator]();
  let head = "";
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) break;
    head += value;
    if (head.length >= headLength) break;
  }
  const records: CsvRecord[] = [];
  let countedTwice = 0;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
    from_line: separatorLine.test(head) ? 2 : 1,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecordBytes,
    // Collected here, because the stream drops its buffered records when it fails.
    on_record: (cells: string[], { lines }) => {
      // The parser counts a CRLF inside quotes as two lines.
      countedTwice += countMatches(cells, /\r\n/g);
      const line = lines - countedTwice - countMatches(cells, /\r\n|\r|\n/g);
      records.push({ cells, line });
      return null;
    },
  });
  parser.on("error", () => undefined);
  try {
    for (let chunk = head; chunk !== "";) {
      await promisify((done) => parser.write(chunk, done));
      yield* records.splice(0);
      const { value, done } = await pieces.next();
      chunk = done ? "" : value;
    }
    await promisify((done) => parser.end(done));
    yield* records.splice(0);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* records.splice(0);
    throw new CsvSyntaxError("A quotation mark is never closed.", { cause: error });
  } finally {
    parser.destroy();
  }
}

function promisify(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

function countMatches(cells: readonly string[], pattern: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0);
}
