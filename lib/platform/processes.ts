import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { hasErrorCode } from "./operator-error";

/** True while a process with this id is running, even another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return hasErrorCode(error, "EPERM");
  }
}

/** Distinguishes a process from a later one with the same id; empty where there is no /proc. */
export function processStart(pid: number): string {
  return processStatus(pid)[19] ?? "";
}

/**
 * True for a process that has exited but whose parent hasn't collected its exit code. In a container without
 * an init process, it can stay forever.
 */
function isZombie(pid: number): boolean {
  const [state = ""] = processStatus(pid);
  return state === "Z" || state === "X";
}

/** The fields of /proc/PID/stat after the process's name, which may contain spaces. */
function processStatus(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

function readIfThere(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return "";
  }
}

/**
 * Identifies where this process runs, so that process IDs are compared only where they mean the same:
 * the machine's name, its start (`boot_id`), and the container's own list of processes.
 */
export function hostId(): string {
  const boot = readIfThere(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const processes = readIfThere(() => readlinkSync("/proc/self/ns/pid"));
  return [hostname(), boot, processes].join(" ");
}
