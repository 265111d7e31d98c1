import { expect, test } from "vitest";
import { refetchIntervalMs } from "./daily-messages";
import type { ZoneProgress } from "@/lib/contracts/briefings";

const now = "2026-11-19T12:50:00.000Z";
const none = { planned: 0, finalized: 0 };

const zone = (change: Partial<ZoneProgress>): ZoneProgress => ({
  timezone: "America/New_York",
  opensAt: "2026-11-19T12:45:00.000Z",
  hasStarted: false,
  isClosed: false,
  email: none,
  sms: none,
  ...change,
});

const sending = zone({ hasStarted: true, email: { planned: 3, finalized: 1 } });
const done = zone({ hasStarted: true, email: { planned: 3, finalized: 3 } });
const closed = zone({ isClosed: true });
const startsIn = (s: number) =>
  zone({ opensAt: new Date(Date.parse(now) + s * 1_000).toISOString() });

test.each<[string, ZoneProgress[], number | false]>([
  ["a zone is sending", [closed, sending, startsIn(3_600)], 4_000],
  ["one zone is done and the next starts in an hour", [done, startsIn(3_600)], 60_000],
  ["the next zone starts in 20 seconds", [done, startsIn(20)], 20_000],
  ["a zone has just opened", [startsIn(-10)], 5_000],
  ["an open zone is waiting for a message", [zone({})], 60_000],
  ["every zone is closed", [closed, zone({ hasStarted: true, isClosed: true })], false],
  ["it is a weekend", [], false],
])("progress is refetched in time while %s", (_, zones, ms) => {
  expect(refetchIntervalMs({ date: "2026-11-19", now, zones })).toBe(ms);
});
