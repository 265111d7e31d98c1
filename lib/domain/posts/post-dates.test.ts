import { describe, expect, test } from "vitest";
import { isScheduled, londonToday } from "./post-dates";

describe("a post's date begins in London", () => {
  test.each([
    ["2025-01-01T00:00:00.000Z", "2025-01-01"],
    ["2025-03-29T23:59:59.999Z", "2025-03-29"],
    // Clocks go forward on March 30, 2025 and back on October 26, 2025.
    ["2025-03-30T22:59:59.999Z", "2025-03-30"],
    ["2025-03-30T23:00:00.000Z", "2025-03-31"],
    ["2025-10-25T23:00:00.000Z", "2025-10-26"],
    ["2025-10-26T23:59:59.999Z", "2025-10-26"],
    ["2025-10-27T00:00:00.000Z", "2025-10-27"],
  ])("at %s, London is at %s", (now, today) => {
    expect(londonToday(new Date(now))).toBe(today);
  });

  test("a post is scheduled until its date begins", () => {
    expect(isScheduled("2025-06-10", new Date("2025-06-09T22:59:59.999Z"))).toBe(true);
    expect(isScheduled("2025-06-10", new Date("2025-06-09T23:00:00.000Z"))).toBe(false);
  });
});
