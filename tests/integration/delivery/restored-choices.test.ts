// @module-tag slow
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eraseAccount } from "@/lib/domain/erasure/erase-account";
import { setChannelSwitches } from "@/lib/domain/account/account-settings";
import { pauseBriefings, resumeBriefings } from "@/lib/domain/account/pause";
import { cancelSubscription } from "@/lib/domain/billing/cancel";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { findOpenRestore } from "@/lib/domain/delivery/ledger/open-restore";
import { runImports } from "@/lib/domain/subscribers/import/run";
import { recoverDatabase } from "@/lib/domain/recovery/recover-database";
import { copyChoices, replayChoices } from "@/lib/domain/recovery/replay-choices";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { setChannelSwitch } from "@/lib/domain/contact/channel-switch";
import { backUpDatabase, loseDatabase } from "@/tests/support/database";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";
import { addReaders, sendOnce, startFirst, waitUntilReleased } from "@/tests/support/restore";
import { runCommand } from "@/tests/support/run-command";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const count = 8;

let harness: DeliveryHarness;

beforeEach(async () => {
  harness = await startDelivery({ SMS_SEGMENTS_PER_SECOND: "60" });
  await harness.addMessage(date, "Words of the day");
  await harness.setTime("2026-11-23T12:00:00Z");
  await addReaders(harness, count);
});
afterEach(() => harness.close());

async function idOf(reader: number): Promise<number> {
  const email = `r${reader}@example.com`;
  return (await harness.ctx.db.subscriber.findFirstOrThrow({ where: { email } })).id;
}

async function switchesOf(reader: number) {
  const { ctx } = harness;
  const id = await idOf(reader);
  const found = await ctx.db.subscriber.findUniqueOrThrow({ where: { id } });
  return { email: found.emailEnabled, sms: found.smsEnabled };
}

/** What six people chose: 1 to 3 get no emails in the end, 4 gets no texts, 5 nothing, 6 everything. */
async function choose(): Promise<void> {
  const { ctx } = harness;
  await setChannelSwitch(ctx, await idOf(1), "email", false, "one_click");
  await setChannelSwitch(ctx, await idOf(2), "email", false, "page");
  await setChannelSwitches(ctx, await idOf(3), { emailEnabled: false });
  await setChannelSwitches(ctx, await idOf(4), { smsEnabled: false });
  await cancelSubscription(ctx, await idOf(5), "stop_immediately");
  for (const isOn of [false, true]) {
    await setChannelSwitches(ctx, await idOf(6), { emailEnabled: isOn, smsEnabled: isOn });
  }
}

/** The numbers of those who got the briefing. */
async function readersOf(channel: "email" | "sms"): Promise<number[]> {
  const sent = await harness.sent(channel);
  return sent.map(({ to }) => Number(/(\d)(@|$)/.exec(to)?.[1])).toSorted((a, b) => a - b);
}

const choiceFiles = () => readdirSync(join(harness.env.DATA_DIR, "choices"));

describe("after a restore", { timeout: 180_000 }, () => {
  it("nobody gets anything who unsubscribed, turned it off, or stopped since then", async () => {
    await startFirst(harness);
    const backup = await backUpDatabase(harness.env.DATABASE_URL);
    await startFirst(harness);
    await choose();
    await backup.restore();
    await harness.setTime(eight);
    await sendOnce(harness);
    expect(await harness.sent()).toEqual([]);
    await waitUntilReleased(harness);
    await sendOnce(harness);
    expect(await readersOf("email")).toEqual([4, 6, 7, 8]);
    expect(await readersOf("sms")).toEqual([1, 2, 3, 6, 7, 8]);
    const events = await harness.ctx.db.auditEvent.findMany({
      where: { subject: `subscriber:${await idOf(1)}` },
    });
    expect(events).toMatchObject([
      { actor: "system", action: "email.turned_off", detail: { via: "restore" } },
    ]);
  });

  it("what people chose is repeated for those who are imported again", async () => {
    const { ctx } = harness;
    await choose();
    await loseDatabase(harness.env.DATABASE_URL);
    await addReaders(harness, count, "2026-11-23");
    await replayChoices(ctx);
    expect(await switchesOf(1)).toEqual({ email: false, sms: true });
    expect(await switchesOf(4)).toEqual({ email: true, sms: false });
    expect(await switchesOf(6)).toEqual({ email: true, sms: true });
  });

  it("an import repeats it before it counts as done", async () => {
    const { ctx } = harness;
    await choose();
    await loseDatabase(harness.env.DATABASE_URL);
    await addReaders(harness, count, "2026-11-23");
    // All of its rows are stored, and the worker is stopped before it can say so.
    await ctx.db.subscriberImport.create({
      data: {
        actor: "operator",
        fileName: "readers.csv",
        source: "own",
        columns: [],
        state: "running",
        startedAt: ctx.clock.now(),
      },
    });
    await ctx.db.$executeRaw`
      ALTER TABLE subscriber_imports ADD CONSTRAINT stopped CHECK (state <> 'done')`;
    await expect(runImports(ctx)).rejects.toThrow("stopped");
    expect(await switchesOf(1)).toEqual({ email: false, sms: true });
    expect(await switchesOf(4)).toEqual({ email: true, sms: false });
  });

  it("what someone chose whose account was deleted doesn't apply to others with that number", async () => {
    const { ctx } = harness;
    await setChannelSwitches(ctx, await idOf(1), { smsEnabled: false });
    await cancelSubscription(ctx, await idOf(1), "stop_immediately");
    await eraseAccount(ctx, await idOf(1));
    await harness.addSubscriber({ phone: "+14155000001", smsEnabled: true });
    await replayChoices(ctx);
    expect(await ctx.db.subscriber.count({ where: { smsEnabled: true } })).toBe(count);
    expect(await ctx.db.choice.count()).toBe(0);
  });

  it("nobody gets anything on the days of a pause that the backup lacks", async () => {
    const { ctx } = harness;
    const dates = { from: date, until: "2026-11-27" };
    await startFirst(harness);
    await pauseBriefings(ctx, await idOf(3), { ...dates, actor: "operator" });
    const backup = await backUpDatabase(harness.env.DATABASE_URL);
    await startFirst(harness);
    await pauseBriefings(ctx, await idOf(1), { ...dates, actor: "admin:dana" });
    await pauseBriefings(ctx, await idOf(2), { ...dates, actor: "operator" });
    await harness.setTime("2026-11-23T12:00:05Z");
    await resumeBriefings(ctx, await idOf(2), { actor: "operator" });
    await resumeBriefings(ctx, await idOf(3), { actor: "operator" });
    await backup.restore();
    await harness.setTime(eight);
    await sendOnce(harness);
    await waitUntilReleased(harness);
    await sendOnce(harness);
    expect(await readersOf("email")).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(await readersOf("sms")).toEqual([2, 3, 4, 5, 6, 7, 8]);
    const subject = `subscriber:${await idOf(1)}`;
    expect(await ctx.db.auditEvent.findMany({ where: { subject } })).toMatchObject([
      {
        actor: "system",
        action: "briefings.paused",
        detail: { before: null, after: { first: date, last: "2026-11-27" }, via: "restore" },
      },
    ]);
    // Once more changes nothing.
    await replayChoices(ctx);
    expect(await ctx.db.auditEvent.count({ where: { subject } })).toBe(1);
  });

  it("what the database knows better isn't repeated", async () => {
    const { ctx } = harness;
    await setChannelSwitch(ctx, await idOf(1), "email", false, "page");
    const lost = await ctx.db.choice.findMany();
    await harness.setTime("2026-11-23T12:00:05Z");
    await setChannelSwitch(ctx, await idOf(1), "email", true, "page");
    await ctx.db.choice.deleteMany({ where: { id: { in: lost.map(({ id }) => id) } } });
    await replayChoices(ctx);
    expect(await switchesOf(1)).toEqual({ email: true, sms: true });
  });

  it("texts stay off without a consent", async () => {
    const { ctx } = harness;
    const backup = await backUpDatabase(harness.env.DATABASE_URL);
    for (const smsEnabled of [false, true]) {
      await setChannelSwitches(ctx, await idOf(1), { smsEnabled });
    }
    await backup.restore();
    await ctx.db.subscriber.updateMany({ data: { smsConsentAt: null, smsEnabled: false } });
    await replayChoices(ctx);
    expect(await switchesOf(1)).toEqual({ email: true, sms: false });
  });

  it("an operator who doesn't wait for the providers still sends to nobody who stopped", async () => {
    const { ctx, variables } = harness;
    await startFirst(harness);
    const backup = await backUpDatabase(harness.env.DATABASE_URL);
    await startFirst(harness);
    await choose();
    await backup.restore();
    await harness.setTime(eight);
    await harness.fault({ provider: "postmark", mode: "error", status: 500, endpoint: "search" });
    await sendOnce(harness);
    expect(await findOpenRestore(ctx)).not.toBeNull();
    const resume = () => runCommand(["briefing", "resume"], variables);
    expect(await resume()).toEqual({
      code: 0,
      stdout: "Sending has resumed.\n",
      stderr: "",
    });
    await sendOnce(harness);
    expect(await readersOf("email")).toEqual([4, 6, 7, 8]);
    const { sms } = (await getBriefingStatus(ctx, date)).channels;
    expect(sms.accepted).toBe(6);
    expect(await resume()).toMatchObject({ code: 1, stderr: "Briefings aren’t on hold.\n" });
  });

  it("the operator is told when the providers can't be asked", async () => {
    const { ctx } = harness;
    await startFirst(harness);
    const backup = await backUpDatabase(harness.env.DATABASE_URL);
    await startFirst(harness);
    await backup.restore();
    await harness.fault({ provider: "postmark", mode: "error", status: 500, endpoint: "search" });
    await sendOnce(harness);
    for (let failures = 0; failures < 7; failures += 1) {
      await ctx.db.$executeRaw`UPDATE restores SET next_attempt_at = now()`;
      await recoverDatabase(ctx);
    }
    await sendOnce(harness);
    expect((await harness.alerts()).map(({ subject }) => subject)).toEqual([
      "The database was restored: briefings are on hold",
      "Briefings are on hold: the database may be incomplete",
    ]);
  });
});

describe("the copy of what people chose", () => {
  it("is on the disk before the answer, without names, and only the service can read it", async () => {
    await setChannelSwitch(harness.ctx, await idOf(1), "email", false, "page");
    expect(choiceFiles()).toEqual(["2026-11-23.jsonl"]);
    const [record, ...others] = await harness.ctx.choices.list();
    expect(others).toEqual([]);
    expect(record).toMatchObject({ kind: "email_off", at: new Date("2026-11-23T12:00:00Z") });
    expect(JSON.stringify(record)).not.toContain("r1");
  });

  it("survives a line that a crash left incomplete", async () => {
    const { ctx, env } = harness;
    await setChannelSwitch(ctx, await idOf(1), "email", false, "page");
    const path = join(env.DATA_DIR, "choices", "2026-11-23.jsonl");
    writeFileSync(path, '{"id":"0b', { flag: "a" });
    await setChannelSwitch(ctx, await idOf(2), "email", false, "page");
    expect(await ctx.choices.list()).toHaveLength(2);
  });

  it("is made up for when it couldn't be written, or on another machine", async () => {
    const { ctx } = harness;
    const failing = {
      ...ctx,
      choices: { ...ctx.choices, append: () => Promise.reject(new Error("disk full")) },
    };
    await setChannelSwitch(failing, await idOf(1), "email", false, "page");
    expect(await switchesOf(1)).toEqual({ email: false, sms: true });
    expect(await ctx.choices.list()).toEqual([]);
    const since = new Date("2026-11-23T11:00:00Z");
    await copyChoices(ctx, since);
    await copyChoices(ctx, since);
    expect(await ctx.choices.list()).toMatchObject([{ kind: "email_off" }]);
  });

  it("is deleted after 30 days, and not repeated then", async () => {
    const { ctx } = harness;
    await setChannelSwitch(ctx, await idOf(1), "email", false, "page");
    await harness.setTime("2026-12-22T22:00:00Z");
    await setChannelSwitch(ctx, await idOf(2), "email", false, "page");
    await purgeExpired(ctx);
    expect(choiceFiles()).toEqual(["2026-11-23.jsonl", "2026-12-22.jsonl"]);
    await harness.setTime("2026-12-24T22:00:00Z");
    await purgeExpired(ctx);
    expect(choiceFiles()).toEqual(["2026-12-22.jsonl"]);
    expect(await ctx.db.choice.count()).toBe(1);
  });
});
