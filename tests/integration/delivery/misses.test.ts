import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createDailyMessage,
  deleteDailyMessage,
  updateDailyMessage,
} from "@/lib/domain/daily-messages/daily-messages";
import { setChannelSwitch } from "@/lib/domain/contact/channel-switch";
import { dismissMissedDays } from "@/lib/domain/billing/give-back";
import { approveBriefing, findVersion } from "@/lib/domain/delivery/content/approvals";
import { claimBatch } from "@/lib/domain/delivery/engine/claim";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { registerWorker, retireWorker } from "@/lib/domain/delivery/engine/worker-lease";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { eraseAccount } from "@/lib/domain/erasure/erase-account";
import { createPost, updatePost } from "@/lib/domain/posts/write-posts";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

// A briefing on a Friday, in New York from 12:45Z (email) and 13:00Z (texts) until 15:00Z.

const date = "2026-11-20";
const dana = "admin:dana";
const message = { date, message: "1. One\n2. Two\n3. Three", isActive: true };
const typoFixed = { ...message, message: "1. One\n2. Two\n3. Four" };
const off = { ...message, isActive: false };

const at = useForFile(startDelivery);
let messageId: number;

beforeEach(() => at.reset());

const addMessage = async (input = message) => {
  messageId = (await createDailyMessage(at.ctx, input, dana)).id;
};
const change = (input: typeof message) => updateDailyMessage(at.ctx, messageId, input, dana);

async function runAt(now: string): Promise<void> {
  await at.setTime(now);
  await at.run();
  await at.run();
}

async function outcomes(): Promise<string[]> {
  const rows = await at.ctx.db.delivery.findMany({
    orderBy: [{ subscriberId: "asc" }, { channel: "asc" }],
  });
  return rows.map(({ channel, state, reason }) => `${channel} ${state} ${reason}`);
}

const codes = async () => (await listDeliveryProblems(at.ctx)).map(({ code }) => code);

const missedAlerts = () =>
  at.ctx.db.operatorAlert.findMany({ where: { key: { startsWith: "missed:" } } });

const everything = ["email missed not_attempted", "sms missed not_attempted"];

/** What editors did while no worker ran from 11:00Z on, and whether the date's briefing was owed. */
const histories: {
  what: string;
  before?: () => Promise<unknown>;
  changes: [at: string, make: () => Promise<unknown>][];
  back?: string;
  isOwed: boolean;
}[] = [
  { what: "nothing", changes: [], isOwed: true },
  {
    what: "nothing until Monday before the alert",
    changes: [],
    back: "2026-11-23T11:00:00Z",
    isOwed: true,
  },
  { what: "nothing for 35 hours", changes: [], back: "2026-11-22T02:00:00Z", isOwed: true },
  {
    what: "a typo fixed after ten",
    changes: [["15:20", () => change(typoFixed)]],
    isOwed: true,
  },
  { what: "turned off after ten", changes: [["15:20", () => change(off)]], isOwed: true },
  {
    what: "deleted after ten",
    changes: [["15:20", () => deleteDailyMessage(at.ctx, messageId, dana)]],
    isOwed: true,
  },
  {
    what: "turned off after ten, then deleted",
    changes: [
      ["15:20", () => change(off)],
      ["15:21", () => deleteDailyMessage(at.ctx, messageId, dana)],
    ],
    isOwed: true,
  },
  {
    what: "moved to Monday after ten",
    changes: [["15:20", () => change({ ...message, date: "2026-11-23" })]],
    isOwed: true,
  },
  {
    what: "active for an hour of the window",
    before: () => change(off),
    changes: [
      ["13:30", () => change(message)],
      ["14:30", () => change(off)],
    ],
    isOwed: true,
  },
  { what: "turned off before seven", changes: [["11:30", () => change(off)]], isOwed: false },
  {
    what: "activated after ten",
    before: () => change(off),
    changes: [["15:01", () => change(message)]],
    isOwed: false,
  },
  {
    what: "deleted before seven",
    changes: [["11:30", () => deleteDailyMessage(at.ctx, messageId, dana)]],
    isOwed: false,
  },
];

describe("what was missed while no worker ran follows from what was owed", () => {
  it.each(histories)("$what: $isOwed", async ({ before, changes, back, isOwed }) => {
    await at.setTime("2026-11-19T20:00:00Z");
    await at.addSubscriber({ smsEnabled: true });
    await addMessage();
    await at.run();
    await before?.();
    for (const [time, make] of changes) {
      await at.setTime(`${date}T${time}:00Z`);
      await make();
    }
    await runAt(back ?? `${date}T15:30:00Z`);
    expect(await outcomes()).toEqual(isOwed ? everything : []);
    expect(await missedAlerts()).toHaveLength(isOwed ? 1 : 0);
    expect(
      await at.ctx.db.missedDay.findMany({ select: { state: true, skipReason: true } }),
    ).toEqual([
      isOwed
        ? { state: "missed", skipReason: null }
        : { state: "skipped", skipReason: "no_message" },
    ]);
    expect((await codes()).includes("missed")).toBe(isOwed);
    expect(await at.sent()).toEqual([]);
  });

  it("but not in a zone that was over when the service got its first message", async () => {
    await at.addSubscriber({ timezone: "Europe/London", smsEnabled: true });
    await at.addSubscriber({ smsEnabled: true });
    await at.setTime(`${date}T11:00:00Z`);
    await addMessage();
    await runAt(`${date}T15:30:00Z`);
    expect((await missedAlerts()).map(({ key }) => key)).toEqual([
      `missed:${date}:America/New_York:email+sms`,
    ]);
    expect(await at.ctx.db.missedDay.count()).toBe(1);
  });

  it.each<[what: string, approvedAt: string | null, editedAt: string | null, isOwed: boolean]>([
    ["approved", "11:30", null, true],
    ["approved, and edited after ten", "11:30", "15:20", true],
    ["approved during the window", "14:00", null, true],
    ["approved, and edited before the window", "11:30", "12:00", false],
    ["approved after ten", "15:10", null, false],
    ["never approved", null, null, false],
  ])("with approvals: %s", async (_, approvedAt, editedAt, isOwed) => {
    await at.setTime("2026-11-19T20:00:00Z");
    await at.addSubscriber({});
    await at.ctx.db.storedSetting.create({ data: { key: "requireApproval", value: true } });
    await addMessage();
    const post = { slug: "yi", title: "Yields", localDate: date, content: "Up.", readTime: 1 };
    const { id } = await createPost(at.ctx, post, dana);
    if (approvedAt) {
      await at.setTime(`${date}T${approvedAt}:00Z`);
      const version = await findVersion(at.ctx, date);
      await approveBriefing(at.ctx, { date, version: version ?? "" }, "admin:priya");
    }
    if (editedAt) {
      await at.setTime(`${date}T${editedAt}:00Z`);
      await updatePost(at.ctx, id, { ...post, content: "Down." }, undefined, dana);
    }
    await runAt(`${date}T15:30:00Z`);
    expect(await outcomes()).toEqual(isOwed ? ["email missed not_attempted"] : []);
  });

  it("for everyone who was served then, whatever they did since", async () => {
    await at.setTime("2026-11-19T20:00:00Z");
    await addMessage();
    const people: Record<string, number> = {};
    const add = async (name: string, options = {}) => {
      const email = `${name}@example.com`;
      people[name] = await at.addSubscriber({ email, createdAt: at.ctx.clock.now(), ...options });
    };
    for (const name of ["stays", "turns-off", "cancels", "suppressed", "complains-later"]) {
      await add(name);
    }
    await add("off", { emailEnabled: false });
    await add("ended", { status: "canceled", accessEndsAt: new Date(`${date}T03:00:00Z`) });
    const suppress = (name: string) =>
      at.ctx.db.suppression.create({
        data: {
          channel: "email",
          address: `${name}@example.com`,
          reason: "hard_bounce",
          source: "postmark",
          createdAt: at.ctx.clock.now(),
        },
      });
    await suppress("suppressed");
    await at.run();
    await at.setTime(`${date}T14:30:00Z`);
    await add("joins-in-time");
    await at.setTime("2026-11-21T15:00:00Z");
    await add("joins-later");
    await suppress("complains-later");
    await setChannelSwitch(at.ctx, people["turns-off"] ?? 0, "email", false, "account");
    await setChannelSwitch(at.ctx, people["off"] ?? 0, "email", true, "account");
    await at.ctx.db.subscription.updateMany({
      where: { subscriberId: people["cancels"] ?? 0 },
      data: { stoppedAt: at.ctx.clock.now() },
    });
    await runAt("2026-11-23T11:00:00Z");
    const rows = await at.ctx.db.delivery.findMany({});
    const names = new Map(Object.entries(people).map(([name, id]) => [id, name]));
    expect(
      Object.fromEntries(rows.map((row) => [names.get(row.subscriberId), row.reason])),
    ).toEqual({
      stays: "not_attempted",
      "turns-off": "not_attempted",
      cancels: "not_attempted",
      suppressed: "hard_bounce",
      "complains-later": "not_attempted",
      "joins-in-time": "not_attempted",
    });
    const [alert] = await missedAlerts();
    expect(alert?.body).toContain("5 emails: We didn’t send it in time");
  });

  it("when someone joins a planned zone, and no worker runs until after ten", async () => {
    await at.setTime("2026-11-19T20:00:00Z");
    await addMessage();
    await at.run();
    await at.addSubscriber({});
    await runAt(`${date}T12:50:00Z`);
    await at.setTime(`${date}T14:00:00Z`);
    const late = await at.addSubscriber({});
    await runAt(`${date}T15:30:00Z`);
    expect(await at.ctx.db.delivery.findMany({ where: { subscriberId: late } })).toMatchObject([
      { state: "missed", reason: "not_attempted" },
    ]);
  });
});

describe("an open outcome when a window closes", () => {
  /** One email without an answer, which can't be looked up, and others that are refused for now. */
  async function leaveOneOpen(): Promise<void> {
    await at.setTime("2026-11-19T20:00:00Z");
    await addMessage();
    await at.run();
    await at.addSubscriber({});
    await at.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
    await at.fault({ provider: "postmark", mode: "error", status: 500, endpoint: "search" });
    await runAt(`${date}T14:50:00Z`);
    for (let count = 0; count < 3; count += 1) await at.addSubscriber({ smsEnabled: false });
    await at.fault({ provider: "postmark", mode: "rate-limit" });
    await runAt(`${date}T14:59:50Z`);
  }

  const counts = async () => {
    const rows = await at.ctx.db.delivery.groupBy({ by: ["state", "reason"], _count: true });
    return Object.fromEntries(rows.map(({ state, reason, _count }) => [reason ?? state, _count]));
  };

  it("holds back nobody else's report, is reported itself, and is corrected", async () => {
    await leaveOneOpen();
    await runAt(`${date}T15:00:01Z`);
    expect(await counts()).toEqual({ pending: 1, provider_throttled: 3 });
    expect(await at.ctx.db.missedDay.count()).toBe(3);
    await at.clearFaults();
    await at.fault({ provider: "postmark", mode: "error", status: 500, endpoint: "search" });
    await runAt(`${date}T15:01:30Z`);
    expect(await counts()).toEqual({ outcome_unknown: 1, provider_throttled: 3 });
    expect(await at.ctx.db.missedDay.count()).toBe(4);
    const alerts = await missedAlerts();
    expect(alerts).toHaveLength(1);
    expect(alerts[0]?.body).toContain("3 emails: Our provider slowed us down");
    expect(alerts[0]?.body).toContain("1 email: Our provider couldn’t confirm it");
    await at.clearFaults();
    await at.runUntil(async () => (await counts())["accepted"] === 1);
    expect(await counts()).toEqual({ accepted: 1, provider_throttled: 3 });
    await at.run();
    const open = await at.ctx.db.deliverySlot.count({
      where: { closedAt: null, closesAt: { lt: at.ctx.clock.now() } },
    });
    expect(open).toBe(0);
  });

  it("is that of those whom the call was for, and nobody else's", async () => {
    await at.setTime("2026-11-19T20:00:00Z");
    await addMessage();
    for (let count = 0; count < 3; count += 1) await at.addSubscriber({});
    await at.setTime(`${date}T14:50:00Z`);
    const dead = randomUUID();
    await registerWorker(at.ctx, { id: dead, name: "dead", host: "there", pid: 1 });
    const slot = slotOf(date, "America/New_York", "email", 15);
    await planSlot(at.ctx, slot);
    const batch = await at.ctx.db.deliveryBatch.findFirstOrThrow({ include: { slot: true } });
    const { id: batchId, slotId } = batch;
    const editionId = batch.slot.editionId ?? 0;
    const claim = await claimBatch(
      at.ctx,
      { ...slot, batchId, slotId, editionId },
      { id: randomUUID(), workerId: dead, mark: 0 },
      { unopenedZones: [], limit: 1 },
    );
    const [sentTo] = claim?.recipients ?? [];
    const [mover] = (await at.ctx.db.subscriber.findMany()).filter(
      ({ id }) => id !== sentTo?.subscriberId,
    );
    await retireWorker(at.ctx, dead);
    await at.fault({ provider: "postmark", mode: "error", status: 500, endpoint: "search" });
    await at.setTime(`${date}T15:00:01Z`);
    await at.run();
    await at.ctx.db.subscriber.update({
      where: { id: mover?.id ?? 0 },
      data: { timezone: "America/Chicago" },
    });
    await runAt(`${date}T15:01:30Z`);
    expect(await counts()).toEqual({ outcome_unknown: 1, worker_lost: 1, accepted: 1 });
    expect((await at.sent()).map(({ to }) => to)).toEqual([mover?.email]);
  });

  it("stays one when the account is deleted, until it's known", async () => {
    await leaveOneOpen();
    const { subscriberId } = await at.ctx.db.delivery.findFirstOrThrow({
      orderBy: { subscriberId: "asc" },
    });
    const data = { stoppedAt: at.ctx.clock.now() };
    await at.ctx.db.subscription.updateMany({ where: { subscriberId }, data });
    await eraseAccount(at.ctx, subscriberId);
    await runAt(`${date}T15:01:30Z`);
    expect(await counts()).toEqual({ outcome_unknown: 1, provider_throttled: 3 });
    await at.clearFaults();
    await at.runUntil(async () => (await counts())["outcome_unknown"] === undefined);
    expect(await counts()).toEqual({ accepted: 1, provider_throttled: 3 });
  });

  it("that turns out not to be one has the reason why it wasn't sent", async () => {
    await leaveOneOpen();
    await at.control("DELETE", "/sandbox/messages");
    await runAt(`${date}T15:01:30Z`);
    expect(await counts()).toEqual({ outcome_unknown: 1, provider_throttled: 3 });
    await at.clearFaults();
    await at.runUntil(async () => (await counts())["outcome_unknown"] === undefined);
    expect(await counts()).toMatchObject({ provider_throttled: 3 });
    expect(await at.sent()).toEqual([]);
  });
});

it("health names a miss until somebody has given the day back or dismissed it", async () => {
  await at.setTime("2026-11-19T20:00:00Z");
  await at.addSubscriber({});
  await addMessage();
  await at.run();
  await runAt("2026-11-23T11:00:00Z");
  await runAt("2026-12-07T11:00:00Z");
  expect(await codes()).toContain("missed");
  expect(await dismissMissedDays(at.ctx, dana, { through: date, of: "missed" })).toEqual({
    people: 1,
    days: 1,
  });
  expect(await dismissMissedDays(at.ctx, dana, { through: date, of: "missed" })).toEqual({
    people: 0,
    days: 0,
  });
  expect(await codes()).not.toContain("missed");
});
