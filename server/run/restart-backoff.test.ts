import { expect, test } from "vitest";
import { countQuickCrashes, restartDelayMs } from "./restart-backoff";

test("restart delays start at half a second and grow to 30 seconds", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map(restartDelayMs)).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test("a process that ran for 10 seconds starts over with the shortest delay", () => {
  expect(countQuickCrashes(6, 10_000)).toBe(1);
  expect(countQuickCrashes(6, 9_999)).toBe(7);
});
