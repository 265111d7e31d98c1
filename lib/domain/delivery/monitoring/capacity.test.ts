import { describe, expect, it } from "vitest";
import type { Channel } from "@/lib/contracts/primitives";
import type { Timezone } from "@/lib/contracts/timezones";
import { slotOf } from "../schedule/slots";
import { defaultEmailsPerSecond, forecastSlots, measureEmailRate } from "./capacity";

const date = "2026-11-23";
const newYork = "America/New_York";
const chicago = "America/Chicago";

const load = (timezone: Timezone, channel: Channel, units: number) => ({
  ...slotOf(date, timezone, channel, 15),
  units,
});

const evening = new Date("2026-11-22T18:00:00Z");

/** Each forecast as `New_York 14:11 71 late`, in UTC. */
function forecast(
  loads: ReturnType<typeof load>[],
  unitsPerSecond: number,
  now: Date = evening,
): string[] {
  return forecastSlots(loads, unitsPerSecond, now).map((slot) =>
    [
      slot.timezone.split("/")[1],
      slot.finishesAt?.toISOString().slice(11, 16) ?? "closes",
      slot.minutes,
      slot.isLate ? "late" : "in time",
    ].join(" "),
  );
}

describe("forecastSlots", () => {
  it.each([
    ["texts by 8:45", [load(newYork, "sms", 270_000)], 100, ["New_York 13:45 45 in time"]],
    ["texts past 8:45", [load(newYork, "sms", 426_000)], 100, ["New_York 14:11 71 late"]],
    ["emails by 8:00", [load(newYork, "email", 225_000)], 250, ["New_York 13:00 15 in time"]],
    ["emails past 8:00", [load(newYork, "email", 240_000)], 250, ["New_York 13:01 16 late"]],
    ["nothing to send", [load(newYork, "sms", 0)], 100, []],
    ["more than fits by 10:00", [load(newYork, "sms", 900_000)], 100, ["New_York closes 150 late"]],
    [
      "a zone that opens while another is still being sent",
      [load(newYork, "sms", 540_000), load(chicago, "sms", 60_000)],
      100,
      // The last 30 minutes of New York are shared with the 10 of Chicago.
      ["New_York 14:40 100 late", "Chicago 14:20 20 in time"],
    ],
    [
      "a zone that opens while another never finishes",
      [load(newYork, "sms", 1_200_000), load(chicago, "sms", 240_000)],
      100,
      // Half the rate until New York closes at 15:00, then all of it.
      ["New_York closes 230 late", "Chicago 15:10 70 late"],
    ],
  ])("%s", (_, loads, unitsPerSecond, expected) => {
    expect(forecast(loads, unitsPerSecond)).toEqual(expected);
  });

  it("shares the rate among zones that open at the same instant", () => {
    const twin = { ...load(newYork, "sms", 60_000), timezone: chicago } as const;
    expect(forecast([load(newYork, "sms", 120_000), twin], 100)).toEqual([
      "New_York 13:30 30 in time",
      "Chicago 13:20 20 in time",
    ]);
  });

  it("starts now in a slot that is open", () => {
    const now = new Date("2026-11-23T13:40:00Z");
    expect(forecast([load(newYork, "sms", 60_000)], 100, now)).toEqual(["New_York 13:50 10 late"]);
  });

  it("calls nothing late once the promised time has passed", () => {
    const now = new Date("2026-11-23T13:46:00Z");
    expect(forecast([load(newYork, "sms", 60_000)], 100, now)).toEqual([
      "New_York 13:56 10 in time",
    ]);
  });

  it("leaves out slots that are closed", () => {
    expect(forecast([load(newYork, "sms", 10)], 100, new Date("2026-11-23T15:00:00Z"))).toEqual([]);
  });
});

describe("measureEmailRate", () => {
  it.each([
    ["nothing measured", [], defaultEmailsPerSecond],
    ["only small slots", [{ emails: 400, seconds: 1 }], defaultEmailsPerSecond],
    [
      "a day with an outage",
      [
        { emails: 10_000, seconds: 10 },
        { emails: 10_000, seconds: 3_000 },
        { emails: 10_000, seconds: 8 },
      ],
      1_000,
    ],
    [
      "two days: the slower one",
      [
        { emails: 10_000, seconds: 10 },
        { emails: 10_000, seconds: 20 },
      ],
      500,
    ],
  ])("%s", (_, recent, expected) => {
    expect(measureEmailRate(recent)).toBe(expected);
  });
});
