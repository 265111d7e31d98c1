import { expect, test } from "vitest";
import { addWeekdays } from "./give-back";

test.each([
  ["2026-11-20T15:00:00.000Z", 1, "2026-11-23T15:00:00.000Z", "over a weekend"],
  ["2026-11-21T15:00:00.000Z", 1, "2026-11-23T15:00:00.000Z", "from a Saturday"],
  ["2026-11-18T15:00:00.000Z", 5, "2026-11-25T15:00:00.000Z", "by a week"],
  // Late on Friday in New York is Saturday in UTC.
  ["2026-11-21T03:00:00.000Z", 1, "2026-11-24T03:00:00.000Z", "by the local day"],
  ["2026-10-30T14:00:00.000Z", 1, "2026-11-02T15:00:00.000Z", "at the same local time"],
])("%s and %i weekdays is %s (%s)", (from, days, expected) => {
  expect(addWeekdays(new Date(from), days, "America/New_York").toISOString()).toBe(expected);
});
