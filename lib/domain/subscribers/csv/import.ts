import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { subscriberColumns, type SubscriberColumn } from "./csv-format";
import { CsvSyntaxError, readCsv, type CsvRecord } from "./csv-reader";
import { readHeader, readImportRow, InvalidRowError, type ImportRow } from "./import-row";
import { storeImport, type StoredBatch } from "./store-import";

/** A line that wasn't imported. */
export type RejectedLine = {
  /** Line on which the record starts; the header is line 1. */
  line: number;
  reason: string;
};

export type ImportReport = StoredBatch & { rejected: number };

type OnRejected = (line: RejectedLine) => void;

const batchSize = 2_000;
const batchTimeoutMs = 60_000;

/**
 * Imports subscribers from CSV with the columns of `subscriberColumns` in any order. Updates
 * subscribers whose email (in any case) exists. Invalid lines are skipped. Lines are written 2,000
 * at a time, so lines before a broken one stay, and importing a file again changes nothing. Memory
 * grows only by one entry per email.
 *
 * @param onRejected called for each invalid line as it is read
 * @throws AppError 400 when the header is unusable, or a quotation mark is never closed
 */
export async function importSubscribers(
  ctx: Pick<Context, "db" | "clock">,
  source: AsyncIterable<Uint8Array | string>,
  onRejected: OnRejected = () => undefined,
): Promise<ImportReport> {
  const report: ImportReport = {
    added: 0,
    updated: 0,
    unchanged: 0,
    statusIgnored: 0,
    rejected: 0,
  };
  const reject: OnRejected = (line) => {
    report.rejected += 1;
    onRejected(line);
  };
  for await (const rows of readBatches(source, reject)) {
    const stored = await ctx.db.$transaction((tx) => storeImport(tx, rows, ctx.clock.now()), {
      timeout: batchTimeoutMs,
    });
    report.added += stored.added;
    report.updated += stored.updated;
    report.unchanged += stored.unchanged;
    report.statusIgnored += stored.statusIgnored;
  }
  await ctx.db.$transaction((tx) =>
    recordAudit(ctx, tx, {
      actor: "operator",
      action: "subscribers.imported",
      subject: "subscribers",
      detail: report,
    }),
  );
  return report;
}

async function* readBatches(
  source: AsyncIterable<Uint8Array | string>,
  reject: OnRejected,
): AsyncGenerator<ImportRow[]> {
  let batch: ImportRow[] = [];
  let syntaxError: AppError | undefined;
  try {
    for await (const row of readRows(source, reject)) {
      batch.push(row);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    syntaxError = new AppError(400, error.message, { cause: error });
  }
  if (batch.length > 0) yield batch;
  if (syntaxError) throw syntaxError;
}

async function* readRows(
  source: AsyncIterable<Uint8Array | string>,
  reject: OnRejected,
): AsyncGenerator<ImportRow> {
  const lineOfAddress = new Map<string, number>();
  let header: Map<SubscriberColumn, number> | undefined;
  for await (const record of readCsv(source)) {
    if (!header) {
      header = headerOf(record);
      continue;
    }
    try {
      yield readRecord(record, header, lineOfAddress);
    } catch (error) {
      if (!(error instanceof InvalidRowError)) throw error;
      reject({ line: record.line, reason: error.message });
    }
  }
  if (!header) {
    throw new AppError(
      400,
      `The file is empty. It must start with ${subscriberColumns.join(",")}.`,
    );
  }
}

function headerOf(record: CsvRecord): Map<SubscriberColumn, number> {
  try {
    return readHeader(record.cells);
  } catch (error) {
    if (error instanceof InvalidRowError) throw new AppError(400, error.message);
    throw error;
  }
}

function readRecord(
  { cells, line }: CsvRecord,
  header: Map<SubscriberColumn, number>,
  lineOfAddress: Map<string, number>,
): ImportRow {
  if (cells.length !== header.size) {
    throw new InvalidRowError(`expected ${header.size} cells, found ${cells.length}`);
  }
  const row = readImportRow((column) => cells[header.get(column) ?? -1] ?? "");
  const address = row.email.toLowerCase();
  const earlier = lineOfAddress.get(address);
  if (earlier !== undefined) {
    throw new InvalidRowError(`${row.email} is already on line ${earlier}`);
  }
  lineOfAddress.set(address, line);
  return row;
}
