import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Timezone, timezoneNames } from "@/lib/contracts/timezones";
import { addDays, isWeekday } from "@/lib/calendar/days";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { recordHeartbeat } from "@/lib/domain/delivery/engine/worker-lease";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { repeat } from "@/server/worker/repeat";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const minuteMs = 60_000;

const harness = useForFile(startDelivery);

beforeAll(async () => {
  // As in the sandbox: windows that the clock was set past don't count as missed.
  Object.assign(harness.ctx.clock, { setTo: () => harness.ctx.clock.now() });
});
/** A worker's loops in this process, almost without pauses. */
function startLoops(): { stop(): Promise<void> } {
  const { ctx, worker } = harness;
  const loops = [
    repeat(5, async () => void (await recordHeartbeat(ctx, worker.id, true))),
    repeat(5, async () => void (await runDeliveryTick(ctx))),
    repeat(5, async () => {
      const batches = await leaseDueBatches(ctx, 100);
      await Promise.all(batches.map(({ id }) => sendBatch(ctx, worker, id)));
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** One jump, to a minute before 8:00 somewhere, on its own date: closed windows stay closed. */
const jumps = fc.sample(
  fc.record({
    timezone: fc.constantFrom<Timezone>(...timezoneNames),
    /** Where the clock was on that date before: around the opening or the end of any window. */
    visited: fc.record({
      timezone: fc.constantFrom<Timezone>(...timezoneNames),
      minutes: fc.constantFrom(-300, -15, -1, 0, 5, 119, 120),
    }),
    /** Real milliseconds between the steps, so that each meets the loops somewhere else. */
    pausesMs: fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)),
  }),
  { numRuns: 8, seed: 42 },
);

const dates = (() => {
  const found: string[] = [];
  for (let day = "2026-11-23"; found.length < jumps.length; day = addDays(day, 1)) {
    if (isWeekday(day)) found.push(day);
  }
  return found;
})();

const eightOn = (localDate: string, timezone: Timezone) =>
  slotOf(localDate, timezone, "sms", 0).opensAt.getTime();

const setTime = (ms: number) => harness.setTime(new Date(ms).toISOString());

/** Someone signs up between two jumps of the clock, and gets the briefing after the second. */
async function visitAndJump(
  localDate: string,
  { timezone, visited, pausesMs }: (typeof jumps)[number],
  email: string,
): Promise<void> {
  const [first, second, third] = pausesMs;
  await setTime(eightOn(localDate, visited.timezone) + visited.minutes * minuteMs);
  await delay(first);
  await setTime(Date.parse("2026-11-22T18:00:00Z"));
  await delay(second);
  // A purchase starts with New York.
  const id = await harness.addSubscriber({ email });
  await delay(third);
  await harness.ctx.db.subscriber.update({ where: { id }, data: { timezone } });
  await setTime(eightOn(localDate, timezone) - minuteMs);
  await vi.waitFor(
    async () => {
      const sent = (await harness.sent("email")).filter(
        ({ to, text }) => to === email && text.includes(localDate),
      );
      if (sent.length === 1) return;
      const rows = await harness.ctx.db.delivery.findMany({
        where: { subscriberId: id },
        select: { localDate: true, timezone: true, state: true, reason: true },
      });
      const problems = await listDeliveryProblems(harness.ctx);
      throw new Error(
        JSON.stringify({ sent: sent.length, localDate, timezone, visited, rows, problems }),
      );
    },
    { timeout: 60_000, interval: 25 },
  );
}

describe("when the clock jumps at any moment while workers run", { timeout: 240_000 }, () => {
  it("everyone whose window is open then gets the briefing, once", async () => {
    for (const localDate of dates) await harness.addMessage(localDate);
    const loops = startLoops();
    try {
      for (const [index, localDate] of dates.entries()) {
        const jump = jumps[index];
        if (jump) await visitAndJump(localDate, jump, `jump${index}@example.com`);
      }
    } finally {
      await loops.stop();
    }
    const keys = (await harness.sent("email")).map(
      ({ to, metadata }) => `${to} ${metadata["delivery"] ?? ""}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("when the clock was ahead for a while", () => {
  it("nobody new is planned until the window opens again, and then everyone is", async () => {
    const { ctx } = harness;
    const inWindow = eightOn("2027-02-15", "America/New_York") + minuteMs;
    await harness.addMessage("2027-02-15");
    await setTime(inWindow);
    await runDeliveryTick(ctx);
    await setTime(Date.parse("2027-02-13T18:00:00Z"));
    const subscriberId = await harness.addSubscriber({ timezone: "America/New_York" });
    const findRow = () => ctx.db.delivery.findFirst({ where: { subscriberId, channel: "email" } });
    await runDeliveryTick(ctx);
    expect(await findRow()).toBeNull();
    await setTime(inWindow);
    await runDeliveryTick(ctx);
    expect(await findRow()).toMatchObject({ state: "pending" });
  });
});
