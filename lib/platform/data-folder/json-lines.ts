import { appendFile, readFile } from "node:fs/promises";
import type { z } from "zod";
import { hasErrorCode } from "../operator-error";

// One JSON object per line, so that several processes can append at once.

/** Appends objects to a file, and flushes it to disk. Creates the file readable only by its owner. */
export async function appendLines(path: string, objects: readonly object[]): Promise<void> {
  if (objects.length === 0) return;
  const lines = objects.map((object) => `${JSON.stringify(object)}\n`);
  // After a crash, the last line may be incomplete. The line break separates it from the new ones.
  await appendFile(path, `\n${lines.join("")}`, { mode: 0o600, flush: true });
}

/** All objects in a file, except lines that a crash left incomplete. Empty if there is no file. */
export async function readLines<T extends z.ZodType>(
  path: string,
  schema: T,
): Promise<z.output<T>[]> {
  const lines = (await readIfExists(path)).split("\n");
  return lines.flatMap((line) => {
    const object = schema.safeParse(parseJson(line));
    return object.success ? [object.data] : [];
  });
}

async function readIfExists(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return "";
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
