import { dayMs, secondMs } from "@/lib/calendar/units";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { syncFolder } from "@/lib/platform/data-folder/replace-file";
import { OperatorError } from "@/lib/platform/operator-error";

/** What a backup contains: the embedded database's files, or the output of pg_dump. */
export type BackupKind = "files" | "dump";

/** A backup that this service made. */
export type StoredBackup = {
  name: string;
  path: string;
  kind: BackupKind;
  /** Restoring brings the database back to just before this time, never to a later state. */
  asOf: Date;
  finishedAt: Date;
  sizeBytes: number;
  isEncrypted: boolean;
};

const endings: Record<BackupKind, string> = { files: "tar.gz", dump: "dump" };
const namePattern = /^database-(\d{8}T\d{6})Z\.(tar\.gz|dump)(\.age)?$/;

/** Backups are deleted after this many days, so that deleted accounts are soon gone from them too. */
export const keptDays = 30;

/** The backups in a folder, newest first. Other files don't count. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => readBackup(folder, name)));
  return found
    .filter((each) => each !== null)
    .toSorted((a, b) => b.asOf.getTime() - a.asOf.getTime());
}

async function readBackup(folder: string, name: string): Promise<StoredBackup | null> {
  const [, time, ending, encrypted] = namePattern.exec(name) ?? [];
  if (time === undefined) return null;
  const path = join(folder, name);
  const { mtime, size } = await stat(path);
  return {
    name,
    path,
    kind: ending === endings.dump ? "dump" : "files",
    asOf: new Date(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z")),
    finishedAt: mtime,
    sizeBytes: size,
    isEncrypted: encrypted !== undefined,
  };
}

/**
 * Writes a backup to a folder, encrypted if there is a key. It gets its name once it's complete and on the
 * disk.
 *
 * @param options.asOf when the database reached the state in the backup; the backup's name has the next full
 *   second
 * @param key an age recipient (`age1…`) or identity (`AGE-SECRET-KEY-1…`)
 */
export async function storeBackup(
  folder: string,
  content: Readable,
  options: { kind: BackupKind; asOf: Date; key: string | undefined },
): Promise<StoredBackup> {
  const { kind, asOf, key } = options;
  const wholeSecond = new Date(Math.ceil(asOf.getTime() / secondMs) * secondMs);
  const time = wholeSecond.toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const name = `database-${time}Z.${endings[kind]}${key === undefined ? "" : ".age"}`;
  const unfinished = join(folder, "unfinished");
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await deleteAbandoned(unfinished, abandonedMs);
  const partial = join(unfinished, name);
  try {
    const source = key === undefined ? content : await encrypt(content, key);
    await pipeline(source, createWriteStream(partial, { mode: 0o600, flush: true }));
    await rename(partial, join(folder, name));
    await syncFolder(folder);
  } finally {
    await rm(partial, { force: true });
  }
  const stored = await readBackup(folder, name);
  if (!stored) throw new Error(`unreachable: ${name} has just been written`);
  return stored;
}

/** A backup that is being written never stays unchanged for this long. */
const abandonedMs = 3_600_000;

/** Deletes what a killed process left in a folder, unchanged for this long. */
export async function deleteAbandoned(folder: string, afterMs: number, prefix = ""): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    // Another process may have just renamed or deleted it.
    const stats = await stat(path).catch(() => null);
    if (stats && stats.mtimeMs < Date.now() - afterMs) {
      // Another user's can't be deleted, which mustn't fail this process.
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/** The public key of a pair: `age1…`. */
export async function recipientOf(key: string): Promise<string> {
  return key.startsWith("AGE-SECRET-KEY-") ? identityToRecipient(key) : key;
}

/** @param key as for `storeBackup` */
export async function encrypt(content: Readable, key: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await recipientOf(key));
  return fromWeb(await encrypter.encrypt(toWeb(content)));
}

/**
 * The content of a backup.
 *
 * @param key an age identity, required for an encrypted backup
 * @throws OperatorError without the right key
 */
export async function openBackup(
  backup: Pick<StoredBackup, "name" | "path" | "isEncrypted">,
  key: string | undefined,
): Promise<Readable> {
  const file = createReadStream(backup.path);
  if (!backup.isEncrypted) return file;
  if (key === undefined || !key.startsWith("AGE-SECRET-KEY-")) {
    throw new OperatorError(
      `${backup.name} is encrypted. Set BACKUP_KEY to the secret key (AGE-SECRET-KEY-1…) for this command.`,
    );
  }
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(file)));
  } catch (error) {
    throw new OperatorError(`BACKUP_KEY isn't the key of ${backup.name}, or the file is damaged.`, {
      cause: error,
    });
  }
}

// Node and the browser's types describe the same streams.
function toWeb(stream: Readable): globalThis.ReadableStream<Uint8Array> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>;
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
}

/** A new pair of keys: the secret key restores what the public key encrypted. */
export async function createKey(): Promise<{ secret: string; public: string }> {
  const secret = await generateX25519Identity();
  return { secret, public: await identityToRecipient(secret) };
}

/** Deletes backups that are too old, but never the newest. Returns their names. */
export async function deleteOldBackups(folder: string, now: Date): Promise<string[]> {
  const [, ...older] = await listBackups(folder);
  const limit = now.getTime() - keptDays * dayMs;
  const old = older.filter(({ asOf }) => asOf.getTime() < limit);
  await Promise.all(old.map(({ path }) => rm(path)));
  return old.map(({ name }) => name);
}

/**
 * The backup to restore: the newest, or the newest from before an instant.
 *
 * @throws OperatorError when there is none
 */
export async function chooseBackup(folder: string, before?: Date): Promise<StoredBackup> {
  const backups = await listBackups(folder);
  const chosen = backups.find(
    ({ asOf }) => before === undefined || asOf.getTime() <= before.getTime(),
  );
  if (chosen) return chosen;
  const when = before === undefined ? "" : ` from before ${before.toISOString()}`;
  throw new OperatorError(`There is no backup${when} in ${folder}.`);
}
