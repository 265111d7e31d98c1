import { existsSync, openSync, closeSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Channel } from "@/lib/contracts/primitives";
import type { Failpoint, Phase } from "./cells";

const stallMs = 12_000;

/** The failpoints of the current seed: one file, so that workers started later know them as well. */
export const failpointsFile = "failpoints.json";

/** Exists once a failpoint has been reached; contains the process's ID. */
export function hitFile(id: string): string {
  return `${id}.hit`;
}

/** Exists once the fault of a failpoint has been made from outside, or is over. */
export function doneFile(id: string): string {
  return `${id}.done`;
}

/** Failpoints as a worker process sees them, in a folder that it shares with the process that tests it. */
export class Failpoints {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The failpoint at this place that no process has reached before, if there is one. */
  take(phase: Phase, channel: Channel): Failpoint | null {
    return (
      this.#read().find(
        (each) => each.phase === phase && each.channel === channel && this.#isFirst(each.id),
      ) ?? null
    );
  }

  /** Makes the fault of the failpoint at this place, if there is one. Returns whether it happened. */
  async reach(phase: Phase, channel: Channel): Promise<boolean> {
    const failpoint = this.take(phase, channel);
    if (!failpoint) return false;
    this.makeFault(failpoint);
    await this.waitUntilDone(failpoint);
    return true;
  }

  /** Makes a fault that a process can make itself; others are made by the process that watches the folder. */
  makeFault({ fault }: Failpoint): void {
    if (fault === "kill -9") process.kill(process.pid, "SIGKILL");
    if (fault === "SIGTERM") process.kill(process.pid, "SIGTERM");
    if (fault === "zombie") process.kill(process.pid, "SIGSTOP");
    if (fault === "stall") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs);
  }

  async waitUntilDone({ id, fault }: Failpoint): Promise<void> {
    if (fault === "SIGTERM" || fault === "stall") return;
    while (!existsSync(join(this.#folder, doneFile(id)))) await delay(5);
  }

  #read(): Failpoint[] {
    const path = join(this.#folder, failpointsFile);
    if (!existsSync(path)) return [];
    const failpoints: Failpoint[] = JSON.parse(readFileSync(path, "utf8"));
    return failpoints;
  }

  #isFirst(id: string): boolean {
    try {
      const file = openSync(join(this.#folder, hitFile(id)), "wx");
      writeSync(file, String(process.pid));
      closeSync(file);
      return true;
    } catch {
      return false;
    }
  }
}
