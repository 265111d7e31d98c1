import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eraseAccount } from "@/lib/domain/erasure/erase-account";
import { exportData } from "@/lib/domain/account/export-data";
import { claimBatch } from "@/lib/domain/delivery/engine/claim";
import { recoverLostAttempts } from "@/lib/domain/delivery/engine/dispatch";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import {
  FenceLostError,
  registerWorker,
  retireWorker,
} from "@/lib/domain/delivery/engine/worker-lease";
import { reserveFormerEmail } from "@/lib/domain/delivery/subscriber/subscriber-deliveries";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { waitUntilBlocked } from "@/tests/support/blocked-connections";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const number = "+14155559100";
const otherNumber = "+14155559101";
const address = "reader@example.com";

const harness = useForFile(startDelivery);
let lock: Client;

beforeAll(async () => {
  lock = new Client({ connectionString: harness.variables["DATABASE_URL"] });
  await lock.connect();
});
afterAll(async () => {
  await lock.end();
});

beforeEach(async () => {
  await lock.query("ROLLBACK");
  await harness.reset();
  await harness.addMessage(date);
  await harness.setTime(eight);
});

const plan = (channel: "email" | "sms") =>
  planSlot(harness.ctx, slotOf(date, "America/New_York", channel, 15), { force: true });

async function batchOf(subscriberId: number, channel: "email" | "sms" = "sms") {
  const { batchId } = await harness.ctx.db.delivery.findFirstOrThrow({
    where: { subscriberId, channel },
  });
  const { slot } = await harness.ctx.db.deliveryBatch.findUniqueOrThrow({
    where: { id: batchId },
    include: { slot: true },
  });
  return {
    batchId,
    slotId: slot.id,
    localDate: date,
    timezone: slot.timezone,
    channel,
    editionId: slot.editionId ?? 0,
  };
}

async function claim(subscriberId: number, id: string = randomUUID()): Promise<string[]> {
  const batch = await batchOf(subscriberId);
  const attempt = { id, workerId: harness.worker.id, mark: 0 };
  const claimed = await claimBatch(harness.ctx, batch, attempt, { unopenedZones: [] });
  return claimed?.recipients.map((recipient) => recipient.address) ?? [];
}

/** Claims a subscriber's batch, and sends nothing of it. */
async function failToSend(subscriberId: number, channel: "email" | "sms" = "sms"): Promise<void> {
  let checks = 0;
  const fenced = {
    ...harness.worker,
    assertAlive() {
      checks += 1;
      if (checks > 1) throw new FenceLostError("test");
    },
  };
  await sendBatch(harness.ctx, fenced, (await batchOf(subscriberId, channel)).batchId);
}

async function sentTo(channel: "email" | "sms"): Promise<string[]> {
  return (await harness.sent(channel)).map((each) => each.to).toSorted();
}

/** A channel's outcomes, such as `accepted`, by subscriber. */
async function outcomes(channel: "email" | "sms" = "sms"): Promise<Record<number, string>> {
  const rows = await harness.ctx.db.delivery.findMany({ where: { channel } });
  return Object.fromEntries(
    rows.map(({ subscriberId, state, reason }) => [subscriberId, reason ?? state]),
  );
}

const update = (id: number, data: Record<string, unknown>) =>
  harness.ctx.db.subscriber.update({ where: { id }, data });

async function stop(subscriberId: number): Promise<void> {
  await harness.ctx.db.subscription.updateMany({
    where: { subscriberId },
    data: { stoppedAt: new Date(eight) },
  });
}

async function deleteAccount(subscriberId: number): Promise<void> {
  await stop(subscriberId);
  await eraseAccount(harness.ctx, subscriberId);
}

describe("two accounts with one number", () => {
  it("get one text when their batches are claimed at the same moment", async () => {
    const first = await harness.addSubscriber({ phone: number });
    const second = await harness.addSubscriber({ phone: number, smsEnabled: true });
    await plan("sms");
    // The claim's last step waits for this row.
    const attemptId = randomUUID();
    const { batchId } = await batchOf(second);
    await lock.query("BEGIN");
    await lock.query(
      `INSERT INTO send_attempts (id, local_date, batch_id, worker_id, sent_after)
        VALUES ($1, $2, $3, $1, now())`,
      [attemptId, date, batchId],
    );
    const claimOfSecond = claim(second, attemptId);
    await waitUntilBlocked(harness.ctx.db);
    await update(first, { smsEnabled: true });
    await plan("sms");
    const claimOfFirst = claim(first);
    await waitUntilBlocked(harness.ctx.db, 2);
    await lock.query("ROLLBACK");
    expect([await claimOfFirst, await claimOfSecond]).toEqual([[], [number]]);
  });

  it("get one text when the claim that came first is rolled back", async () => {
    const id = await harness.addSubscriber({ phone: number, smsEnabled: true });
    await plan("sms");
    await lock.query("BEGIN");
    await lock.query(
      "INSERT INTO address_reservations VALUES ($1, 'sms', address_hash($2), 999999)",
      [date, number],
    );
    const claimed = claim(id);
    await waitUntilBlocked(harness.ctx.db);
    await lock.query("ROLLBACK");
    expect(await claimed).toEqual([number]);
  });

  describe("get one text although the first to be claimed wasn't sent, and then", () => {
    it.each<[string, (id: number) => Promise<unknown>, string | undefined]>([
      ["ended its subscription", stop, "not_entitled"],
      ["turned texts off", (id) => update(id, { smsEnabled: false }), "channel_off"],
      ["was deleted", deleteAccount, "account_deleted"],
      ["changed its number", (id) => update(id, { phone: otherNumber }), "accepted"],
      ["moved west", (id) => update(id, { timezone: "America/Los_Angeles" }), undefined],
      ["was tried again", () => Promise.resolve(), "accepted"],
    ])("%s", async (_, change, expected) => {
      const first = await harness.addSubscriber({ phone: number, smsEnabled: true });
      await plan("sms");
      const second = await harness.addSubscriber({ phone: number, smsEnabled: true });
      await plan("sms");
      await failToSend(first);
      await failToSend(second);
      expect(await outcomes()).toEqual({ [first]: "pending", [second]: "pending" });
      await change(first);
      await harness.runUntilFinished(date);
      expect((await sentTo("sms")).filter((to) => to === number)).toEqual([number]);
      const others = expected === undefined ? {} : { [first]: expected };
      const isFirst = expected === "accepted" && !(await sentTo("sms")).includes(otherNumber);
      expect(await outcomes()).toEqual({
        ...others,
        [second]: isFirst ? "same_number" : "accepted",
      });
    });
  });

  it("get nothing after a STOP from the number", async () => {
    const first = await harness.addSubscriber({ phone: number, smsEnabled: true });
    const second = await harness.addSubscriber({ phone: number, smsEnabled: true });
    await plan("sms");
    await failToSend(first);
    await harness.ctx.db.suppression.create({
      data: { channel: "sms", address: number, reason: "stop", source: "test" },
    });
    await harness.runUntilFinished(date);
    expect(await sentTo("sms")).toEqual([]);
    expect(await outcomes()).toEqual({ [first]: "stop", [second]: "stop" });
  });

  it("get one text when they swap numbers between two attempts", async () => {
    const first = await harness.addSubscriber({ phone: number, smsEnabled: true });
    const second = await harness.addSubscriber({ phone: otherNumber, smsEnabled: true });
    await plan("sms");
    await failToSend(first);
    await update(first, { phone: otherNumber });
    await update(second, { phone: number });
    await harness.runUntilFinished(date);
    expect(await sentTo("sms")).toEqual([number, otherNumber]);
  });

  it("get one text when the number changes hands after it", async () => {
    const first = await harness.addSubscriber({ phone: number, smsEnabled: true });
    const timezone = "America/Los_Angeles";
    const second = await harness.addSubscriber({ phone: otherNumber, smsEnabled: true, timezone });
    await harness.run();
    await update(first, { phone: otherNumber });
    await update(second, { phone: number });
    await harness.setTime("2026-11-23T16:00:00Z");
    await harness.run();
    expect(await sentTo("sms")).toEqual([number]);
    expect(await outcomes()).toEqual({ [first]: "accepted", [second]: "same_number" });
  });

  it("get one text when the first is deleted after it, and created again", async () => {
    const former = await harness.addSubscriber({ phone: number, smsEnabled: true });
    await harness.run();
    await deleteAccount(former);
    const current = await harness.addSubscriber({ phone: number, smsEnabled: true });
    await harness.runUntilFinished(date);
    expect(await sentTo("sms")).toEqual([number]);
    expect(await outcomes()).toEqual({ [former]: "accepted", [current]: "same_number" });
  });

  it.each([
    ["was sent", "accepted"],
    ["wasn’t sent", "account_deleted"],
  ] as const)(
    "get one text when the first is deleted during a call that %s, and created again",
    async (how, expected) => {
      const former = await harness.addSubscriber({ phone: number, smsEnabled: true });
      await plan("sms");
      const mode = how === "was sent" ? "accept-then-drop" : "error";
      await harness.fault({ provider: "twilio", mode, count: 1 });
      await sendBatch(harness.ctx, harness.worker, (await batchOf(former)).batchId);
      await deleteAccount(former);
      const current = await harness.addSubscriber({ phone: number, smsEnabled: true });
      await harness.runUntilFinished(date);
      expect(await sentTo("sms")).toEqual([number]);
      const others = { [current]: how === "was sent" ? "same_number" : "accepted" };
      expect(await outcomes()).toEqual({ [former]: expected, ...others });
      await purgeExpired(harness.ctx);
      const attempts = await harness.ctx.db.sendAttempt.findMany({
        where: { batchId: (await batchOf(former)).batchId },
      });
      expect(attempts.map(({ recipients }) => recipients)).toEqual([{}]);
    },
  );

  it("get one text when the one in the first zone was missed", async () => {
    const first = await harness.addSubscriber({ phone: number, smsEnabled: true });
    const timezone = "America/Los_Angeles";
    const second = await harness.addSubscriber({ phone: number, smsEnabled: true, timezone });
    await plan("sms");
    await failToSend(first);
    await harness.setTime("2026-11-23T16:00:00Z");
    await harness.run();
    expect(await sentTo("sms")).toEqual([number]);
    expect(await outcomes()).toEqual({ [first]: "held_back", [second]: "accepted" });
  });

  it("keep the number for the first one when it's claimed again while the second one waits", async () => {
    const { db } = harness.ctx;
    const first = await harness.addSubscriber({ phone: number, smsEnabled: true });
    const timezone = "America/Los_Angeles";
    const second = await harness.addSubscriber({ phone: number, smsEnabled: true, timezone });
    await plan("sms");
    await failToSend(first);
    await harness.setTime("2026-11-23T15:00:00Z");
    await harness.run();
    await harness.setTime("2026-11-23T16:00:00Z");
    await planSlot(harness.ctx, slotOf(date, timezone, "sms", 15));
    const batch = await batchOf(second);
    // What planning and claiming the first one in the second zone change.
    const claimed = await db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE address_reservations SET subscriber_id = subscriber_id`;
      await tx.delivery.updateMany({
        where: { subscriberId: first },
        data: { state: "pending", reason: null, finalizedAt: null },
      });
      const attempt = { id: randomUUID(), workerId: harness.worker.id, mark: 0 };
      const waiting = claimBatch(harness.ctx, batch, attempt, { unopenedZones: [] });
      await waitUntilBlocked(db);
      return { waiting };
    });
    expect(await claimed.waiting).toEqual({ recipients: [], waitingFor: "same_address" });
  });

  it("don't try the number again once the provider refused it", async () => {
    const first = await harness.addSubscriber({ phone: number, smsEnabled: true });
    const second = await harness.addSubscriber({ phone: number, smsEnabled: true });
    const other = await harness.addSubscriber({ smsEnabled: true });
    await harness.fault({ provider: "twilio", mode: "refuse-all", code: 30007, to: number });
    await harness.run();
    // What is accepted after the refusal says that it isn't about our account.
    const late = await harness.addSubscriber({ smsEnabled: true });
    await harness.runUntilFinished(date);
    expect(await outcomes()).toEqual({
      [first]: "filtered",
      [second]: "same_number",
      [other]: "accepted",
      [late]: "accepted",
    });
  });
});

describe("an email address", () => {
  it("belongs to one subscriber, in any case", async () => {
    await harness.addSubscriber({ email: address });
    await expect(harness.addSubscriber({ email: address.toUpperCase() })).rejects.toThrow(/Unique/);
  });

  it("gets one briefing when its account is deleted after it, and created again", async () => {
    const former = await harness.addSubscriber({ email: address });
    await harness.run();
    await deleteAccount(former);
    const current = await harness.addSubscriber({ email: address.toUpperCase() });
    await plan("email");
    await harness.run();
    expect(await sentTo("email")).toEqual([address]);
    expect(await outcomes("email")).toEqual({ [former]: "accepted", [current]: "same_email" });
    const { reservedAddresses } = await exportData(harness.ctx, current);
    expect(reservedAddresses).toEqual([]);
  });

  it("gets one briefing when its account is deleted before it, and created again", async () => {
    const former = await harness.addSubscriber({ email: address });
    await plan("email");
    await deleteAccount(former);
    const current = await harness.addSubscriber({ email: address });
    await plan("email");
    await harness.runUntilFinished(date);
    expect(await sentTo("email")).toEqual([address]);
    expect(await outcomes("email")).toEqual({ [former]: "account_deleted", [current]: "accepted" });
  });

  it.each([
    ["was sent", "accepted", 1],
    ["wasn’t sent", "account_deleted", 1],
  ] as const)(
    "gets one briefing when its account is deleted during a call that %s, and created again",
    async (how, expected, count) => {
      const lost = randomUUID();
      await registerWorker(harness.ctx, { id: lost, name: "lost", host: "there", pid: 1 });
      const former = await harness.addSubscriber({ email: address });
      await plan("email");
      const mode = how === "was sent" ? "accept-then-drop" : "error";
      await harness.fault({ provider: "postmark", mode, count: 1 });
      const worker = { ...harness.worker, id: lost };
      await sendBatch(harness.ctx, worker, (await batchOf(former, "email")).batchId);
      await retireWorker(harness.ctx, lost);
      await deleteAccount(former);
      const current = await harness.addSubscriber({ email: address });
      await plan("email");
      await recoverLostAttempts(harness.ctx);
      await harness.runUntilFinished(date);
      expect(await sentTo("email")).toHaveLength(count);
      const { [former]: outcome, [current]: other } = await outcomes("email");
      expect([outcome, other]).toEqual([
        expected,
        expected === "accepted" ? "same_email" : "accepted",
      ]);
    },
  );

  it.each([
    ["after it", true],
    ["before it", false],
  ] as const)("gets one briefing when it changes hands %s", async (_, isSent) => {
    const former = await harness.addSubscriber({ email: address });
    await plan("email");
    await (isSent ? harness.run() : failToSend(former, "email"));
    await harness.ctx.db.$transaction(async (tx) => {
      await reserveFormerEmail(harness.ctx, tx, former);
      await tx.subscriber.update({ where: { id: former }, data: { email: "new@example.com" } });
    });
    const current = await harness.addSubscriber({ email: address });
    expect((await exportData(harness.ctx, former)).reservedAddresses).toEqual([
      { localDate: date, channel: "email" },
    ]);
    await plan("email");
    await harness.runUntilFinished(date);
    expect(await sentTo("email")).toEqual(isSent ? [address] : ["new@example.com", address]);
    expect(await outcomes("email")).toEqual({
      [former]: "accepted",
      [current]: isSent ? "same_email" : "accepted",
    });
  });
});
