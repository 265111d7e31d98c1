import { dayMs } from "@/lib/calendar/units";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import {
  filesOf,
  isImageFile,
  isImageKey,
  type ImageFiles,
} from "@/lib/contracts/reading/image-address";
import type { ImageStore } from "@/lib/domain/ports/images";
import { reasonOf } from "@/lib/platform/operator-error";
import { encrypt, keptDays, openBackup, recipientOf } from "./files";

// Image files never change, so each is copied once, next to the database backups, and kept as long as a
// backup might need it.

const copiesOf = (folder: string) => join(folder, "images");

/** `480.avif`, or encrypted for a key that begins like this: `480.avif.ql3z7hjy.age`. */
const copyName = /^(.+?)(?:\.[0-9a-z]{8}\.age)?$/;

/** What a backup of images did. */
export type ImageBackup = {
  copied: number;
  bytes: number;
  /** Why files couldn't be copied, such as `{key}/480.avif: it doesn't exist`. */
  problems: string[];
};

/**
 * Copies the files that aren't in the folder yet, encrypted if there is a key, and deletes copies of images
 * that were deleted longer ago than backups are kept.
 */
export async function backUpImages(
  folder: string,
  images: readonly ImageFiles[],
  store: Pick<ImageStore, "find">,
  { key, now }: { key: string | undefined; now: Date },
): Promise<ImageBackup> {
  const copies = copiesOf(folder);
  const result: ImageBackup = { copied: 0, bytes: 0, problems: [] };
  // With a new key, everything is copied again: the old key may be lost by the time it's needed.
  const ending = key === undefined ? "" : `.${(await recipientOf(key)).slice(4, 12)}.age`;
  for (const image of images) {
    const own = join(copies, image.key);
    const existing = new Set(await readdir(own).catch(() => []));
    const names = filesOf(image);
    const failures: string[] = [];
    for (const name of names) {
      const copy = `${basename(name)}${ending}`;
      if (existing.delete(copy)) continue;
      try {
        const content = await store.find(name);
        if (content === null) throw new Error("it doesn't exist");
        await writeCopy(join(own, copy), content, key);
        result.copied += 1;
        result.bytes += content.byteLength;
      } catch (error) {
        failures.push(`${name}: ${reasonOf(error)}`);
      }
    }
    if (failures.length === 0) await Promise.all([...existing].map((old) => rm(join(own, old))));
    if (failures.length < names.length) {
      // Tells `restoreImages` when the image still existed.
      await utimes(own, now, now).catch((error: unknown) =>
        failures.push(`${image.key}: ${reasonOf(error)}`),
      );
    }
    result.problems.push(...failures);
  }
  await deleteOldCopies(copies, new Set(images.map((image) => image.key)), now);
  return result;
}

async function writeCopy(
  path: string,
  content: Uint8Array,
  key: string | undefined,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.unfinished`;
  const plain = Readable.from([content]);
  const source = key === undefined ? plain : await encrypt(plain, key);
  await pipeline(source, createWriteStream(partial, { mode: 0o600, flush: true }));
  await rename(partial, path);
}

async function deleteOldCopies(
  copies: string,
  existing: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const limit = now.getTime() - keptDays * dayMs;
  for (const { key, path, lastSeenAt } of await listKeys(copies)) {
    if (!existing.has(key) && lastSeenAt.getTime() < limit) await rm(path, { recursive: true });
  }
}

/** Other folders and files don't count. */
async function listKeys(copies: string) {
  const entries = await readdir(copies, { withFileTypes: true }).catch(() => []);
  const own = entries.filter((entry) => entry.isDirectory() && isImageKey(entry.name));
  return Promise.all(
    own.map(async ({ name: key }) => {
      const path = join(copies, key);
      return { key, path, lastSeenAt: (await stat(path)).mtime };
    }),
  );
}

/**
 * Restores the missing files of images that existed at a given time. Returns how many, and why others failed.
 */
export async function restoreImages(
  folder: string,
  store: Pick<ImageStore, "has" | "put">,
  { key, existedAt }: { key: string | undefined; existedAt: Date },
): Promise<{ restored: number; problems: string[] }> {
  let restored = 0;
  const problems: string[] = [];
  for (const copy of await listCopies(folder, existedAt)) {
    try {
      if (await store.has(copy.name)) continue;
      await store.put(copy.name, await buffer(await openBackup(copy, key)));
      restored += 1;
    } catch (error) {
      problems.push(`${copy.name}: ${reasonOf(error)}`);
    }
  }
  return { restored, problems };
}

/** What is wrong with the copies of these images; empty if all can be restored. */
export async function checkImageCopies(
  folder: string,
  images: readonly ImageFiles[],
  key: string | undefined,
): Promise<string[]> {
  const copies = new Map((await listCopies(folder, new Date(0))).map((copy) => [copy.name, copy]));
  const problems: string[] = [];
  for (const name of images.flatMap(filesOf)) {
    const copy = copies.get(name);
    if (!copy) problems.push(`image ${name}: no copy`);
    else problems.push(...(await checkCopy(copy, key)));
  }
  return problems;
}

async function checkCopy(copy: Copy, key: string | undefined): Promise<string[]> {
  try {
    const { byteLength } = await buffer(await openBackup(copy, key));
    return byteLength > 0 ? [] : [`image ${copy.name}: the copy is empty`];
  } catch (error) {
    return [`image ${copy.name}: ${reasonOf(error)}`];
  }
}

type Copy = { name: string; path: string; isEncrypted: boolean };

async function listCopies(folder: string, existedAt: Date): Promise<Copy[]> {
  const keys = await listKeys(copiesOf(folder));
  const found = await Promise.all(
    keys
      .filter(({ lastSeenAt }) => lastSeenAt >= existedAt)
      .map(async ({ key, path }) =>
        (await readdir(path)).map((file): Copy => {
          const [, plain = ""] = copyName.exec(file) ?? [];
          const isEncrypted = file.endsWith(".age");
          return { name: `${key}/${plain}`, path: join(path, file), isEncrypted };
        }),
      ),
  );
  return found.flat().filter(({ name }) => isImageFile(name));
}
