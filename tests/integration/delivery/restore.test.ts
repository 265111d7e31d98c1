// @module-tag slow
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  anonymizeDeliveries,
  reserveFormerEmail,
} from "@/lib/domain/delivery/subscriber/subscriber-deliveries";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { findOpenRestore } from "@/lib/domain/delivery/ledger/open-restore";
import { resumeBriefings } from "@/lib/domain/recovery/resume-briefings";
import { recoverDatabase } from "@/lib/domain/recovery/recover-database";
import { buildProcesses } from "@/server/build/bundle";
import { backUpDatabase, loseDatabase } from "@/tests/support/database";
import { applyTextReport, startDelivery, type DeliveryHarness } from "@/tests/support/delivery";
import {
  addReaders,
  sendOnce,
  startFirst,
  startSender,
  waitUntilReleased,
} from "@/tests/support/restore";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const subscriberCount = 300;
const waitOptions = { timeout: 120_000, interval: 200 };

let harness: DeliveryHarness;
let supervised: { stop(): Promise<void> }[] = [];

beforeAll(() => buildProcesses(["worker"]));
afterEach(async () => {
  await Promise.all(supervised.map((each) => each.stop()));
  supervised = [];
  await harness.close();
});

/** Starts the service an hour before the slot. The sandbox's search is up to date, so no wait is long. */
async function startHarness(): Promise<void> {
  harness = await startDelivery({ UNKNOWN_OUTCOME_WAIT_SECONDS: "1" });
  await harness.addMessage(date, "Words of the day");
  await harness.setTime("2026-11-23T12:00:00Z");
}

/** Keeps a worker running, as the supervisor does. */
async function startWorker(name = "threeline-worker-1"): Promise<{ stop(): Promise<void> }> {
  let stopped = false;
  const start = (): ChildProcess => {
    const started = fork("dist/worker.mjs", [], {
      env: { ...process.env, ...harness.variables, WORKER_NAME: name },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.once("exit", () => {
      if (!stopped) child = start();
    });
    return started;
  };
  let child = start();
  await once(child, "message");
  const worker = {
    async stop() {
      if (stopped) return;
      stopped = true;
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
  supervised.push(worker);
  return worker;
}

const addSubscribers = () => addReaders(harness, subscriberCount);

async function waitUntilFinished(planned = subscriberCount): Promise<void> {
  await vi.waitFor(async () => {
    const { email, sms } = (await getBriefingStatus(harness.ctx, date)).channels;
    expect([email.planned, sms.planned]).toEqual([planned, planned]);
    expect(email.pending + sms.pending).toBe(0);
  }, waitOptions);
}

/** Sets the database's clock forward. */
const wait = (seconds: number) =>
  harness.ctx.db.$executeRaw`UPDATE test_clock SET seconds_ahead = seconds_ahead + ${seconds}`;

/** Starts a worker, and takes the steps of a restore for twice the full wait. */
async function recoverForAWhile(): Promise<void> {
  for (let seconds = 0; seconds < 30; seconds += 2) {
    await startSender(harness).then((sender) => sender.stop());
    await recoverDatabase(harness.ctx);
    await wait(2);
  }
}

async function sentCount(channel?: "email" | "sms"): Promise<number> {
  return (await harness.sent(channel)).length;
}

async function expectOneEach(): Promise<void> {
  for (const channel of ["email", "sms"] as const) {
    const to = (await harness.sent(channel)).map((each) => each.to);
    expect(to).toHaveLength(subscriberCount);
    expect(new Set(to).size).toBe(subscriberCount);
  }
}

describe("after a restore, a worker process", { timeout: 300_000 }, () => {
  it("that keeps running notices it, and nobody gets a second briefing", async () => {
    await startHarness();
    await addSubscribers();
    const backup = await backUpDatabase(harness.env.DATABASE_URL);
    await startWorker();
    await harness.setTime(eight);
    await waitUntilFinished();
    await backup.restore();
    await waitUntilFinished();
    await expectOneEach();
    const { channels } = await getBriefingStatus(harness.ctx, date);
    expect([channels.email.accepted, channels.sms.accepted]).toEqual([300, 300]);
  });

  it("that was killed in the middle of the slot sends to those who weren't served yet", async () => {
    await startHarness();
    await addSubscribers();
    // Readers 200 to 299 wait, so that it's in the middle of it, however late it's killed.
    const to = "+141550002*";
    await harness.fault({ provider: "twilio", mode: "rate-limit", retryAfterS: 1, to });
    const backup = await backUpDatabase(harness.env.DATABASE_URL);
    const worker = await startWorker();
    await harness.setTime(eight);
    await vi.waitFor(async () => expect(await sentCount("sms")).toBeGreaterThan(50), {
      ...waitOptions,
      interval: 20,
    });
    await worker.stop();
    expect(await sentCount("sms")).toBeLessThan(subscriberCount);
    await harness.clearFaults();
    await backup.restore();
    await startWorker();
    await waitUntilFinished();
    await expectOneEach();
  });

  it("whose database was lost sends to nobody again who is imported under another ID", async () => {
    await startHarness();
    await addSubscribers();
    await startWorker();
    await harness.setTime(eight);
    await waitUntilFinished();
    await loseDatabase(harness.env.DATABASE_URL);
    await harness.addMessage(date, "Other words");
    await harness.addSubscriber({ email: "somebody@example.com", emailEnabled: false });
    await addSubscribers();
    await waitUntilFinished();
    await expectOneEach();
    expect(await sentCount()).toBe(2 * subscriberCount);
  });
});

const isOnHold = async () => (await findOpenRestore(harness.ctx)) !== null;
const restoreCount = () => harness.ctx.db.restore.count({ where: { confirmedAt: { not: null } } });
const leaseEnd = async () => (await harness.ctx.db.restore.findFirst())?.nextAttemptAt;

describe("after a restore", { timeout: 180_000 }, () => {
  beforeEach(() => startHarness());

  it("of a machine that lost its data folder too, nobody gets a second briefing", async () => {
    const { ctx, env } = harness;
    await addSubscribers();
    const backup = await backUpDatabase(env.DATABASE_URL);
    await startFirst(harness);
    await harness.setTime(eight);
    await sendOnce(harness);
    expect(await sentCount()).toBe(2 * subscriberCount);
    rmSync(join(env.DATA_DIR, "marks"), { recursive: true });
    await backup.restore();
    // Another machine's worker that is alive would prove that this database is current.
    await ctx.db.$executeRaw`DELETE FROM workers`;
    await sendOnce(harness);
    await waitUntilReleased(harness);
    await sendOnce(harness);
    await expectOneEach();
    expect(await restoreCount()).toBe(1);
  });

  it("isn't suspected on a new machine because somebody has left or has another address", async () => {
    const { ctx, env } = harness;
    const [gone, moved] = [
      await harness.addSubscriber({ email: "gone@example.com", smsEnabled: true }),
      await harness.addSubscriber({ email: "former@example.com", smsEnabled: true }),
    ];
    await startFirst(harness);
    await harness.setTime(eight);
    await sendOnce(harness);
    expect(await sentCount()).toBe(4);
    await ctx.db.$transaction(async (tx) => {
      for (const id of [gone, moved]) await reserveFormerEmail(ctx, tx, id);
      await tx.subscriber.update({ where: { id: moved }, data: { email: "new@example.com" } });
      await anonymizeDeliveries(tx, gone);
      await tx.subscriber.delete({ where: { id: gone } });
    });
    rmSync(join(env.DATA_DIR, "marks"), { recursive: true });
    await ctx.db.$executeRaw`DELETE FROM workers`;
    await sendOnce(harness);
    await waitUntilReleased(harness);
    expect(await restoreCount()).toBe(0);
    expect(await sentCount()).toBe(4);
  });

  it("is looked into at once, even if the machine's clock is ahead of the database's", async () => {
    const { db } = harness.ctx;
    await db.$executeRaw`UPDATE test_clock SET seconds_ahead = -600`;
    await db.$executeRaw`DELETE FROM workers`;
    await startFirst(harness);
    expect(await db.restore.count({ where: { releasedAt: { not: null } } })).toBe(1);
  });

  it("nobody who bounced, complained, or said STOP since then gets anything", async () => {
    const { ctx, env } = harness;
    await addSubscribers();
    await startFirst(harness);
    const backup = await backUpDatabase(env.DATABASE_URL);
    await startFirst(harness);
    // The webhooks got to the database that is lost.
    const events = [
      ["/sandbox/postmark/event", { type: "Bounce", email: "r1@example.com", bounce: "hard" }],
      ["/sandbox/postmark/event", { type: "SpamComplaint", email: "r2@example.com" }],
      ["/sandbox/twilio/inbound", { from: "+14155000003", body: "Stop." }],
      ["/sandbox/twilio/inbound", { from: "+14155000004", body: "STOP" }],
      ["/sandbox/twilio/inbound", { from: "+14155000004", body: "START" }],
    ] as const;
    for (const [path, body] of events) {
      await harness.control("POST", path, body).catch(() => undefined);
    }
    await backup.restore();
    await harness.setTime(eight);
    await sendOnce(harness);
    expect(await sentCount()).toBe(0);
    await waitUntilReleased(harness);
    await sendOnce(harness);
    const { email, sms } = (await getBriefingStatus(ctx, date)).channels;
    expect(email).toMatchObject({ accepted: 298, excluded: { hard_bounce: 1, spam_complaint: 1 } });
    expect(sms).toMatchObject({ accepted: 299, excluded: { stop: 1 } });
  });

  it("everything is on hold until the providers have answered, and the operator knows", async () => {
    const { ctx, env } = harness;
    await addSubscribers();
    await startFirst(harness);
    const backup = await backUpDatabase(env.DATABASE_URL);
    await startFirst(harness);
    await backup.restore();
    await harness.setTime(eight);
    await harness.fault({ provider: "postmark", mode: "error", status: 500, endpoint: "search" });
    await sendOnce(harness);
    await recoverDatabase(ctx);
    await sendOnce(harness);
    expect(await isOnHold()).toBe(true);
    expect(await sentCount()).toBe(0);
    expect(await listDeliveryProblems(ctx)).toContainEqual({
      code: "database_restored",
      message: "the database was restored, so nothing is sent yet",
    });
    expect((await harness.alerts()).map((each) => each.subject)).toEqual([
      "The database was restored: briefings are on hold",
    ]);
    await harness.clearFaults();
    await waitUntilReleased(harness);
    await sendOnce(harness);
    await expectOneEach();
    expect((await listDeliveryProblems(ctx)).map(({ code }) => code)).not.toContain(
      "database_restored",
    );
  });

  it("everything is on hold as long as Postmark's search is behind, and the operator knows", async () => {
    const { env } = harness;
    await addSubscribers();
    await startFirst(harness);
    const backup = await backUpDatabase(env.DATABASE_URL);
    await startFirst(harness);
    await harness.setTime(eight);
    await harness.fault({ provider: "postmark", mode: "search-lag", delayMs: 600_000 });
    await sendOnce(harness);
    await backup.restore();
    await recoverForAWhile();
    await sendOnce(harness);
    expect(await isOnHold()).toBe(true);
    expect((await harness.alerts()).map((each) => each.subject)).toContain(
      "Briefings are on hold: the database may be incomplete",
    );
    await harness.clearFaults();
    await waitUntilReleased(harness);
    await sendOnce(harness);
    await expectOneEach();
  });

  it("everything is on hold as long as Twilio's list lacks texts that we know of", async () => {
    const { ctx, env } = harness;
    await addSubscribers();
    await ctx.db.$executeRaw`
      UPDATE subscribers SET timezone = 'America/Chicago' WHERE phone LIKE '+141550002%'`;
    await startFirst(harness);
    await harness.fault({ provider: "twilio", mode: "search-lag", delayMs: 600_000 });
    await harness.setTime(eight);
    await sendOnce(harness);
    const backup = await backUpDatabase(env.DATABASE_URL);
    await harness.setTime("2026-11-23T14:00:00Z");
    await sendOnce(harness);
    await backup.restore();
    await recoverForAWhile();
    expect(await isOnHold()).toBe(true);
    await harness.clearFaults();
    await waitUntilReleased(harness);
    await sendOnce(harness);
    await expectOneEach();
  });

  it.each([
    ["everything is on hold again", true],
    ["nothing is, if an operator has resumed sending,", false],
  ])("%s when a report comes that no known call explains", async (_, isHeld) => {
    const { ctx, env } = harness;
    await addSubscribers();
    await startFirst(harness);
    const backup = await backUpDatabase(env.DATABASE_URL);
    await startFirst(harness);
    await harness.fault({ provider: "twilio", mode: "search-lag", delayMs: 600_000 });
    await harness.setTime(eight);
    await sendOnce(harness);
    await backup.restore();
    await recoverForAWhile();
    expect(await isOnHold()).toBe(false);
    if (!isHeld) {
      await ctx.db.restore.updateMany({ data: { releasedAt: null } });
      await resumeBriefings(ctx, "operator");
    }
    await planSlot(ctx, slotOf(date, "America/New_York", "sms", 15));
    const { id } = await ctx.db.subscriber.findFirstOrThrow();
    await applyTextReport(harness, date, id);
    expect(await isOnHold()).toBe(isHeld);
    if (!isHeld) return;
    await harness.clearFaults();
    await waitUntilReleased(harness);
    await sendOnce(harness);
    await expectOneEach();
  });

  it("another worker continues 20 seconds after one that died in the middle of a step", async () => {
    const { ctx, env } = harness;
    await startFirst(harness);
    const backup = await backUpDatabase(env.DATABASE_URL);
    await startFirst(harness);
    await backup.restore();
    await startSender(harness).then((sender) => sender.stop());
    let asked = 0;
    const listSuppressed = () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    };
    const stuck = { ...ctx, mail: { ...ctx.mail, listSuppressed } };
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      void recoverDatabase(stuck);
      await vi.waitFor(() => expect(asked).toBe(1), waitOptions);
      for (const extended of [1, 2]) {
        await wait(12);
        const before = await leaseEnd();
        vi.advanceTimersByTime(5_000);
        await vi.waitFor(async () => expect(await leaseEnd()).not.toEqual(before), waitOptions);
        await recoverDatabase(stuck);
        expect(asked, `extended ${extended} times`).toBe(1);
      }
    } finally {
      // Without timers, it's as dead as a killed process.
      vi.useRealTimers();
    }
    await wait(21);
    await waitUntilReleased(harness);
    expect(await restoreCount()).toBe(1);
  });

  it("no ID is given out again", async () => {
    const { ctx, env } = harness;
    await startFirst(harness);
    const backup = await backUpDatabase(env.DATABASE_URL);
    const lost = await harness.addSubscriber();
    await startFirst(harness);
    await backup.restore();
    await startSender(harness).then((sender) => sender.stop());
    expect(await harness.addSubscriber()).toBeGreaterThan(lost);
    expect(await ctx.db.subscriber.count({ where: { id: lost } })).toBe(0);
  });
});

describe("nothing looks like a restore", { timeout: 180_000 }, () => {
  beforeEach(() => startHarness());

  it("when workers restart, run side by side, or are killed, or the sandbox's clock is set back", async () => {
    await addSubscribers();
    await startFirst(harness);
    await harness.setTime(eight);
    const first = await startSender(harness, "threeline-worker-1");
    const second = await startSender(harness, "threeline-worker-2");
    await harness.run(first.identity);
    await first.stop();
    await harness.setTime("2026-11-22T10:00:00Z");
    await harness.run(second.identity);
    // The second one never signs off: it was killed.
    const third = await startSender(harness, "threeline-worker-1");
    await harness.run(third.identity);
    expect(await harness.ctx.db.restore.count()).toBe(0);
    await Promise.all([second.stop(), third.stop()]);
  });

  it("when the database moves to another server with everything in it", async () => {
    await addSubscribers();
    await startFirst(harness);
    await harness.setTime(eight);
    await sendOnce(harness);
    const backup = await backUpDatabase(harness.env.DATABASE_URL);
    await backup.restore();
    await sendOnce(harness);
    expect(await restoreCount()).toBe(0);
    await expectOneEach();
  });
});
