import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isAlive } from "@/lib/platform/processes";
import { lockHolder, takeLock } from "./instance-lock";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "threeline-lock-"));
  path = join(folder, "instance.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The fields of /proc/PID/stat after the name: the state first, the start time at 19. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Runs `work` with the id of a process that has exited but whose parent hasn't asked for its code. */
async function withZombie(work: (pid: number) => void): Promise<void> {
  const parent = spawn("sh", ["-c", "sleep 600 & echo $!; wait"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    for await (const line of createInterface(parent.stdout)) {
      const pid = Number(line);
      // A stopped parent can't ask.
      parent.kill("SIGSTOP");
      await untilState(Number(parent.pid), "T");
      process.kill(pid, "SIGKILL");
      await untilState(pid, "Z");
      return work(pid);
    }
  } finally {
    parent.kill("SIGKILL");
  }
}

const untilState = (pid: number, state: string) =>
  vi.waitUntil(() => statOf(pid)[0] === state, { timeout: 20_000 });

const writeLock = (pid: number) =>
  writeFileSync(path, JSON.stringify({ pid, startedAt: statOf(pid)[19] }));

test("a lock can be taken, and again after its release", () => {
  const release = takeLock(path);
  expect(lockHolder(path)).toBe(process.pid);
  release?.();
  expect(existsSync(path)).toBe(false);
});

describe.runIf(existsSync("/proc/self/stat"))("on Linux", () => {
  test("the lock of a running process is held", () => {
    writeLock(process.ppid);
    expect(takeLock(path)).toBeUndefined();
  });

  test("the lock of a zombie is taken over", async () => {
    await withZombie((pid) => {
      writeLock(pid);
      expect(isAlive(pid)).toBe(false);
      expect(takeLock(path)).toBeTypeOf("function");
      expect(lockHolder(path)).toBe(process.pid);
    });
  });
});
