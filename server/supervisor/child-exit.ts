import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";

/**
 * Waits until a child has ended and its output is read. Answers its exit code; 128 and the number
 * of the signal when one ended it, 127 when it could not be started.
 */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("error", () => {
      if (child.pid === undefined) resolve(127);
    });
    child.once("close", (code, signal) => {
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/** True when the system refused something with this code, such as `EEXIST`. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
