import { describe, expect, it, vi } from "vitest";
import { fixedClock, followClock } from "./clock";

describe("followClock", () => {
  it("advances at its rate between readings and after a failed one", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
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
    vi.useRealTimers();
  });

  it("adopts a new reading, even an earlier one", async () => {
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

  it("rejects when the first reading fails", async () => {
    await expect(followClock(() => Promise.reject(new Error("down")), 1_000)).rejects.toThrow(
      "down",
    );
  });
});

describe("fixedClock", () => {
  it("always shows the same time, even if a returned date is changed", () => {
    const clock = fixedClock("2026-11-23T13:00:00Z");
    clock.now().setFullYear(1999);
    expect(clock.now().toISOString()).toBe("2026-11-23T13:00:00.000Z");
    expect([clock.rate(), clock.setTo()]).toEqual([1, null]);
  });
});
