import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";

/**
 * Waits until a child process has exited and its output has been read. Returns its exit code: 128 plus
 * the signal's number when a signal ended it, and 127 when it couldn't be started.
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
