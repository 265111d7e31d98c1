import { expect, test } from "vitest";
import { oncePerDay } from "./jobs";

function schedule(task: () => Promise<void> = () => Promise.resolve()) {
  let now = "";
  const runs: string[] = [];
  const run = oncePerDay(
    { clock: { now: () => new Date(now) }, settings: { emailLeadMinutes: 15 } },
    async () => {
      runs.push(now);
      await task();
    },
  );
  const checkAt = async (instant: string) => {
    now = instant;
    await run();
  };
  return { checkAt, runs };
}

test("a daily task runs at the start, and then once a day", async () => {
  const { checkAt, runs } = schedule();
  for (const instant of [
    "2026-11-21T12:00:00Z",
    "2026-11-21T12:00:30Z",
    "2026-11-21T23:59:59Z",
    "2026-11-22T00:00:00Z",
    "2026-11-22T00:00:30Z",
  ]) {
    await checkAt(instant);
  }
  expect(runs).toEqual(["2026-11-21T12:00:00Z", "2026-11-22T00:00:00Z"]);
});

test("a daily task that failed runs again at the next check", async () => {
  let isBroken = true;
  const { checkAt, runs } = schedule(() =>
    isBroken ? Promise.reject(new Error("The database is down.")) : Promise.resolve(),
  );
  await expect(checkAt("2026-11-21T00:00:00Z")).rejects.toThrow("The database is down.");
  isBroken = false;
  await checkAt("2026-11-21T00:00:30Z");
  await checkAt("2026-11-21T00:01:00Z");
  expect(runs).toEqual(["2026-11-21T00:00:00Z", "2026-11-21T00:00:30Z"]);
});

test("a daily task waits while briefings are delivered", async () => {
  const { checkAt, runs } = schedule();
  // London's email starts at 7:45, and Los Angeles is done at 10:00.
  await checkAt("2026-11-23T07:45:00Z");
  await checkAt("2026-11-23T17:59:59Z");
  expect(runs).toEqual([]);
  await checkAt("2026-11-23T18:00:00Z");
  expect(runs).toEqual(["2026-11-23T18:00:00Z"]);
});
