import { CsvError, parse } from "csv-parse";

/** One record of a CSV file. */
export type CsvRecord = {
  cells: string[];
  /** Line on which it starts, counting from 1. */
  line: number;
};

/** The rest of the file can't be read. The message is for the operator. */
export class CsvSyntaxError extends Error {
  override name = "CsvSyntaxError";
}

const maxRecordBytes = 64 * 1024;

/**
 * Reads CSV (RFC 4180; LF or CRLF, with or without a byte order mark) record by record. Skips empty
 * lines, accepts stray quotation marks, and trims nothing.
 *
 * @throws CsvSyntaxError after the last good record when a quotation mark is never closed
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
    max_record_size: maxRecordBytes,
    // Collected here, because the stream drops its buffered records when it fails.
    on_record: (cells: string[], { lines }) => {
      // The parser counts a CRLF inside quotes as two lines.
      countedTwice += countMatches(cells, /\r\n/g);
      lastLine = lines - countedTwice;
      records.push({ cells, line: lastLine - countMatches(cells, /\r\n|\r|\n/g) });
      return null;
    },
  });
  parser.on("error", () => undefined);
  try {
    for await (const chunk of source) {
      await promisify((done) => parser.write(chunk, done));
      yield* records.splice(0);
    }
    await promisify((done) => parser.end(done));
    yield* records.splice(0);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* records.splice(0);
    throw new CsvSyntaxError(
      `The file can't be read from line ${lastLine + 1} on: a quotation mark is never closed. Earlier lines were imported.`,
      { cause: error },
    );
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
