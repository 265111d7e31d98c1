import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timezoneNames } from "@/lib/contracts/timezones";
import { findHoldoverDate } from "./timezone-holdover";
import { slotOf } from "./slots";

describe("the morning that somebody keeps who moves", () => {
  it.each([
    // Ten in London is over from 9:55, and Los Angeles has its own until 18:00 UTC.
    ["2026-11-23T09:54:59Z", "America/Los_Angeles", "Europe/London", null],
    ["2026-11-23T09:55:00Z", "America/Los_Angeles", "Europe/London", "2026-11-23"],
    ["2026-11-23T17:59:59Z", "America/Los_Angeles", "Europe/London", "2026-11-23"],
    ["2026-11-23T18:00:00Z", "America/Los_Angeles", "Europe/London", null],
    // Westward the new zone's morning is still to come, or both are over.
    ["2026-11-23T09:55:00Z", "Europe/London", "America/Los_Angeles", null],
    ["2026-11-23T13:01:00Z", "America/New_York", "America/Chicago", null],
    ["2026-11-23T20:00:00Z", "America/Chicago", "America/New_York", null],
    // Chicago's nine is New York's ten, on the Sundays of the clocks and between them too.
    ["2026-11-23T15:00:00Z", "America/Chicago", "America/New_York", "2026-11-23"],
    ["2026-10-30T14:00:00Z", "America/Chicago", "America/New_York", "2026-10-30"],
    ["2026-03-30T09:00:00Z", "America/New_York", "Europe/London", "2026-03-30"],
    ["2026-03-30T08:54:59Z", "America/New_York", "Europe/London", null],
    // No morning on a weekend, and none of Monday's while it is Sunday in the old zone.
    ["2026-11-28T12:00:00Z", "America/Los_Angeles", "Europe/London", null],
    ["2026-11-30T01:00:00Z", "America/Los_Angeles", "Europe/London", null],
    ["2026-11-24T06:00:00Z", "America/Los_Angeles", "Europe/London", null],
  ] as const)("at %s from %s to %s: %s", (now, from, to, localDate) => {
    expect(findHoldoverDate(new Date(now), from, to)).toBe(localDate);
  });

  it("is the only one of any date that both zones treat differently", () => {
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
        const kept = findHoldoverDate(new Date(nowMs), from, to);
        expect(orphaned.filter((day) => day !== kept)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
