import { readFileSync } from "node:fs";

/** Peak resident memory of a process since its start, in megabytes. */
export function peakMemoryMb(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(Number(line?.[1] ?? 0) / 1_024);
}

/** Linux counts processor time in hundredths of a second. */
const usPerClockTick = 10_000;

/** Processor time of a process in microseconds; with its ended children when `withChildren` is set. */
export function cpuUs(pid: number | string, withChildren = false): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const ticks = fields.slice(11, withChildren ? 15 : 13);
    return ticks.reduce((sum, each) => sum + each, 0) * usPerClockTick;
  } catch {
    return 0;
  }
}

/** Processor time of a process's first thread in milliseconds. */
export function threadCpuMs(pid: number): number {
  const [ns] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(ns) / 1_000_000;
}

/** Processor time of a server: its main process, and its connections past and present. */
export function postgresCpuUs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.reduce((sum, child) => sum + cpuUs(child), cpuUs(pid, true));
}
