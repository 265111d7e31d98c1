import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Replaces a file, readable only by its owner, once the new one is complete and on disk.
 *
 * @param draft where it's written first; by default a new name each time, because containers that share the
 *   folder can have the same process IDs
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  draft = `${path}.${randomUUID()}.tmp`,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Without this, a new file could disappear in a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
