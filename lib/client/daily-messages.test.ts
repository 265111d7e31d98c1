import { expect, test } from "vitest";
import { refetchIntervalMs } from "./daily-messages";
import type { ZoneProgress } from "@/lib/contracts/briefings";

const now = "2026-11-19T12:50:00.000Z";
const figures = {
  toSend: 3,
  accepted: 3,
  delivered: 0,
  pending: 0,
  excluded: 0,
  failed: 0,
  missed: 0,
  state: "done",
} as const;

const zone = (change: Partial<ZoneProgress>): ZoneProgress => ({
  timezone: "America/New_York",
  opensAt: "2026-11-19T12:45:00.000Z",
  closesAt: "2026-11-19T15:00:00.000Z",
  state: "waiting",
  missedPeople: 0,
  hasStarted: false,
  email: figures,
  sms: figures,
  ...change,
});

const sending = zone({ state: "sending" });
const done = zone({ state: "done" });
const closed = zone({ state: "done", closesAt: "2026-11-19T10:00:00.000Z" });
const startsIn = (s: number) =>
  zone({ opensAt: new Date(Date.parse(now) + s * 1_000).toISOString() });

test.each<[string, ZoneProgress[], number | false]>([
  ["a zone is sending", [closed, sending, startsIn(3_600)], 4_000],
  ["one zone is done and the next starts in an hour", [done, startsIn(3_600)], 60_000],
  ["the next zone starts in 20 seconds", [done, startsIn(20)], 20_000],
  ["a zone has just opened", [startsIn(-10)], 5_000],
  ["an open zone is waiting for a message", [zone({})], 60_000],
  ["every zone is closed", [closed, closed], false],
  ["it is a weekend", [], false],
])("progress is refetched in time while %s", (_, zones, ms) => {
  expect(refetchIntervalMs({ date: "2026-11-19", now, message: "active", zones })).toBe(ms);
});
