import { describe, expect, test } from "vitest";
import { datedDay, dayAndMonth, longDay, shortDay, spanOfDays, waitingTime } from "./days";

test("a day in words", () => {
  expect(shortDay("2026-09-03")).toBe("Thu 3 Sep");
  expect(datedDay("2026-11-19")).toBe("Thu 19 Nov 2026");
  expect(longDay("2026-11-19")).toBe("Thursday, November 19");
  expect(dayAndMonth("2026-11-19")).toBe("19 November");
});

test.each([
  ["2026-11-16", "2026-11-29", "16–29 November"],
  ["2026-11-30", "2026-12-13", "30 November – 13 December"],
  ["2026-12-28", "2027-01-10", "28 December – 10 January"],
])("from %s to %s", (first, last, words) => {
  expect(spanOfDays(first, last)).toBe(words);
});

describe("waiting", () => {
  test.each([
    [-1, "less than a minute"],
    [59_999, "less than a minute"],
    [5 * 60_000, "5 min"],
    [62_400_000, "17 h 20 min"],
    [47 * 3_600_000, "47 h 0 min"],
    [48 * 3_600_000, "2 days"],
    [51 * 3_600_000, "2 days 3 h"],
  ])("%i ms: %s", (ms, words) => {
    expect(waitingTime(ms)).toBe(words);
  });
});
