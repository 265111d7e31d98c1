import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupResult } from "@/lib/contracts/admin/settings";

export type BackupFile = {
  name: string;
  /** Its modification time. */
  finishedAt: Date;
  sizeBytes: number;
  result: BackupResult;
};

/** How many bytes at each end to read: they show the format, and whether a dump is complete. */
const endBytes = 1_024;

/**
 * Including compressed or encrypted ones. A script's log or checksums next to them must not count as a
 * backup.
 */
const backupName =
  /^[^.].*\.(?:dump|sql|tar|tgz|backup|bak)(?:\.(?:gz|bz2|xz|zst|lz4|age|gpg|enc))*$/;

/** Whether a backup is encrypted, by its name; null if the name doesn't show it. */
export function isEncryptedBackup(name: string): boolean | null {
  return backupName.test(name) ? /\.(?:age|gpg|enc)$/.test(name) : null;
}

/**
 * The newest backup in a folder; null if there is none.
 *
 * @param writtenBefore files written to after this may be incomplete, and don't count
 */
export async function findNewestBackup(
  folder: string,
  writtenBefore: Date,
): Promise<BackupFile | null> {
  const names = (await readdir(folder)).filter((name) => backupName.test(name));
  const files = await Promise.all(
    names.map(async (name) => ({ name, stats: await stat(join(folder, name)) })),
  );
  const [newest] = files
    .filter(({ stats }) => stats.isFile() && stats.mtime <= writtenBefore)
    .toSorted((a, b) => b.stats.mtimeMs - a.stats.mtimeMs);
  return newest ? readBackupFile(join(folder, newest.name), newest.name) : null;
}

/** Throws if the file can't be read. */
export async function readBackupFile(path: string, name: string): Promise<BackupFile> {
  const file = await open(path);
  try {
    const { mtime, size } = await file.stat();
    const read = async (from: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(endBytes), 0, endBytes, from);
      return buffer.toString("latin1", 0, bytesRead);
    };
    const [start, end] = [await read(0), await read(Math.max(0, size - endBytes))];
    return { name, finishedAt: mtime, sizeBytes: size, result: resultOf(size, start, end) };
  } finally {
    await file.close();
  }
}

/** pg_dump ends a script with its own line. Other formats need pg_restore to be checked. */
function resultOf(size: number, start: string, end: string): BackupResult {
  if (size === 0) return "failed";
  if (!start.includes("-- PostgreSQL database dump")) return "unchecked";
  return end.includes("-- PostgreSQL database dump complete") ? "passed" : "failed";
}
