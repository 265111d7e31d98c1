import { expect, test } from "vitest";
import { countQuickDeaths, restartDelayMs } from "./restart-backoff";

test("the first restart comes within a second, the next ones ever later, none later than half a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map(restartDelayMs)).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test("a process that had run steadily is restarted at once again", () => {
  expect(countQuickDeaths(6, 10_000)).toBe(1);
  expect(countQuickDeaths(6, 9_999)).toBe(7);
});
