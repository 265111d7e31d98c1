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
import { OperatorError, reasonOf } from "./operator-error";

/**
 * Makes the data folder when there is none, and checks that it can be used.
 *
 * @throws OperatorError when it is a file or cannot be written to
 */
export function prepareDataFolder(dataDir: string): void {
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) {
    throw new OperatorError(`DATA_DIR must be a folder, and ${dataDir} is a file.`);
  }
  try {
    mkdirSync(join(dataDir, "logs"), { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new OperatorError(`The data folder ${dataDir} cannot be used: ${reasonOf(error)}.`);
  }
}

/** Writes a file that only its owner may read, whole or not at all. */
export function writePrivately(path: string, content: string): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}
