const DELAYS_MS = [500, 1000, 2000, 4000, 8000, 16_000, 30_000];

/** A process that lived this long before it died did not die of the same cause again. */
const STEADY_MS = 10_000;

/**
 * How often a process has died in quick succession, given the count before and how long it lived
 * this time.
 */
export function countQuickDeaths(before: number, livedMs: number): number {
  return livedMs >= STEADY_MS ? 1 : before + 1;
}

/** How long to wait before starting a process again: half a second at first, up to half a minute. */
export function restartDelayMs(quickDeaths: number): number {
  return DELAYS_MS[Math.min(quickDeaths, DELAYS_MS.length) - 1] ?? 500;
}
