import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { isAlive, processStart } from "@/lib/platform/processes";
import { hasErrorCode } from "@/lib/platform/operator-error";

const holderSchema = z.object({ pid: z.number(), startedAt: z.string() });

/**
 * Takes the lock file at `path` for this process. Returns undefined when a running process holds it,
 * otherwise a function that releases it. The lock of a process that has exited is taken over.
 */
export function takeLock(path: string): (() => void) | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}`;
  const holder: z.infer<typeof holderSchema> = {
    pid: process.pid,
    startedAt: processStart(process.pid),
  };
  writeFileSync(own, JSON.stringify(holder));
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // Linking is atomic, so nobody reads a half-written lock.
      if (link(own, path)) return () => rmSync(path, { force: true });
      if (isHeld(path)) return undefined;
      rmSync(path, { force: true });
    }
    return undefined;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Runs `work` while holding the lock at `path`, and waits for it first if another process has it. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const release = takeLock(path);
    if (release) {
      try {
        return await work();
      } finally {
        release();
      }
    }
    await delay(100);
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasErrorCode(error, "EEXIST")) return false;
    throw error;
  }
}

function isHeld(path: string): boolean {
  const holder = lockHolder(path);
  return holder !== undefined && holder !== process.pid;
}

/** Process id of the running process that holds the lock at `path`. */
export function lockHolder(path: string): number | undefined {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(path, "utf8")));
    const isSame = isAlive(holder.pid) && processStart(holder.pid) === holder.startedAt;
    return isSame ? holder.pid : undefined;
  } catch {
    return undefined;
  }
}
