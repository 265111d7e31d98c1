import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";

/** The version in package.json. */
export async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(resolve("package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}
