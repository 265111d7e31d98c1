import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { OperatorError, reasonOf } from "@/lib/platform/operator-error";

/** Reads a file, or standard input for `-`. */
export async function readInput(file: string): Promise<Uint8Array> {
  try {
    return file === "-" ? await buffer(process.stdin) : await readFile(file);
  } catch (error) {
    throw new OperatorError(`Can't read ${file} (${reasonOf(error)}).`, { cause: error });
  }
}
