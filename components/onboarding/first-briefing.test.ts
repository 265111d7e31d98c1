import { expect, test } from "vitest";
import { firstBriefing } from "./first-briefing";

test.each([
  ["a Wednesday", "2026-11-18T12:00:00Z", "America/New_York", "Thursday", "November 19, 2026"],
  ["a Friday", "2026-11-20T12:00:00Z", "America/New_York", "Monday", "November 23, 2026"],
  ["a Saturday", "2026-11-21T12:00:00Z", "Europe/London", "Monday", "November 23, 2026"],
  ["a Sunday", "2026-11-22T12:00:00Z", "Europe/London", "Monday", "November 23, 2026"],
  [
    "still Sunday in Los Angeles",
    "2026-11-23T06:00:00Z",
    "America/Los_Angeles",
    "Monday",
    "November 23, 2026",
  ],
  ["Monday in London", "2026-11-23T06:00:00Z", "Europe/London", "Tuesday", "November 24, 2026"],
  [
    "the day the clocks go back",
    "2026-11-01T05:30:00Z",
    "America/New_York",
    "Monday",
    "November 2, 2026",
  ],
  ["the end of a year", "2026-12-31T23:30:00Z", "Europe/London", "Friday", "January 1, 2027"],
] as const)("after %s", (_name, now, timezone, weekday, fullDate) => {
  expect(firstBriefing(now, timezone)).toEqual({ weekday, fullDate });
});
