import { appendFile, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";

// One JSON object per line, so that several processes can append at once.

const recordSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  erasedAt: z.iso.datetime().transform((text) => new Date(text)),
});

/** A row of `erasures`, as the file has it. */
export type ErasureRecord = z.output<typeof recordSchema>;

/** Where the file is: next to the database, so that restoring one doesn't change it. */
export function erasureFilePath(dataDir: string): string {
  return resolve(dataDir, "erasures.jsonl");
}

/** Adds records to the end of the file, and creates it readable only by its owner. */
export async function appendErasures(
  path: string,
  records: readonly ErasureRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const lines = records.map(({ hash, erasedAt }) => `${JSON.stringify({ hash, erasedAt })}\n`);
  // After a crash, the last line may be incomplete. The line break keeps it apart from this one.
  await appendFile(path, `\n${lines.join("")}`, { mode: 0o600, flush: true });
}

/** All records in the file, without lines that a crash left incomplete. None if there is no file. */
export async function readErasures(path: string): Promise<ErasureRecord[]> {
  const lines = (await readIfExists(path)).split("\n");
  return lines.flatMap((line) => {
    const record = recordSchema.safeParse(parseJson(line));
    return record.success ? [record.data] : [];
  });
}

async function readIfExists(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
