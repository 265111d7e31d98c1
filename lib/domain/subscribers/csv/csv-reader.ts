import { CsvError, parse } from "csv-parse";

/** One record of a CSV file. */
export type CsvRecord = {
  cells: string[];
  /** Line of the file on which it begins, counted from 1. */
  line: number;
};

/** The file cannot be read any further; `message` is one sentence that says from where on. */
export class CsvBreakage extends Error {
  override name = "CsvBreakage";
}

const longestRecordBytes = 64 * 1024;

/**
 * Reads CSV (RFC 4180; LF or CRLF, with or without a byte order mark) record by record. Empty
 * lines are skipped, a stray quotation mark is taken as it is, and nothing is trimmed.
 *
 * @throws CsvBreakage after the last good record, when a quotation mark is never closed
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<CsvRecord> {
  const records: CsvRecord[] = [];
  let lastLine = 0;
  let countedTwice = 0;
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRecordBytes,
    // Taken here rather than from the stream, which forgets what it holds when it fails.
    on_record: (cells: string[], { lines }) => {
      // The parser counts a CRLF inside quotation marks as two lines.
      countedTwice += countMatches(cells, /\r\n/g);
      lastLine = lines - countedTwice;
      records.push({ cells, line: lastLine - countMatches(cells, /\r\n|\r|\n/g) });
      return null;
    },
  });
  parser.on("error", () => undefined);
  try {
    for await (const chunk of source) {
      await finalized((done) => parser.write(chunk, done));
      yield* records.splice(0);
    }
    await finalized((done) => parser.end(done));
    yield* records.splice(0);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* records.splice(0);
    throw new CsvBreakage(
      `From line ${lastLine + 1} on the file cannot be read: a quotation mark is never closed. The lines before it were imported.`,
      { cause: error },
    );
  } finally {
    parser.destroy();
  }
}

function finalized(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

function countMatches(cells: readonly string[], pattern: RegExp): number {
  return cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0);
}
