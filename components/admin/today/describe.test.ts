import { describe, expect, test } from "vitest";
import type { TodaySlot, TodayView, TodayZone } from "@/lib/contracts/admin/today";
import { todayIntervalMs } from "@/lib/client/admin/today";
import { deckOf, headingOf, percentOf, shareSent } from "./describe";

const timezone = "America/New_York";

const slot = (given: Partial<TodaySlot>): TodaySlot => ({
  timezone,
  channel: "email",
  opensAt: "2026-11-18T12:45:00.000Z",
  promisedAt: "2026-11-18T13:00:00.000Z",
  closesAt: "2026-11-18T15:00:00.000Z",
  state: "waiting",
  isPlanned: true,
  doneAt: "2026-11-18T12:55:00.000Z",
  isLate: false,
  isOnHold: false,
  toSend: 100,
  accepted: 0,
  delivered: 0,
  pending: 100,
  excluded: 0,
  failed: 0,
  missed: 0,
  ...given,
});

const zone = (given: Partial<TodayZone>): TodayZone => ({
  timezone,
  opensAt: "2026-11-18T12:45:00.000Z",
  closesAt: "2026-11-18T15:00:00.000Z",
  state: "waiting",
  missedPeople: 0,
  ...given,
});
const london = zone({ timezone: "Europe/London", closesAt: "2026-11-18T10:00:00.000Z" });
const later = zone({
  opensAt: "2026-11-18T13:45:00.000Z",
  timezone: "America/Chicago",
  closesAt: "2026-11-18T16:00:00.000Z",
});
const isSendingZone = zone({ state: "sending" });

const view = (given: Partial<TodayView>): TodayView => ({
  now: "2026-11-18T12:52:00.000Z",
  gap: null,
  date: "2026-11-18",
  phase: "sending",
  message: "active",
  slots: [],
  zones: [],
  holds: [],
  rates: { emailsPerSecond: 14, segmentsPerSecond: 50 },
  next: { date: "2026-11-19", lines: [], checks: [] },
  attention: [],
  figures: { people: 0, trials: 0, trialsEndingToday: 0, last: null, mrr: null },
  ...given,
});

const sending = slot({ state: "sending", pending: 30, delivered: 70 });
const texts = slot({ channel: "sms", opensAt: "2026-11-18T13:00:00.000Z" });

describe("the heading", () => {
  test.each<[string, Partial<TodayView>, string]>([
    ["one zone", { slots: [sending], zones: [isSendingZone] }, "Eastern is going out, on time."],
    [
      "two zones",
      { slots: [sending], zones: [isSendingZone, { ...later, state: "sending" }] },
      "Eastern and Central are going out, on time.",
    ],
    [
      "a late zone",
      { slots: [{ ...sending, isLate: true }], zones: [isSendingZone] },
      "Eastern is going out late.",
    ],
    [
      "a zone whose promise has passed",
      { slots: [sending], zones: [isSendingZone], now: "2026-11-18T13:10:00.000Z" },
      "Eastern is going out late.",
    ],
    [
      "nothing right now",
      { phase: "between", zones: [{ ...london, state: "done" }, later] },
      "London is done.",
    ],
    [
      "a zone that got nothing, while others go out",
      {
        zones: [{ ...london, state: "nothing_sent", missedPeople: 805 }, isSendingZone, later],
        slots: [sending],
      },
      "London got nothing: 805 people.",
    ],
    [
      "two zones that got nothing",
      {
        phase: "between",
        message: "inactive",
        zones: [
          { ...london, state: "nothing_sent", missedPeople: 1 },
          zone({ state: "nothing_sent", missedPeople: 1_000 }),
        ],
      },
      "London and Eastern got nothing: 1,001 people.",
    ],
    [
      "an open window without a message",
      { phase: "between", message: "none", zones: [zone({}), later] },
      "Nothing is going out: today has no message.",
    ],
    [
      "an open window with an inactive message",
      { phase: "between", message: "inactive", zones: [zone({})] },
      "Nothing is going out: today’s message is inactive.",
    ],
    [
      "a window that has just opened",
      { phase: "between", zones: [zone({}), later] },
      "Eastern is about to go out.",
    ],
    [
      "a zone that missed a few",
      { phase: "between", zones: [{ ...london, state: "done_with_misses", missedPeople: 12 }] },
      "London is done, but 12 people missed it.",
    ],
    [
      "a zone without anyone",
      { phase: "between", zones: [{ ...london, state: "nobody" }, later] },
      "Nobody gets the briefing in London.",
    ],
    ["a ready next day", { phase: "ready", date: "2026-11-19" }, "Tomorrow is ready."],
    ["a missing message", { phase: "not_ready", date: "2026-11-19" }, "Tomorrow isn’t ready."],
    ["a Monday from Friday", { phase: "ready", date: "2026-11-23" }, "Monday is ready."],
    ["the same morning", { phase: "ready", date: "2026-11-18" }, "Today is ready."],
  ])("for %s", (_, given, expected) => {
    expect(headingOf(view(given), timezone).text).toBe(expected);
  });
});

test("the sentence below says how much is sent and what comes next", () => {
  expect(deckOf(view({ slots: [sending, texts] }), timezone)).toBe(
    "Email is 70% sent and done by 7:55 AM. Eastern text starts at 8:00 AM.",
  );
});

test("the sentence below names the zones if several are going out", () => {
  const central = { ...sending, timezone: "America/Chicago" as const };
  expect(deckOf(view({ slots: [sending, central] }), timezone)).toBe(
    "Eastern email is 70% sent and done by 7:55 AM. Central email is 70% sent and done by 7:55 AM.",
  );
});

test("the sentence below says who waits for a message", () => {
  const given = { message: "inactive", zones: [zone({}), later] } as const;
  expect(deckOf(view({ ...given, zones: [...given.zones] }), timezone)).toBe(
    "Eastern and Central wait for it, until 10:00 there.",
  );
});

test.each([
  [{ toSend: 1_000, pending: 1, missed: 0 }, "99%"],
  [{ toSend: 1_000, pending: 0, missed: 0 }, "100%"],
  [{ toSend: 805, pending: 0, missed: 805 }, "0%"],
  [{ toSend: 0, pending: 0, missed: 0 }, "0%"],
])("%o is %s sent", (counts, expected) => {
  expect(percentOf(shareSent(counts))).toBe(expected);
});

test.each<[string, Partial<TodayView>, number]>([
  ["something is sent", { slots: [sending] }, 4_000],
  [
    "a window has just opened",
    { phase: "between", slots: [slot({ opensAt: "2026-11-18T12:45:00.000Z" })] },
    4_000,
  ],
  [
    "the next window is hours away",
    { phase: "ready", slots: [slot({ opensAt: "2026-11-19T08:00:00.000Z" })] },
    60_000,
  ],
  [
    "a window opens in 20 seconds",
    { phase: "between", slots: [slot({ opensAt: "2026-11-18T12:52:20.000Z" })] },
    20_000,
  ],
  ["everything is over", { phase: "between" }, 60_000],
])("it's fetched again when %s", (_, given, expected) => {
  expect(todayIntervalMs(view(given))).toBe(expected);
});
