import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { pauseThrottled, reserveCapacity } from "@/lib/domain/delivery/engine/provider-rate-limit";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { registerWorker } from "@/lib/domain/delivery/engine/worker-lease";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { raiseAlert, sendAlerts } from "@/lib/domain/outbox/operator-alerts";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.ctx.db.$executeRaw`UPDATE test_clock SET seconds_ahead = 0`;
  await harness.ctx.db.$executeRaw`UPDATE workers SET heartbeat_at = now()`;
  await harness.addMessage(date);
  await harness.addSubscriber({});
  await harness.setTime(eight);
});

/** Sets the database's clock forward, or back. */
async function stepClock(seconds: number): Promise<void> {
  await harness.ctx.db.$executeRaw`
    UPDATE test_clock SET seconds_ahead = seconds_ahead + ${seconds}::int`;
}

async function plan(): Promise<bigint> {
  await planSlot(harness.ctx, slotOf(date, "America/New_York", "email", 15), { force: true });
  return (await harness.ctx.db.deliveryBatch.findFirstOrThrow()).id;
}

async function lookUps(): Promise<number> {
  const { _sum } = await harness.ctx.db.sendAttempt.aggregate({ _sum: { lookupCount: true } });
  return _sum.lookupCount ?? 0;
}

const runUntilLookUps = (count: number) => harness.runUntil(async () => (await lookUps()) >= count);

describe("when the database's clock is set back by an hour", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["while a batch waits to be retried", () => harness.run()],
    ["while its provider is paused", () => pauseThrottled(harness.ctx, "postmark", 5_000)],
    [
      "after a worker died in the middle of a call",
      async () => {
        const id = randomUUID();
        await registerWorker(harness.ctx, { id, name: "lost", host: "there", pid: 1 });
        const batchId = await plan();
        await harness.ctx.db.deliveryBatch.update({
          where: { id: batchId },
          data: { state: "sending" },
        });
        await harness.ctx.db.sendAttempt.create({
          data: {
            id: randomUUID(),
            localDate: new Date(date),
            batchId,
            workerId: id,
            sentAfter: new Date(eight),
          },
        });
      },
    ],
    [
      "while an outcome is unknown",
      async () => {
        await harness.clearFaults();
        await harness.fault({ provider: "postmark", mode: "error", status: 500, count: 1 });
        await runUntilLookUps(1);
      },
    ],
  ])("the briefing is sent once, within minutes, %s", async (_, prepare) => {
    await harness.fault({ provider: "postmark", mode: "rate-limit", count: 1 });
    await prepare();
    await stepClock(-3_600);
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(1);
    const rows = await harness.ctx.db.delivery.findMany();
    expect(rows.map(({ state }) => state)).toEqual(["accepted"]);
  });

  it("texts don't wait for the capacity that was reserved", async () => {
    await reserveCapacity(harness.ctx, "twilio", 1_000);
    await stepClock(-3_600);
    await runDeliveryTick(harness.ctx);
    expect(await reserveCapacity(harness.ctx, "twilio", 1_000)).toBeLessThan(10_000);
  });

  it("alerts from before and after it are still sent", async () => {
    const { ctx } = harness;
    await harness.fault({ provider: "postmark", mode: "error", status: 500, count: 1 });
    await raiseAlert(ctx, { key: "before", subject: "Before", body: "Test" });
    await sendAlerts(ctx);
    await stepClock(-3_600);
    await raiseAlert(ctx, { key: "after", subject: "After", body: "Test" });
    await harness.runUntil(async () => (await harness.alerts()).length > 1);
    expect(await harness.alerts()).toHaveLength(2);
  });
});

describe("when the database's clock is set forward by an hour", () => {
  it("no one gets a second briefing while the provider's search is behind", async () => {
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await harness.fault({ provider: "postmark", mode: "search-lag", delayMs: 600_000 });
    await runUntilLookUps(2);
    await stepClock(3_600);
    await runUntilLookUps(4);
    await harness.clearFaults();
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(1);
  });

  it("everyone gets one although all workers look dead", async () => {
    const batchId = await plan();
    await harness.fault({ provider: "postmark", mode: "slow", delayMs: 500, count: 1 });
    const sending = sendBatch(harness.ctx, harness.worker, batchId);
    await harness.runUntil(async () => (await harness.ctx.db.sendAttempt.count()) > 0);
    await stepClock(3_600);
    await runDeliveryTick(harness.ctx);
    await sending;
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(1);
  });
});
