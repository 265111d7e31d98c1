import { describe, expect, it } from "vitest";
import { isPastAlertTime } from "./readiness";

describe("isPastAlertTime", () => {
  it.each([
    ["the minute before in winter", "2026-11-22T17:59:59Z", "2026-11-23", false],
    ["18:00 the evening before in winter", "2026-11-22T18:00:00Z", "2026-11-23", true],
    ["the minute before in summer", "2026-07-05T16:59:59Z", "2026-07-06", false],
    ["18:00 the evening before in summer", "2026-07-05T17:00:00Z", "2026-07-06", true],
    ["the evening clocks go back", "2026-10-25T17:59:59Z", "2026-10-26", false],
    ["18:00 the evening clocks go back", "2026-10-25T18:00:00Z", "2026-10-26", true],
    ["18:00 the evening clocks go forward", "2027-03-28T17:00:00Z", "2027-03-29", true],
    ["after midnight", "2026-11-23T00:00:00Z", "2026-11-23", true],
    ["the date itself", "2026-11-23T12:00:00Z", "2026-11-23", true],
    ["Friday evening before a Monday", "2026-11-20T20:00:00Z", "2026-11-23", false],
  ])("at %s", (_, now, localDate, isPast) => {
    expect(isPastAlertTime(new Date(now), localDate)).toBe(isPast);
  });
});
