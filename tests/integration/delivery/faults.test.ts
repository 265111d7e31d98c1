import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import {
  recordHeartbeat,
  registerWorker,
  retireEndedWorkers,
} from "@/lib/domain/delivery/engine/worker-lease";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { claimBatch } from "@/lib/domain/delivery/engine/claim";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { FenceLostError } from "@/lib/domain/delivery/engine/worker-lease";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const ten = "2026-11-23T15:00:00Z";

let harness: DeliveryHarness;

beforeAll(async () => {
  harness = await startDelivery();
});
afterAll(() => harness.close());

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
});

async function addSubscribers(count: number, smsEnabled = false): Promise<void> {
  for (let index = 0; index < count; index += 1) await harness.addSubscriber({ smsEnabled });
}

function duplicates(addresses: string[]): string[] {
  return addresses.filter((address, index) => addresses.indexOf(address) !== index);
}

/** Expects every planned row to be in exactly one state. */
async function expectLedgerToAddUp(): Promise<void> {
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((total, each) => total + each, 0);
  for (const channel of Object.values((await getBriefingStatus(harness.ctx, date)).channels)) {
    expect(channel.planned).toBe(
      channel.accepted +
        channel.pending +
        sum(channel.excluded) +
        sum(channel.failed) +
        sum(channel.missed),
    );
  }
}

describe("a provider", () => {
  it("that accepts messages and drops the connection is asked, and no one gets two", async () => {
    await addSubscribers(40, true);
    await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await harness.fault({ provider: "twilio", mode: "accept-then-drop", probability: 0.3 });
    await harness.setTime(eight);
    await harness.runUntilFinished(date);

    const emails = (await harness.sent("email")).map((each) => each.to);
    const texts = (await harness.sent("sms")).map((each) => each.to);
    expect(emails).toHaveLength(40);
    expect(texts).toHaveLength(40);
    expect(duplicates([...emails, ...texts])).toEqual([]);
    const status = await getBriefingStatus(harness.ctx, date);
    expect(status.channels.email).toMatchObject({ planned: 40, accepted: 40, pending: 0 });
    expect(status.channels.sms).toMatchObject({ planned: 40, accepted: 40, pending: 0 });
  });

  it("that answers 500 without accepting anything is asked, and the batch is sent again", async () => {
    await addSubscribers(3);
    await harness.fault({ provider: "postmark", mode: "error", status: 500, count: 2 });
    await harness.setTime(eight);
    await harness.runUntilFinished(date);
    expect(duplicates((await harness.sent("email")).map((each) => each.to))).toEqual([]);
    expect(await harness.sent("email")).toHaveLength(3);
  });

  it("that answers 429 is retried later, and everybody gets one", async () => {
    await addSubscribers(3, true);
    await harness.fault({ provider: "postmark", mode: "rate-limit", count: 2 });
    await harness.fault({ provider: "twilio", mode: "rate-limit", count: 2 });
    await harness.setTime(eight);
    await harness.runUntilFinished(date);
    const all = (await harness.sent()).map((each) => each.to);
    expect(all).toHaveLength(6);
    expect(duplicates(all)).toEqual([]);
  });

  it("that refuses one address fails only that one", async () => {
    await addSubscribers(3);
    await harness.addSubscriber({ email: "broken@exa_mple.com" });
    await harness.setTime(eight);
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(3);
    const status = await getBriefingStatus(harness.ctx, date);
    expect(status.channels.email.failed).toEqual({ invalid_address: 1 });
    await expectLedgerToAddUp();
  });

  it("that refuses everyone for the same reason holds the slot, and the operator is alerted", async () => {
    await addSubscribers(5, true);
    const countryNotEnabled = JSON.stringify({ code: 21_408, message: "Permission not enabled" });
    const fault = { provider: "twilio", mode: "error", status: 400, body: countryNotEnabled };
    await harness.fault({ ...fault, contentType: "application/json" });
    await harness.setTime(eight);
    await harness.run();
    await harness.run();
    const status = await getBriefingStatus(harness.ctx, date);
    expect(status.channels.sms).toMatchObject({ planned: 5, pending: 5, failed: {} });
    expect((await listDeliveryProblems(harness.ctx)).map((problem) => problem.code)).toContain(
      "provider_rejecting",
    );
    expect((await harness.alerts()).map((each) => each.text)).toEqual([
      expect.stringContaining("21408: Permission not enabled"),
    ]);

    await harness.clearFaults();
    await harness.ctx.db.$executeRaw`UPDATE provider_rate_limits SET paused_until = now()`;
    await harness.ctx.db.$executeRaw`UPDATE delivery_batches SET next_attempt_at = now()`;
    await harness.runUntilFinished(date);
    expect(await harness.sent("sms")).toHaveLength(5);
  });

  it("that is down until ten leaves rows missed with the reason, and the operator is alerted once", async () => {
    await addSubscribers(3, true);
    await harness.fault({ provider: "twilio", mode: "rate-limit" });
    await harness.setTime(eight);
    await harness.run();
    await harness.setTime(ten);
    await harness.runUntilFinished(date);
    const status = await getBriefingStatus(harness.ctx, date);
    expect(status.channels.email.accepted).toBe(3);
    expect(status.channels.sms).toEqual({
      planned: 3,
      accepted: 0,
      pending: 0,
      excluded: {},
      failed: {},
      missed: { provider_throttled: 3 },
    });
    await harness.clearFaults();
    await harness.run();
    expect(await harness.sent("sms")).toEqual([]);
    expect((await harness.alerts()).map((each) => each.subject)).toEqual([
      "Briefing for Monday, November 23: some subscribers missed it",
    ]);
  });

  it("that rejects our key is left alone until the key works, and then everything is sent", async () => {
    await addSubscribers(2);
    await harness.fault({ provider: "postmark", mode: "error", status: 401, count: 1 });
    await harness.setTime(eight);
    await harness.run();
    expect(await harness.sent("email")).toEqual([]);
    await harness.ctx.db.$executeRaw`UPDATE provider_rate_limits SET paused_until = now()`;
    await harness.ctx.db.$executeRaw`UPDATE delivery_batches SET next_attempt_at = now()`;
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(2);
  });
});

describe("a worker that dies", () => {
  it("between writing the attempt and the call is replaced by another, and everybody gets one", async () => {
    await addSubscribers(5, true);
    await harness.setTime(eight);
    const dead = randomUUID();
    await registerWorker(harness.ctx, { id: dead, name: "dying-worker", host: "there", pid: 1 });
    for (const channel of ["email", "sms"] as const) {
      const slot = slotOf(date, "America/New_York", channel, 15);
      await planSlot(harness.ctx, slot);
      const batch = await harness.ctx.db.deliveryBatch.findFirstOrThrow({
        where: { slot: { channel } },
        include: { slot: true },
      });
      const claim = await claimBatch(
        harness.ctx,
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
      expect(claim?.recipients).toHaveLength(5);
    }
    await harness.run();
    expect(await harness.sent()).toEqual([]);

    // Another one on the same host notices that its process has ended.
    await retireEndedWorkers(harness.ctx, "there", () => false);
    await harness.runUntilFinished(date);
    const all = (await harness.sent()).map((each) => each.to);
    expect(all).toHaveLength(10);
    expect(duplicates(all)).toEqual([]);
  });

  it("counts as dead only when its process has ended, whatever others are called", async () => {
    const [old, other, ended] = [randomUUID(), randomUUID(), randomUUID()];
    const name = "worker-1";
    await registerWorker(harness.ctx, { id: old, name, host: "one", pid: 41 });
    await registerWorker(harness.ctx, { id: other, name, host: "two", pid: 42 });
    await registerWorker(harness.ctx, { id: ended, name, host: "one", pid: 43 });
    await retireEndedWorkers(harness.ctx, "one", (pid) => pid === 41);
    expect(await recordHeartbeat(harness.ctx, old, true)).not.toBeNull();
    expect(await recordHeartbeat(harness.ctx, other, true)).not.toBeNull();
    expect(await recordHeartbeat(harness.ctx, ended, true)).toBeNull();
  });

  it("and wakes up again is stopped by its fence", async () => {
    await addSubscribers(2);
    await harness.setTime(eight);
    await planSlot(harness.ctx, slotOf(date, "America/New_York", "email", 15));
    const [batch] = await leaseDueBatches(harness.ctx, 10);
    let calls = 0;
    const zombie = {
      ...harness.worker,
      assertAlive() {
        calls += 1;
        if (calls > 1) throw new FenceLostError("no heartbeat for too long");
      },
    };
    await sendBatch(harness.ctx, zombie, batch?.id ?? 0n);
    expect(await harness.sent("email")).toEqual([]);
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(2);
  });

  it("but only loses the response to its claim gives the batch back at once", async () => {
    await addSubscribers(2);
    await harness.setTime(eight);
    await planSlot(harness.ctx, slotOf(date, "America/New_York", "email", 15));
    const [batch] = await leaseDueBatches(harness.ctx, 10);
    const { db } = harness.ctx;
    let claims = 0;
    // Commits the claim, and then loses the response.
    const losing: typeof db = new Proxy(db, {
      get(target, name) {
        if (name !== "$queryRaw") return Reflect.get(target, name, target);
        return async (sql: TemplateStringsArray, ...values: unknown[]) => {
          const rows = await target.$queryRaw(sql, ...values);
          if (!sql.join("").includes("INSERT INTO send_attempts")) return rows;
          claims += 1;
          throw new Error("the connection was lost");
        };
      },
    });
    const losingCtx = { ...harness.ctx, db: losing };
    await expect(sendBatch(losingCtx, harness.worker, batch?.id ?? 0n)).rejects.toThrow("lost");
    expect(claims).toBe(1);
    await harness.run();
    expect(await harness.sent("email")).toHaveLength(2);
  });

  it("never shares a claim: ten workers on one batch send it once", async () => {
    await addSubscribers(30);
    await harness.setTime(eight);
    await planSlot(harness.ctx, slotOf(date, "America/New_York", "email", 15));
    const [batch] = await leaseDueBatches(harness.ctx, 10);
    await Promise.all(
      Array.from({ length: 10 }, () => sendBatch(harness.ctx, harness.worker, batch?.id ?? 0n)),
    );
    expect(await harness.sent("email")).toHaveLength(30);
  });
});

describe("planning", () => {
  it("can be repeated and run concurrently: one row per subscriber, date, and channel", async () => {
    await addSubscribers(60);
    await harness.setTime(eight);
    const slot = slotOf(date, "America/New_York", "email", 15);
    await Promise.all(
      Array.from({ length: 6 }, () => planSlot(harness.ctx, slot, { force: true })),
    );
    await planSlot(harness.ctx, slot, { force: true });
    expect(await harness.ctx.db.delivery.count()).toBe(60);
  });
});
