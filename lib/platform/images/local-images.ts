import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Keeps the files of images in `folder`, as `{key}/480.avif`. Implements `ImageStore` of the domain. */
export function createLocalImages(folder: string) {
  const pathOf = (name: string) => join(folder, ...name.split("/"));
  return {
    async put(name: string, content: Uint8Array): Promise<void> {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true });
      // A file gets its name only once it's complete and on disk.
      const partial = `${path}.${randomUUID()}`;
      try {
        await writeFile(partial, content, { flush: true });
        await rename(partial, path);
      } finally {
        await rm(partial, { force: true });
      }
    },
    async find(name: string): Promise<Uint8Array | null> {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
    },
    async has(name: string): Promise<boolean> {
      return existsSync(pathOf(name));
    },
    async remove(names: readonly string[]): Promise<void> {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })));
      const folders = new Set(names.map((name) => dirname(pathOf(name))));
      await Promise.all([...folders].map((each) => rmdir(each).catch(() => undefined)));
    },
  };
}
