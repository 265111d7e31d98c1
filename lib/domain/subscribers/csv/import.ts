import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { subscriberColumns, type SubscriberColumn } from "./csv-format";
import { CsvBreakage, readCsv, type CsvRecord } from "./csv-reader";
import { readHeader, readImportRow, RowRefusal, type ImportRow } from "./import-row";
import { storeImport, type StoredBatch } from "./store-import";

/** A line that was not taken. */
export type ImportRefusal = {
  /** Line of the file on which the record begins; the header is line 1. */
  line: number;
  reason: string;
};

/** What an import did. */
export type ImportReport = StoredBatch & { refused: number };

type Refuse = (refusal: ImportRefusal) => void;

const batchSize = 2_000;
const batchTimeoutMs = 60_000;

/**
 * Takes subscribers from CSV with the header of `subscriberColumns` (in any order). Addresses that
 * are known, in whatever case, are updated. A line that is wrong is refused alone; lines are
 * written in sets of 2,000, so what was read before a file breaks off stays, and importing a file
 * again changes nothing. Memory does not grow with the file but for one entry per address.
 *
 * @param source the file's bytes or text
 * @param onRefusal hears of each refused line as it is read
 * @throws AppError 400 when there is no usable header, or a quotation mark is never closed
 */
export async function importSubscribers(
  ctx: Pick<Context, "db" | "clock">,
  source: AsyncIterable<Uint8Array | string>,
  onRefusal: Refuse = () => undefined,
): Promise<ImportReport> {
  const report: ImportReport = { added: 0, updated: 0, unchanged: 0, statusKept: 0, refused: 0 };
  const refuse: Refuse = (refusal) => {
    report.refused += 1;
    onRefusal(refusal);
  };
  for await (const rows of readBatches(source, refuse)) {
    const stored = await ctx.db.$transaction((tx) => storeImport(tx, rows, ctx.clock.now()), {
      timeout: batchTimeoutMs,
    });
    report.added += stored.added;
    report.updated += stored.updated;
    report.unchanged += stored.unchanged;
    report.statusKept += stored.statusKept;
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
  refuse: Refuse,
): AsyncGenerator<ImportRow[]> {
  let batch: ImportRow[] = [];
  let breakage: AppError | undefined;
  try {
    for await (const row of readRows(source, refuse)) {
      batch.push(row);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof CsvBreakage)) throw error;
    breakage = new AppError(400, error.message, { cause: error });
  }
  if (batch.length > 0) yield batch;
  if (breakage) throw breakage;
}

async function* readRows(
  source: AsyncIterable<Uint8Array | string>,
  refuse: Refuse,
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
      if (!(error instanceof RowRefusal)) throw error;
      refuse({ line: record.line, reason: error.message });
    }
  }
  if (!header) {
    throw new AppError(
      400,
      `The file is empty; it must begin with ${subscriberColumns.join(",")}.`,
    );
  }
}

function headerOf(record: CsvRecord): Map<SubscriberColumn, number> {
  try {
    return readHeader(record.cells);
  } catch (error) {
    if (error instanceof RowRefusal) throw new AppError(400, error.message);
    throw error;
  }
}

function readRecord(
  { cells, line }: CsvRecord,
  header: Map<SubscriberColumn, number>,
  lineOfAddress: Map<string, number>,
): ImportRow {
  if (cells.length !== header.size) {
    throw new RowRefusal(`there are ${cells.length} cells instead of ${header.size}`);
  }
  const row = readImportRow((column) => cells[header.get(column) ?? -1] ?? "");
  const address = row.email.toLowerCase();
  const earlier = lineOfAddress.get(address);
  if (earlier !== undefined) {
    throw new RowRefusal(`${row.email} stands already on line ${earlier}`);
  }
  lineOfAddress.set(address, line);
  return row;
}
