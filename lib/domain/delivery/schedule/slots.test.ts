import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { channels } from "@/lib/contracts/primitives";
import { type Timezone, timezoneNames } from "@/lib/contracts/timezones";
import { closedSlots, nextSlot, openSlots, slotOf, slotsOfDate } from "./slots";

const lead = 15;

const formats = new Map(
  timezoneNames.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    }),
  ]),
);

/** Local date and time by the platform's calendar, as an oracle independent of our own. */
function wallClock(instant: Date, timezone: Timezone) {
  const parts = formats.get(timezone)?.formatToParts(instant) ?? [];
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}:${part("second")}`,
    weekday: part("weekday"),
  };
}

const instants = fc.date({
  min: new Date("2024-01-01T00:00:00Z"),
  max: new Date("2040-12-31T23:59:59Z"),
  noInvalidDate: true,
});

describe("slotOf", () => {
  it.each([
    // US clocks go forward on March 8, 2026, and London's on March 29.
    ["2026-03-06", "America/New_York", "2026-03-06T13:00:00.000Z"],
    ["2026-03-09", "America/New_York", "2026-03-09T12:00:00.000Z"],
    ["2026-03-09", "Europe/London", "2026-03-09T08:00:00.000Z"],
    ["2026-03-27", "Europe/London", "2026-03-27T08:00:00.000Z"],
    ["2026-03-30", "Europe/London", "2026-03-30T07:00:00.000Z"],
    // London goes back on October 25, the US on November 1.
    ["2026-10-26", "Europe/London", "2026-10-26T08:00:00.000Z"],
    ["2026-10-26", "America/New_York", "2026-10-26T12:00:00.000Z"],
    ["2026-11-02", "America/New_York", "2026-11-02T13:00:00.000Z"],
    ["2026-11-02", "America/Denver", "2026-11-02T15:00:00.000Z"],
    ["2026-07-01", "America/Los_Angeles", "2026-07-01T15:00:00.000Z"],
    ["2028-02-29", "America/Chicago", "2028-02-29T14:00:00.000Z"],
    ["2026-12-31", "Europe/London", "2026-12-31T08:00:00.000Z"],
    ["2027-01-01", "Europe/London", "2027-01-01T08:00:00.000Z"],
  ] as const)("promises the briefing of %s in %s at %s", (localDate, timezone, promised) => {
    expect(slotOf(localDate, timezone, "sms", lead).promisedAt.toISOString()).toBe(promised);
  });

  it("opens email earlier by the lead, opens texts at eight, and closes both at ten", () => {
    const email = slotOf("2026-11-23", "America/New_York", "email", 15);
    const sms = slotOf("2026-11-23", "America/New_York", "sms", 15);
    expect(email.opensAt.toISOString()).toBe("2026-11-23T12:45:00.000Z");
    expect(sms.opensAt.toISOString()).toBe("2026-11-23T13:00:00.000Z");
    expect(email.closesAt.toISOString()).toBe("2026-11-23T15:00:00.000Z");
    expect(sms.closesAt).toEqual(email.closesAt);
  });

  it("rejects a weekend", () => {
    expect(() => slotOf("2026-11-21", "Europe/London", "email", lead)).toThrow(RangeError);
  });
});

describe("nextSlot", () => {
  it("passes over days off and the weekend after them", () => {
    const daysOff = ["2026-11-26", "2026-11-27"];
    const after = new Date("2026-11-25T19:00:00Z");
    expect(nextSlot(after, 15).localDate).toBe("2026-11-26");
    expect(nextSlot(after, 15, daysOff)).toMatchObject({
      localDate: "2026-11-30",
      timezone: "Europe/London",
      channel: "email",
    });
  });
});

describe("openSlots", () => {
  it("contains only slots whose delivery window is open in their zone", () => {
    fc.assert(
      fc.property(instants, (now) => {
        for (const slot of openSlots(now, lead)) {
          const local = wallClock(now, slot.timezone);
          expect(local.date).toBe(slot.localDate);
          expect(["Sat", "Sun"]).not.toContain(local.weekday);
          expect(local.time >= (slot.channel === "sms" ? "08:00:00" : "07:45:00")).toBe(true);
          expect(local.time < "10:00:00").toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("contains every zone whose local time is in the delivery window", () => {
    fc.assert(
      fc.property(instants, (now) => {
        const open = openSlots(now, lead).map((slot) => `${slot.timezone} ${slot.channel}`);
        for (const timezone of timezoneNames) {
          const local = wallClock(now, timezone);
          const weekday = !["Sat", "Sun"].includes(local.weekday);
          const due = (from: string) => weekday && local.time >= from && local.time < "10:00:00";
          expect(open.includes(`${timezone} email`)).toBe(due("07:45:00"));
          expect(open.includes(`${timezone} sms`)).toBe(due("08:00:00"));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("never opens a text before 8:00:00 on any day from 2024 to 2040", () => {
    for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2041, 0, 1); day += 86_400_000) {
      const localDate = new Date(day).toISOString().slice(0, 10);
      if ([0, 6].includes(new Date(day).getUTCDay())) continue;
      for (const timezone of timezoneNames) {
        const { opensAt, closesAt } = slotOf(localDate, timezone, "sms", lead);
        expect(wallClock(opensAt, timezone)).toMatchObject({ date: localDate, time: "08:00:00" });
        expect(wallClock(closesAt, timezone)).toMatchObject({ date: localDate, time: "10:00:00" });
      }
    }
  });

  it("is empty a millisecond before the lead and at the closing hour", () => {
    const { opensAt, closesAt } = slotOf("2026-11-23", "America/New_York", "email", lead);
    const ofNewYork = (now: Date) =>
      openSlots(now, lead).filter((slot) => slot.timezone === "America/New_York");
    expect(ofNewYork(new Date(opensAt.getTime() - 1))).toEqual([]);
    expect(ofNewYork(opensAt).map((slot) => slot.channel)).toEqual(["email"]);
    expect(ofNewYork(new Date(closesAt.getTime() - 1))).toHaveLength(2);
    expect(ofNewYork(closesAt)).toEqual([]);
  });
});

describe("slotsOfDate, closedSlots, and nextSlot", () => {
  it("a weekday has ten slots, London first and Los Angeles last", () => {
    const slots = slotsOfDate("2026-11-23", lead);
    expect(slots).toHaveLength(10);
    expect(slots[0]).toMatchObject({ timezone: "Europe/London", channel: "email" });
    expect(slots.at(-1)).toMatchObject({ timezone: "America/Los_Angeles", channel: "sms" });
  });

  it("closed slots are found across midnight and weekends", () => {
    const now = new Date("2026-11-23T02:00:00Z");
    expect(closedSlots(now, 50 * 3_600_000, lead)).toEqual([]);
    const friday = closedSlots(now, 72 * 3_600_000, lead);
    expect(new Set(friday.map((slot) => slot.localDate))).toEqual(new Set(["2026-11-20"]));
    expect(friday.length).toBeGreaterThan(0);
  });

  it("no slot opens between now and the next slot", () => {
    fc.assert(
      fc.property(instants, (now) => {
        const next = nextSlot(now, lead);
        expect(next.opensAt.getTime()).toBeGreaterThan(now.getTime());
        const justBefore = new Date(next.opensAt.getTime() - 1);
        const openBefore = openSlots(justBefore, lead);
        for (const slot of openBefore) expect(slot.opensAt <= now).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("there is a slot for email and one for texts", () => {
    expect(channels).toEqual(["email", "sms"]);
  });
});
