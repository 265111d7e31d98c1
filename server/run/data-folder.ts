import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { explain, OperatorError } from "@/lib/platform/operator-error";

/**
 * Makes every file and folder that this process and its children create accessible only to their
 * owner.
 */
export function createFilesPrivately(): void {
  process.umask(0o077);
}

/** @throws OperatorError when the data folder's path isn't a folder */
export function requireFolder(dataDir: string): void {
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) {
    throw new OperatorError(`DATA_DIR must be a folder, but ${dataDir} is a file.`);
  }
}

/**
 * Creates the data folder if needed, and makes it accessible only to its owner.
 *
 * @throws OperatorError when it isn't writable, or belongs to someone else
 */
export function prepareDataFolder(dataDir: string): void {
  explain(`Can't use the data folder ${dataDir}`, () => {
    mkdirSync(join(dataDir, "logs"), { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    chmodSync(dataDir, 0o700);
  });
}

/** Writes a file atomically, readable only by its owner. */
export function writePrivately(path: string, content: string): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}
