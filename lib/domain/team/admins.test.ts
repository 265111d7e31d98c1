import { expect, test } from "vitest";
import { loginDelayMs } from "./admins";

test.each([
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 1_000],
  [4, 2_000],
  [5, 4_000],
  [8, 32_000],
  [9, 60_000],
  [10_000, 60_000],
])("%i failures lock a username for %i ms", (failures, delayMs) => {
  expect(loginDelayMs(failures)).toBe(delayMs);
});
