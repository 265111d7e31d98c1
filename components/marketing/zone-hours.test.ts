import { describe, expect, it } from "vitest";
import { zoneHours } from "./zone-hours";

function utcHours(localDate: string) {
  return zoneHours(localDate).hours.map(({ utcHour }) => utcHour);
}

describe("zoneHours", () => {
  it("returns winter hours, earliest first", () => {
    expect(zoneHours("2026-11-18")).toEqual({
      season: "winter",
      hours: [
        { name: "London", abbreviation: "GMT", utcHour: 8 },
        { name: "Eastern", abbreviation: "ET", utcHour: 13 },
        { name: "Central", abbreviation: "CT", utcHour: 14 },
        { name: "Mountain", abbreviation: "MT", utcHour: 15 },
        { name: "Pacific", abbreviation: "PT", utcHour: 16 },
      ],
    });
  });

  it("returns summer hours", () => {
    expect(zoneHours("2026-07-01").season).toBe("summer");
    expect(utcHours("2026-07-01")).toEqual([7, 12, 13, 14, 15]);
    expect(zoneHours("2026-07-01").hours[0]?.abbreviation).toBe("BST");
  });

  it("is mixed in the weeks when only America has changed its clocks", () => {
    expect(zoneHours("2026-03-16")).toMatchObject({ season: "mixed" });
    expect(utcHours("2026-03-16")).toEqual([8, 12, 13, 14, 15]);
  });

  it("uses the new time on the day London changes its clocks", () => {
    expect(utcHours("2026-03-29")).toEqual([7, 12, 13, 14, 15]);
    expect(utcHours("2026-10-25")).toEqual([8, 12, 13, 14, 15]);
  });
});
