import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { exportData } from "@/lib/domain/account/export-data";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import {
  recordClaim,
  recordHeartbeat,
  registerWorker,
  retireEndedWorkers,
} from "@/lib/domain/delivery/engine/worker-lease";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { claimBatch } from "@/lib/domain/delivery/engine/claim";
import { leaseDueBatches, recoverLostAttempts } from "@/lib/domain/delivery/engine/dispatch";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { FenceLostError } from "@/lib/domain/delivery/engine/worker-lease";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const ten = "2026-11-23T15:00:00Z";

const harness = useForFile(startDelivery);

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
    await harness.runUntilFinished(date);
    expect(await harness.sent("sms")).toHaveLength(5);
    expect((await listDeliveryProblems(harness.ctx)).map(({ code }) => code)).toEqual([]);
  });

  // Each of these codes can be about one recipient (https://www.twilio.com/docs/api/errors).
  it.each([21_606, 21_612, 21_659, 21_408])(
    "that refuses one recipient with code %i fails only that one, and holds nobody back",
    async (code) => {
      await harness.addSubscriber({ phone: "+447400123456", smsEnabled: true });
      await addSubscribers(29, true);
      await harness.fault({ provider: "twilio", mode: "refuse-all", code, to: "+44*" });
      await harness.setTime(eight);
      await harness.run();
      const { sms } = (await getBriefingStatus(harness.ctx, date)).channels;
      expect(sms).toMatchObject({ accepted: 29, failed: { rejected: 1 }, pending: 0 });
      expect(await harness.ctx.db.providerRateLimit.findMany()).not.toContainEqual(
        expect.objectContaining({ pauseReason: expect.any(String) }),
      );
      expect(await harness.alerts()).toEqual([]);
    },
  );

  it("that refuses the last one fails it once others were accepted", async () => {
    await addSubscribers(5, true);
    await harness.fault({ provider: "twilio", mode: "refuse-all", code: 21_659, to: "+44*" });
    await harness.setTime(eight);
    await harness.run();
    await harness.addSubscriber({ phone: "+447400123456", smsEnabled: true });
    await harness.run();
    const { sms } = (await getBriefingStatus(harness.ctx, date)).channels;
    expect(sms).toMatchObject({ accepted: 5, pending: 1 });
    await addSubscribers(1, true);
    await harness.runUntilFinished(date);
    const { sms: later } = (await getBriefingStatus(harness.ctx, date)).channels;
    expect(later).toMatchObject({ accepted: 6, failed: { rejected: 1 } });
    expect(await harness.alerts()).toEqual([]);
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
      "Briefing for Monday, November 23: some subscribers in New York missed it",
    ]);
  });

  it("that rejects our key is left alone until the key works, and then everything is sent", async () => {
    await addSubscribers(2);
    await harness.fault({ provider: "postmark", mode: "error", status: 401, count: 1 });
    await harness.setTime(eight);
    await harness.run();
    expect(await harness.sent("email")).toEqual([]);
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(2);
  });
});

describe("a provider that a large call can't reach in time", () => {
  let slow: DeliveryHarness;
  const sizes: number[] = [];
  beforeAll(async () => {
    slow = await startDelivery();
    const send = slow.ctx.mail.sendBatch.bind(slow.ctx.mail);
    vi.spyOn(slow.ctx.mail, "sendBatch").mockImplementation(async (mails, options) => {
      if (options.stream === "broadcast") sizes.push(mails.length);
      const isTooLarge = mails.length > 3;
      return isTooLarge
        ? { state: "unsent", hasBegun: true, detail: "timeout" }
        : send(mails, options);
    });
  });
  afterAll(() => slow.close());

  it("gets smaller ones, and what it has of the texts can still be asked", async () => {
    await slow.addMessage(date);
    const smsOnly = { emailEnabled: false, smsEnabled: true };
    for (let count = 0; count < 8; count += 1) await slow.addSubscriber();
    await slow.setTime(eight);
    await slow.runUntilFinished(date);
    expect(sizes).toEqual([8, 4, 2, 3, 3]);
    expect(await slow.sent("email")).toHaveLength(8);
    const { sendAttempt } = slow.ctx.db;
    expect(await sendAttempt.count({ where: { lookupCount: { gt: 0 } } })).toBe(0);
    const { subscriberId } = await slow.ctx.db.delivery.findFirstOrThrow();
    const { deliveries } = await exportData(slow.ctx, subscriberId);
    expect(deliveries).toMatchObject([{ channel: "email", dialed: null }]);

    await slow.addSubscriber(smsOnly);
    await slow.fault({ provider: "twilio", mode: "error", status: 500, count: 1 });
    await slow.runUntilFinished(date);
    expect(await slow.sent("sms")).toHaveLength(1);
  });
});

/** With three segments at three a second, a batch has two texts, so that no batch shows anything alone. */
describe("a provider that refuses everyone, in batches of two", () => {
  let slow: DeliveryHarness;
  beforeAll(async () => {
    slow = await startDelivery({ SMS_SEGMENTS_PER_SECOND: "3" });
  });
  afterAll(() => slow.close());

  it("holds everybody, is tried with one message at a time, and the operator is told", async () => {
    await slow.addMessage(date, "Long ".repeat(70));
    for (let index = 0; index < 8; index += 1) {
      await slow.addSubscriber({ smsEnabled: true, emailEnabled: false });
    }
    await slow.fault({ provider: "twilio", mode: "refuse-all", code: 21_408 });
    await slow.setTime(eight);
    await slow.run();
    const { sms } = (await getBriefingStatus(slow.ctx, date)).channels;
    expect(sms).toMatchObject({ planned: 8, pending: 8, failed: {} });
    expect((await slow.alerts()).map(({ text }) => text)).toEqual([
      expect.stringContaining("21408"),
    ]);
    await slow.clearFaults();
    await slow.runUntilFinished(date);
    expect(await slow.sent("sms")).toHaveLength(8);
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
        { id: randomUUID(), workerId: dead, mark: 0 },
        { unopenedZones: [] },
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

  it("on a server that has failed over counts as dead only when it was silent for long enough", async () => {
    const ended = randomUUID();
    await registerWorker(harness.ctx, { id: ended, name: "worker-1", host: "one", pid: 43 });
    await harness.ctx.db.$executeRaw`
      UPDATE workers SET server_started_at = 'epoch' WHERE id = ${ended}::uuid`;
    await retireEndedWorkers(harness.ctx, "one", () => false);
    const stored = () => harness.ctx.db.worker.findUniqueOrThrow({ where: { id: ended } });
    expect((await stored()).stoppedAt).toBeNull();
    await harness.ctx.db.$executeRaw`
      UPDATE workers SET heartbeat_at = now() - interval '26 s' WHERE id = ${ended}::uuid`;
    await recoverLostAttempts(harness.ctx);
    expect((await stored()).stoppedAt).not.toBeNull();
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

describe("the database", () => {
  it("gets no claims after a failover before every living worker has spoken to it", async () => {
    const { ctx } = harness;
    const other = randomUUID();
    await registerWorker(ctx, { id: other, name: "worker-2", host: "there", pid: 2 });
    const claimed = async () => (await recordClaim(ctx, harness.worker.id, 0)) !== null;
    expect(await claimed()).toBe(true);
    // What a worker has that spoke to the server before.
    await ctx.db
      .$executeRaw`UPDATE workers SET server_started_at = server_started_at - interval '1 day'`;
    await recordHeartbeat(ctx, harness.worker.id, true);
    expect(await claimed()).toBe(false);
    await recordHeartbeat(ctx, other, true);
    expect(await claimed()).toBe(true);
    await ctx.db.$executeRaw`
      UPDATE workers SET server_started_at = server_started_at - interval '1 day',
        heartbeat_at = now() - interval '26 s' WHERE id = ${other}::uuid`;
    expect(await claimed()).toBe(true);
  });

  it("offers the batches of the zone that closes first, first", async () => {
    const { ctx } = harness;
    await harness.addSubscriber({ timezone: "America/Chicago" });
    await harness.addSubscriber({ timezone: "America/New_York" });
    await harness.setTime("2026-11-23T14:30:00Z");
    await planSlot(ctx, slotOf(date, "America/Chicago", "email", 15));
    await planSlot(ctx, slotOf(date, "America/New_York", "email", 15));
    await ctx.db
      .$executeRaw`UPDATE delivery_batches SET next_attempt_at = now() - id * interval '1 s'`;
    const [first] = await leaseDueBatches(ctx, 1);
    const batch = await ctx.db.deliveryBatch.findUniqueOrThrow({
      where: { id: first?.id ?? 0n },
      select: { slot: { select: { timezone: true } } },
    });
    expect(batch.slot.timezone).toBe("America/New_York");
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
