import { expect, test } from "vitest";
import { nextLookMs } from "./daily-messages";
import type { ZoneProgress } from "@/lib/contracts/briefings";

const now = "2026-11-19T12:50:00.000Z";
const nobody = { planned: 0, finalized: 0 };

const zone = (change: Partial<ZoneProgress>): ZoneProgress => ({
  timezone: "America/New_York",
  opensAt: "2026-11-19T12:45:00.000Z",
  hasStarted: false,
  isClosed: false,
  email: nobody,
  sms: nobody,
  ...change,
});

const goingOut = zone({ hasStarted: true, email: { planned: 3, finalized: 1 } });
const done = zone({ hasStarted: true, email: { planned: 3, finalized: 3 } });
const closed = zone({ isClosed: true });
const beginsIn = (s: number) =>
  zone({ opensAt: new Date(Date.parse(now) + s * 1_000).toISOString() });

test.each<[string, ZoneProgress[], number | false]>([
  ["something goes out", [closed, goingOut, beginsIn(3_600)], 4_000],
  ["one is done, the next begins in an hour", [done, beginsIn(3_600)], 60_000],
  ["the next begins in 20 seconds", [done, beginsIn(20)], 20_000],
  ["one has just opened", [beginsIn(-10)], 5_000],
  ["one is open and waits for a message", [zone({})], 60_000],
  ["all are closed", [closed, zone({ hasStarted: true, isClosed: true })], false],
  ["a weekend", [], false],
])("looks again while %s", (_, zones, ms) => {
  expect(nextLookMs({ date: "2026-11-19", now, zones })).toBe(ms);
});
