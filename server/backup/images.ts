import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buffer } from "node:stream/consumers";
import { filesOf, isImageFile, type ImageFiles } from "@/lib/contracts/image-address";
import type { ImageStore } from "@/lib/domain/ports/images";
import { OperatorError, reasonOf } from "../supervisor/operator-error";
import { encrypt, keptDays, openBackup } from "./files";

// A file of an image never changes, so each is copied once, next to the backups of the database, and
// kept as long as a backup might need it.

const copiesOf = (folder: string) => join(folder, "images");
const encryptedEnding = ".age";

/** What a backup of images did. */
export type ImageBackup = { copied: number; bytes: number; deleted: number };

/**
 * Copies the files that aren't in the folder yet, encrypted if there is a key, and deletes those of
 * images that have been gone for longer than backups are kept.
 *
 * @throws OperatorError when a file of an image is missing
 */
export async function backUpImages(
  folder: string,
  images: readonly ImageFiles[],
  store: Pick<ImageStore, "find">,
  { key, now }: { key: string | undefined; now: Date },
): Promise<ImageBackup> {
  const copies = copiesOf(folder);
  const result = { copied: 0, bytes: 0, deleted: 0 };
  const missing: string[] = [];
  for (const image of images) {
    const own = join(copies, image.key);
    const existing = new Set(await readdir(own).catch(() => []));
    for (const name of filesOf(image)) {
      const wanted = `${basename(name)}${key === undefined ? "" : encryptedEnding}`;
      if (existing.delete(wanted)) continue;
      const content = await store.find(name);
      if (content === null) {
        missing.push(name);
        continue;
      }
      await writeCopy(join(own, wanted), content, key);
      result.copied += 1;
      result.bytes += content.byteLength;
    }
    // From before there was a key, or from another one's time.
    if (missing.length === 0) for (const other of existing) await rm(join(own, other));
    await utimes(own, now, now).catch(() => undefined);
  }
  result.deleted = await deleteOldCopies(copies, now);
  if (missing.length > 0) {
    throw new OperatorError(
      `${missing.length} files of images are missing, such as ${missing[0]}. The rest is backed up.`,
    );
  }
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

/** A folder's time is that of the last backup for which its image existed. */
async function deleteOldCopies(copies: string, now: Date): Promise<number> {
  const limit = now.getTime() - keptDays * 86_400_000;
  let deleted = 0;
  for (const key of await readdir(copies).catch(() => [])) {
    const path = join(copies, key);
    if ((await stat(path)).mtimeMs >= limit) continue;
    await rm(path, { recursive: true });
    deleted += 1;
  }
  return deleted;
}

/**
 * Puts copied files back that the store doesn't have. Returns how many.
 *
 * @throws OperatorError without the right key
 */
export async function restoreImages(
  folder: string,
  store: ImageStore,
  key: string | undefined,
): Promise<number> {
  let restored = 0;
  for (const copy of await listCopies(folder)) {
    if (await store.find(copy.name)) continue;
    await store.put(copy.name, await buffer(await openBackup(copy, key)));
    restored += 1;
  }
  return restored;
}

/** What is wrong with the copies of these images; empty if all can be restored. */
export async function checkImageCopies(
  folder: string,
  images: readonly ImageFiles[],
  key: string | undefined,
): Promise<string[]> {
  const copies = new Map((await listCopies(folder)).map((copy) => [copy.name, copy]));
  const problems: string[] = [];
  for (const name of images.flatMap(filesOf)) {
    const copy = copies.get(name);
    if (!copy) problems.push(`image ${name}: there is no copy`);
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

async function listCopies(folder: string): Promise<Copy[]> {
  const copies = copiesOf(folder);
  const keys = await readdir(copies).catch(() => []);
  const found = await Promise.all(
    keys.map(async (key) =>
      (await readdir(join(copies, key))).map((file): Copy => {
        const isEncrypted = file.endsWith(encryptedEnding);
        const plain = isEncrypted ? file.slice(0, -encryptedEnding.length) : file;
        return { name: `${key}/${plain}`, path: join(copies, key, file), isEncrypted };
      }),
    ),
  );
  return found.flat().filter(({ name }) => isImageFile(name));
}
