const delaysMs = [500, 1000, 2000, 4000, 8000, 16_000, 30_000];

/** A process that ran this long was healthy: its next crash counts as the first. */
const steadyMs = 10_000;

/**
 * How many times in a row a process has crashed soon after its start.
 *
 * @param before the count before this crash
 * @param uptimeMs how long it ran this time
 */
export function countQuickCrashes(before: number, uptimeMs: number): number {
  return uptimeMs >= steadyMs ? 1 : before + 1;
}

/** How long to wait before restarting a process: half a second at first, up to 30 seconds. */
export function restartDelayMs(quickCrashes: number): number {
  return delaysMs[Math.min(quickCrashes, delaysMs.length) - 1] ?? 500;
}
