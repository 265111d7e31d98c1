import pino from "pino";
import { expect, test, vi } from "vitest";
import { daily } from "./daily";

test("runs at the start and once a day, and retries soon after a failure", async () => {
  vi.useFakeTimers();
  let now = "2026-11-23T12:00:00Z";
  let isBroken = false;
  const runs: string[] = [];
  const ctx = {
    clock: { now: () => new Date(now) },
    log: pino({ level: "silent" }),
  };
  const cleaning = daily(ctx, async () => {
    runs.push(now);
    if (isBroken) throw new Error("The database is down.");
  });
  const checkAt = async (instant: string) => {
    now = instant;
    await vi.advanceTimersByTimeAsync(30_000);
  };

  await checkAt("2026-11-23T12:00:30Z");
  await checkAt("2026-11-23T23:59:59Z");
  expect(runs).toEqual(["2026-11-23T12:00:00Z"]);

  isBroken = true;
  await checkAt("2026-11-24T00:00:00Z");
  isBroken = false;
  await checkAt("2026-11-24T00:00:30Z");
  await checkAt("2026-11-24T00:01:00Z");
  expect(runs.slice(1)).toEqual(["2026-11-24T00:00:00Z", "2026-11-24T00:00:30Z"]);

  const stopped = cleaning.stop();
  await checkAt("2026-11-25T00:00:00Z");
  await stopped;
  expect(runs).toHaveLength(3);
  vi.useRealTimers();
});

test("waits until it is timely", async () => {
  vi.useFakeTimers();
  let isTimely = false;
  let runs = 0;
  const ctx = {
    clock: { now: () => new Date("2026-11-23T13:00:00Z") },
    log: pino({ level: "silent" }),
  };
  const cleaning = daily(
    ctx,
    async () => {
      runs += 1;
    },
    { isTimely: () => isTimely },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(0);
  isTimely = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(runs).toBe(1);
  const stopped = cleaning.stop();
  await vi.advanceTimersByTimeAsync(30_000);
  await stopped;
  vi.useRealTimers();
});
