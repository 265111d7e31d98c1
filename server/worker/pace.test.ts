import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Context } from "@/lib/domain/context";
import { followActivity } from "./pace";
import { repeat } from "./repeat";

const night = "2026-11-23T03:00:00Z";

let [now, setTo, counters, isDown] = [night, null as Date | null, "7", false];
const onActivity = vi.fn<() => void>();
const task = vi.fn<() => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  [now, setTo, counters, isDown] = [night, null, "7", false];
  onActivity.mockReset();
  task.mockReset();
  task.mockResolvedValue();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Follows a service's activity, and repeats the task twice a second, or less often. */
async function start(): Promise<() => Promise<void>> {
  const parts = {
    db: {
      $queryRaw: async () => {
        if (isDown) throw new Error("The database is down.");
        return [{ total: counters }];
      },
    },
    clock: { now: () => new Date(now), setTo: () => setTo },
    settings: { emailLeadMinutes: 15 },
    log: { warn: () => undefined },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that it uses
  const pace = followActivity(parts as unknown as Context, onActivity);
  const repetition = repeat(() => pace.pauseMs(500), task);
  onActivity.mockImplementation(() => repetition.wake());
  await vi.advanceTimersByTimeAsync(1);
  return async () => {
    await repetition.stop();
    await pace.stop();
  };
}

async function runsIn(seconds: number): Promise<number> {
  task.mockClear();
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  return task.mock.calls.length;
}

describe("a worker looks for work", () => {
  test("twice a second at the start, and every twenty seconds through a quiet night", async () => {
    const stop = await start();
    expect(await runsIn(50)).toBe(100);
    await runsIn(20);
    expect([29, 30, 31]).toContain(await runsIn(600));
    expect(onActivity).toHaveBeenCalledTimes(0);
    await stop();
  });

  test.each([
    ["something was added", () => (counters = "8")],
    ["the clock was set", () => (setTo = new Date(night))],
  ])("for a minute after %s", async (_, happen) => {
    const stop = await start();
    await runsIn(120);
    happen();
    await runsIn(2);
    expect(onActivity).toHaveBeenCalledTimes(1);
    expect(await runsIn(50)).toBe(100);
    await runsIn(20);
    expect([4, 5, 6]).toContain(await runsIn(100));
    await stop();
  });

  test.each([
    ["a minute before London opens", "2026-11-23T07:44:10Z"],
    ["in London's window", "2026-11-23T09:00:00Z"],
    ["a quarter of an hour after the last window", "2026-11-23T18:14:00Z"],
  ])("twice a second %s", async (_, instant) => {
    const stop = await start();
    await runsIn(120);
    now = instant;
    await runsIn(2);
    expect(await runsIn(90)).toBe(180);
    await stop();
  });

  test("twice a second while the database can't say", async () => {
    const stop = await start();
    await runsIn(120);
    isDown = true;
    await runsIn(2);
    expect(await runsIn(100)).toBe(200);
    await stop();
  });
});
