import { existsSync } from "node:fs";
import { readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile } from "../data-folder/replace-file";
import { hasErrorCode } from "../operator-error";

/** Keeps the files of images in `folder`, as `{key}/480.avif`. Implements `ImageStore` of the domain. */
export function createLocalImages(folder: string) {
  const pathOf = (name: string) => join(folder, ...name.split("/"));
  return {
    put: (name: string, content: Uint8Array) => replaceFile(pathOf(name), content),
    async find(name: string): Promise<Uint8Array | null> {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (hasErrorCode(error, "ENOENT")) return null;
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
