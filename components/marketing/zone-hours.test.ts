import { describe, expect, it } from "vitest";
import { zoneHours } from "./zone-hours";

function utcHours(localDate: string) {
  return zoneHours(localDate).hours.map(({ utcHour }) => utcHour);
}

describe("8:00 in UTC", () => {
  it("in winter", () => {
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

  it("in summer", () => {
    expect(zoneHours("2026-07-01").season).toBe("summer");
    expect(utcHours("2026-07-01")).toEqual([7, 12, 13, 14, 15]);
    expect(zoneHours("2026-07-01").hours[0]?.abbreviation).toBe("BST");
  });

  it("in the weeks in which only America has changed", () => {
    expect(zoneHours("2026-03-16")).toMatchObject({ season: "mixed" });
    expect(utcHours("2026-03-16")).toEqual([8, 12, 13, 14, 15]);
  });

  it("on the day on which London changes", () => {
    expect(utcHours("2026-03-29")).toEqual([7, 12, 13, 14, 15]);
    expect(utcHours("2026-10-25")).toEqual([8, 12, 13, 14, 15]);
  });
});
