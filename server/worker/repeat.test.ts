import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { repeat } from "./repeat";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A task that counts its runs and finishes each one when told to. */
function openEnded() {
  const ends: (() => void)[] = [];
  const task = () => new Promise<void>((resolve) => ends.push(resolve));
  const end = async () => {
    ends.at(-1)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { task, end, runs: () => ends.length };
}

describe("repeat", () => {
  it("pauses after each run, for as long as the function says then", async () => {
    const pauses = [300, 20];
    const { task, end, runs } = openEnded();
    const repetition = repeat(() => pauses.shift() ?? 1_000, task);
    await end();
    await vi.advanceTimersByTimeAsync(299);
    expect(runs()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs()).toBe(2);
    await end();
    await vi.advanceTimersByTimeAsync(20);
    expect(runs()).toBe(3);
    const stopped = repetition.stop();
    await end();
    await stopped;
  });

  it("runs at once when woken during a pause", async () => {
    const { task, end, runs } = openEnded();
    const repetition = repeat(60_000, task);
    await end();
    repetition.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(runs()).toBe(2);
    const stopped = repetition.stop();
    await end();
    await stopped;
  });

  it("runs once more when woken during a run", async () => {
    const { task, end, runs } = openEnded();
    const repetition = repeat(60_000, task);
    repetition.wake();
    repetition.wake();
    await end();
    expect(runs()).toBe(2);
    await end();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(runs()).toBe(2);
    await repetition.stop();
  });

  it("stops after the current run, even when woken", async () => {
    const { task, end, runs } = openEnded();
    const repetition = repeat(10, task);
    repetition.wake();
    const stopped = repetition.stop();
    await end();
    await stopped;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(runs()).toBe(1);
  });
});
