import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { registerWorker } from "@/lib/domain/delivery/engine/worker-lease";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { claimBatch } from "@/lib/domain/delivery/engine/claim";
import { takeDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { FenceLostError } from "@/lib/domain/delivery/engine/worker-lease";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const ten = "2026-11-23T15:00:00Z";

let at: DeliveryHarness;

beforeEach(async () => {
  at = await startDelivery();
  await at.addMessage(date);
});
afterEach(() => at.close());

async function addReaders(count: number, smsEnabled = false): Promise<void> {
  for (let index = 0; index < count; index += 1) await at.addReader({ smsEnabled });
}

function duplicates(addresses: string[]): string[] {
  return addresses.filter((address, index) => addresses.indexOf(address) !== index);
}

/** The ledger adds up: what was planned is what became of it. */
async function expectBalance(): Promise<void> {
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((total, each) => total + each, 0);
  for (const channel of Object.values((await getBriefingStatus(at.ctx, date)).channels)) {
    expect(channel.planned).toBe(
      channel.accepted +
        channel.pending +
        sum(channel.excluded) +
        sum(channel.failed) +
        sum(channel.missed),
    );
  }
}

describe("a provider that misbehaves", () => {
  it("takes mails and drops the connection: asked, found, and nobody gets two", async () => {
    await addReaders(40, true);
    await at.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await at.fault({ provider: "twilio", mode: "accept-then-drop", probability: 0.3 });
    await at.setTime(eight);
    await at.runUntilSettled(date);

    const mails = (await at.sent("email")).map((each) => each.to);
    const texts = (await at.sent("sms")).map((each) => each.to);
    expect(mails).toHaveLength(40);
    expect(texts).toHaveLength(40);
    expect(duplicates([...mails, ...texts])).toEqual([]);
    const status = await getBriefingStatus(at.ctx, date);
    expect(status.channels.email).toMatchObject({ planned: 40, accepted: 40, pending: 0 });
    expect(status.channels.sms).toMatchObject({ planned: 40, accepted: 40, pending: 0 });
  });

  it("answers 500 without taking anything: asked, not found, sent again", async () => {
    await addReaders(3);
    await at.fault({ provider: "postmark", mode: "error", status: 500, count: 2 });
    await at.setTime(eight);
    await at.runUntilSettled(date);
    expect(duplicates((await at.sent("email")).map((each) => each.to))).toEqual([]);
    expect(await at.sent("email")).toHaveLength(3);
  });

  it("answers 429 for a while: tried again later, everybody once", async () => {
    await addReaders(3, true);
    await at.fault({ provider: "postmark", mode: "rate-limit", count: 2 });
    await at.fault({ provider: "twilio", mode: "rate-limit", count: 2 });
    await at.setTime(eight);
    await at.runUntilSettled(date);
    const all = (await at.sent()).map((each) => each.to);
    expect(all).toHaveLength(6);
    expect(duplicates(all)).toEqual([]);
  });

  it("refuses one address: that one fails alone, the others arrive", async () => {
    await addReaders(4);
    await at.ctx.db.subscriber.update({ where: { id: 2 }, data: { email: "broken@exa_mple.com" } });
    await at.setTime(eight);
    await at.runUntilSettled(date);
    expect(await at.sent("email")).toHaveLength(3);
    const status = await getBriefingStatus(at.ctx, date);
    expect(status.channels.email.failed).toEqual({ invalid_address: 1 });
    await expectBalance();
  });

  it("is down until ten: what was not sent is missed, with the reason, and the operator is told once", async () => {
    await addReaders(3, true);
    await at.fault({ provider: "twilio", mode: "rate-limit" });
    await at.setTime(eight);
    await at.run();
    await at.setTime(ten);
    await at.runUntilSettled(date);
    const status = await getBriefingStatus(at.ctx, date);
    expect(status.channels.email.accepted).toBe(3);
    expect(status.channels.sms).toEqual({
      planned: 3,
      accepted: 0,
      pending: 0,
      excluded: {},
      failed: {},
      missed: { provider_throttled: 3 },
    });
    await at.heal();
    await at.run();
    expect(await at.sent("sms")).toEqual([]);
    expect((await at.alerts()).map((each) => each.subject)).toEqual([
      "Briefing of 2026-11-23: some readers were not reached",
    ]);
  });

  it("refuses our key: nothing is burnt, and it goes on once the key is right", async () => {
    await addReaders(2);
    await at.fault({ provider: "postmark", mode: "error", status: 401, count: 1 });
    await at.setTime(eight);
    await at.run();
    expect(await at.sent("email")).toEqual([]);
    await at.ctx.db.$executeRaw`UPDATE provider_rate_limits SET paused_until = now()`;
    await at.ctx.db.$executeRaw`UPDATE delivery_batches SET next_attempt_at = now()`;
    await at.runUntilSettled(date);
    expect(await at.sent("email")).toHaveLength(2);
  });
});

describe("a worker that dies", () => {
  it("after the attempt was written and before the call: its readers are served by another, once", async () => {
    await addReaders(5, true);
    await at.setTime(eight);
    const dead = randomUUID();
    await registerWorker(at.ctx, { id: dead, name: "doomed", pid: 1 });
    for (const channel of ["email", "sms"] as const) {
      const slot = slotOf(date, "America/New_York", channel, 15);
      await planSlot(at.ctx, slot);
      const batch = await at.ctx.db.deliveryBatch.findFirstOrThrow({
        where: { slot: { channel } },
        include: { slot: true },
      });
      const recipients = await claimBatch(
        at.ctx,
        {
          batchId: batch.id,
          slotId: batch.slotId,
          localDate: date,
          timezone: slot.timezone,
          channel,
          editionId: batch.slot.editionId ?? 0,
        },
        { id: randomUUID(), workerId: dead },
        [],
      );
      expect(recipients).toHaveLength(5);
    }
    await at.run();
    expect(await at.sent()).toEqual([]);

    // The supervisor starts its successor under the same name.
    await registerWorker(at.ctx, { id: randomUUID(), name: "doomed", pid: 2 });
    await at.runUntilSettled(date);
    const all = (await at.sent()).map((each) => each.to);
    expect(all).toHaveLength(10);
    expect(duplicates(all)).toEqual([]);
  });

  it("and wakes up again: its fence keeps it from sending", async () => {
    await addReaders(2);
    await at.setTime(eight);
    await planSlot(at.ctx, slotOf(date, "America/New_York", "email", 15));
    const [batch] = await takeDueBatches(at.ctx, 10);
    let calls = 0;
    const zombie = {
      id: at.worker.id,
      assertAlive() {
        calls += 1;
        if (calls > 1) throw new FenceLostError("silent for too long");
      },
    };
    await sendBatch(at.ctx, zombie, batch?.id ?? 0n);
    expect(await at.sent("email")).toEqual([]);
    await at.runUntilSettled(date);
    expect(await at.sent("email")).toHaveLength(2);
  });

  it("claims are exclusive: ten workers at one batch send it once", async () => {
    await addReaders(30);
    await at.setTime(eight);
    await planSlot(at.ctx, slotOf(date, "America/New_York", "email", 15));
    const [batch] = await takeDueBatches(at.ctx, 10);
    await Promise.all(
      Array.from({ length: 10 }, () => sendBatch(at.ctx, at.worker, batch?.id ?? 0n)),
    );
    expect(await at.sent("email")).toHaveLength(30);
  });
});

describe("planning", () => {
  it("may be repeated and run side by side: one row per reader, date and channel", async () => {
    await addReaders(60);
    await at.setTime(eight);
    const slot = slotOf(date, "America/New_York", "email", 15);
    await Promise.all(Array.from({ length: 6 }, () => planSlot(at.ctx, slot, { force: true })));
    await planSlot(at.ctx, slot, { force: true });
    expect(await at.ctx.db.delivery.count()).toBe(60);
  });
});
