const freeFailures = 3;
const longestDelayMs = 60_000;

/**
 * How long a name rests after so many failed logins in a row: nothing for the first two, then 1 s,
 * 2 s, 4 s and so on up to a minute (decisions, "Limits").
 */
export function loginDelayMs(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(1_000 * 2 ** (failures - freeFailures), longestDelayMs);
}
