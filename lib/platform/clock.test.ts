import { describe, expect, it, vi } from "vitest";
import { fixedClock, followClock } from "./clock";

describe("followClock", () => {
  it("goes on by its own pace between readings, and keeps the last one when a reading fails", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    const start = new Date("2026-11-23T12:40:00Z");
    let readings = 0;
    const clock = await followClock(async () => {
      readings += 1;
      if (readings > 1) throw new Error("away");
      return { now: start, rate: 60, setTo: start };
    }, 1_000);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(clock.now()).toEqual(new Date("2026-11-23T13:00:00Z"));
    expect(clock.setTo()).toEqual(start);
    expect(readings).toBeGreaterThan(10);
    clock.stop();
    vi.useRealTimers();
  });

  it("takes over a new reading, backwards too", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    const times = ["2026-11-23T13:00:00Z", "2026-11-23T12:00:00Z"];
    const clock = await followClock(
      async () => ({
        now: new Date(times.shift() ?? "2026-11-23T12:00:00Z"),
        rate: 1,
        setTo: null,
      }),
      1_000,
    );
    expect(clock.now()).toEqual(new Date("2026-11-23T13:00:00Z"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock.now()).toEqual(new Date("2026-11-23T12:00:00Z"));
    clock.stop();
    vi.useRealTimers();
  });

  it("does not start without a first reading", async () => {
    await expect(followClock(() => Promise.reject(new Error("away")), 1_000)).rejects.toThrow(
      "away",
    );
  });
});

describe("fixedClock", () => {
  it("stands still and cannot be moved from outside", () => {
    const clock = fixedClock("2026-11-23T13:00:00Z");
    clock.now().setFullYear(1999);
    expect(clock.now().toISOString()).toBe("2026-11-23T13:00:00.000Z");
    expect([clock.rate(), clock.setTo()]).toEqual([1, null]);
  });
});
