import { resolve } from "node:path";
import { z } from "zod";
import { appendLines, readLines } from "./json-lines";

const recordSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  erasedAt: z.iso.datetime().transform((text) => new Date(text)),
});

/** A row of `erasures`, as the file has it. */
export type ErasureRecord = z.output<typeof recordSchema>;

/** Path of the file: outside the database, so that restoring it doesn't change the file. */
export function erasureFilePath(dataDir: string): string {
  return resolve(dataDir, "erasures.jsonl");
}

/** Adds records to the end of the file. */
export async function appendErasures(
  path: string,
  records: readonly ErasureRecord[],
): Promise<void> {
  await appendLines(
    path,
    records.map(({ hash, erasedAt }) => ({ hash, erasedAt })),
  );
}

/** All records in the file. */
export async function readErasures(path: string): Promise<ErasureRecord[]> {
  return readLines(path, recordSchema);
}
