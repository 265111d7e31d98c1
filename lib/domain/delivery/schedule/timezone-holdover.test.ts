import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timezoneNames } from "@/lib/contracts/timezones";
import { findHoldoverDate } from "./timezone-holdover";
import { slotOf } from "./slots";

describe("the date that someone who moves still gets in the old zone", () => {
  it.each([
    // London counts as over from 9:55; Los Angeles is open until 18:00 UTC.
    ["2026-11-23T09:54:59Z", "America/Los_Angeles", "Europe/London", null],
    ["2026-11-23T09:55:00Z", "America/Los_Angeles", "Europe/London", "2026-11-23"],
    ["2026-11-23T17:59:59Z", "America/Los_Angeles", "Europe/London", "2026-11-23"],
    ["2026-11-23T18:00:00Z", "America/Los_Angeles", "Europe/London", null],
    // Westward, the new zone's window is still ahead, or both are over.
    ["2026-11-23T09:55:00Z", "Europe/London", "America/Los_Angeles", null],
    ["2026-11-23T13:01:00Z", "America/New_York", "America/Chicago", null],
    ["2026-11-23T20:00:00Z", "America/Chicago", "America/New_York", null],
    // Nine in Chicago is ten in New York, also near the clock changes.
    ["2026-11-23T15:00:00Z", "America/Chicago", "America/New_York", "2026-11-23"],
    ["2026-10-30T14:00:00Z", "America/Chicago", "America/New_York", "2026-10-30"],
    ["2026-03-30T09:00:00Z", "America/New_York", "Europe/London", "2026-03-30"],
    ["2026-03-30T08:54:59Z", "America/New_York", "Europe/London", null],
    // Nothing on a weekend, or for Monday while it's still Sunday in the old zone.
    ["2026-11-28T12:00:00Z", "America/Los_Angeles", "Europe/London", null],
    ["2026-11-30T01:00:00Z", "America/Los_Angeles", "Europe/London", null],
    ["2026-11-24T06:00:00Z", "America/Los_Angeles", "Europe/London", null],
  ] as const)("at %s from %s to %s: %s", (now, from, to, localDate) => {
    expect(findHoldoverDate(new Date(now), from, to)).toBe(localDate);
  });

  it("covers every date that is over in the new zone but not in the old one", () => {
    const instants = fc.integer({
      min: Date.parse("2026-01-01T00:00:00Z"),
      max: Date.parse("2027-12-31T00:00:00Z"),
    });
    const zone = fc.constantFrom(...timezoneNames);
    fc.assert(
      fc.property(instants, zone, zone, (nowMs, from, to) => {
        const days = [-1, 0, 1].map((day) =>
          new Date(nowMs + day * 86_400_000).toISOString().slice(0, 10),
        );
        const isOpenLater = (localDate: string, timezone: typeof from) =>
          nowMs < slotOf(localDate, timezone, "sms", 0).closesAt.getTime();
        const orphaned = days
          .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
          .filter((day) => isOpenLater(day, from) && !isOpenLater(day, to));
        const holdover = findHoldoverDate(new Date(nowMs), from, to);
        expect(orphaned.filter((day) => day !== holdover)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
