import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followClock, type ClockReading, type FollowingClock } from "./clock";

const eleven = new Date("2026-11-23T11:00:00Z");

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let following: FollowingClock | undefined;

/** Follows a clock that gives these readings, a second apart; the last one repeats. */
async function follow(readings: ClockReading[], roundTripMs = 0) {
  const roundTrip = { ms: roundTripMs };
  let next = 0;
  const started = followClock(async () => {
    const reading = readings[Math.min(next, readings.length - 1)];
    next += 1;
    if (!reading) throw new Error("no reading");
    if (roundTrip.ms > 0) await delay(roundTrip.ms);
    return reading;
  }, 1_000);
  await vi.advanceTimersByTimeAsync(roundTripMs);
  following = await started;
  return { clock: following, roundTrip };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  following?.stop();
  vi.useRealTimers();
});

describe("followClock", () => {
  it("advances at its rate between readings and after a failed one", async () => {
    const start = new Date("2026-11-23T12:40:00Z");
    let readings = 0;
    const clock = await followClock(async () => {
      readings += 1;
      if (readings > 1) throw new Error("down");
      return { now: start, rate: 60, setTo: start };
    }, 1_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(clock.now()).toEqual(new Date("2026-11-23T13:00:00Z"));
    expect(clock.setTo()).toEqual(start);
    expect(readings).toBeGreaterThan(10);
    clock.stop();
  });

  it("adopts a time set by hand at once, even an earlier one", async () => {
    const readings = [
      { now: new Date("2026-11-23T13:00:00Z"), rate: 1, setTo: null },
      { now: eleven, rate: 1, setTo: eleven },
    ];
    const { clock } = await follow(readings);
    expect(clock.now()).toEqual(readings[0]?.now);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock.now()).toEqual(eleven);
  });

  it("says a time that has come for sure, and one that hasn't passed for sure", async () => {
    const { clock } = await follow([{ now: eleven, rate: 1, setTo: null }], 800);
    expect(clock.now()).toEqual(eleven);
    expect(clock.nowAtLatest()).toEqual(new Date(eleven.getTime() + 800));
  });

  it("ignores a reading that took longer than a second", async () => {
    const later = new Date(eleven.getTime() + 3_000);
    const readings = [
      { now: eleven, rate: 1, setTo: null },
      { now: later, rate: 1, setTo: null },
    ];
    const { clock, roundTrip } = await follow(readings);
    roundTrip.ms = 1_500;
    await vi.advanceTimersByTimeAsync(2_500);
    expect(clock.now()).toEqual(new Date(eleven.getTime() + 2_500));
  });

  it.each([
    ["agree", 0, 0, 0],
    ["are apart, the followed one ahead", 20 * 60_000, 0, 20 * 60_000],
    ["are apart, the followed one behind", -20 * 60_000, -20 * 60_000, 0],
  ])("is the earlier of two clocks for sure, when they %s", async (_, aheadMs, now, latest) => {
    const reading = { now: new Date(eleven.getTime() + aheadMs), rate: 1, setTo: null };
    const machine = () => eleven.getTime();
    following = await followClock(async () => reading, 1_000, machine);
    expect(following.now().getTime() - eleven.getTime()).toBe(now);
    expect(following.nowAtLatest().getTime() - eleven.getTime()).toBe(latest);
    expect(following.disagreementMs()).toBe(Math.abs(aheadMs));
  });

  it("opens no window early when the followed clock is set ahead later", async () => {
    const start = Date.parse("2026-11-23T12:20:00Z");
    const begun = performance.now();
    const machine = () => start + performance.now() - begun;
    let readings = 0;
    following = await followClock(
      async () => {
        readings += 1;
        return { now: new Date(machine() + (readings > 2 ? 1_200_000 : 0)), rate: 1, setTo: null };
      },
      1_000,
      machine,
    );
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(following.now()).toEqual(new Date("2026-11-23T12:30:00Z"));
    expect(following.nowAtLatest()).toEqual(new Date("2026-11-23T12:50:00Z"));
  });

  it("rejects when the first reading fails", async () => {
    await expect(followClock(() => Promise.reject(new Error("down")), 1_000)).rejects.toThrow(
      "down",
    );
  });
});
