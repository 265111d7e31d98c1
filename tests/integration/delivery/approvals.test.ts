import { beforeEach, describe, expect, it } from "vitest";
import { createDailyMessage, updateDailyMessage } from "@/lib/domain/daily-messages/daily-messages";
import { findLatestBriefing } from "@/lib/domain/delivery/content/latest-briefing";
import { approveBriefing, findApproval } from "@/lib/domain/delivery/content/approvals";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { createPost, deletePost, restorePost, updatePost } from "@/lib/domain/posts/write-posts";
import { changeTeamSettings } from "@/lib/domain/settings/team-settings";
import { getToday } from "@/lib/domain/today/today";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const message = { date, message: "1. One\n2. Two\n3. Three", isActive: true };
const post = { slug: "ab", title: "T", localDate: date, content: "Text.", readTime: 1 };
const dana = "admin:dana";
const priya = "admin:priya";

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.setTime("2026-11-22T19:00:00Z");
  for (const username of ["dana", "priya"]) {
    await harness.ctx.db.admin.create({ data: { username, passwordHash: "-", role: "editor" } });
  }
  await changeTeamSettings(harness.ctx, { requireApproval: true }, dana);
});

const versionNow = async () =>
  (await findApproval(harness.ctx, date, priya)).version ?? "no message";

async function approve(actor: typeof dana | typeof priya = priya): Promise<void> {
  await approveBriefing(harness.ctx, { date, version: await versionNow() }, actor);
}

const subjects = async () => (await harness.alerts()).map(({ subject }) => subject);

describe("a briefing that has to be approved", () => {
  it("goes out once someone other than its last author has approved it", async () => {
    await harness.addSubscriber({ timezone: "Europe/London" });
    await createDailyMessage(harness.ctx, message, dana);
    await harness.setTime("2026-11-23T08:05:00Z");
    await harness.run();
    expect(await harness.sent("email")).toEqual([]);
    await expect(approve(dana)).rejects.toMatchObject({ status: 403 });
    await harness.run();
    expect(await harness.sent("email")).toEqual([]);
    await approve();
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(1);
  });

  it("has to be approved again after any change of the message or the post", async () => {
    await harness.addSubscriber({ timezone: "Europe/London" });
    await harness.addSubscriber({ timezone: "America/New_York" });
    const { id } = await createDailyMessage(harness.ctx, message, dana);
    const saved = await createPost(harness.ctx, post, dana);
    await approve();
    await harness.setTime("2026-11-23T08:05:00Z");
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(1);

    await updatePost(harness.ctx, saved.id, { ...post, content: "Other." }, undefined, dana);
    await harness.setTime("2026-11-23T13:05:00Z");
    await harness.run();
    expect(await harness.sent("email")).toHaveLength(1);
    await updatePost(harness.ctx, saved.id, post, undefined, dana);
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(2);

    await updateDailyMessage(harness.ctx, id, { ...message, message: "1. Other" }, priya);
    expect(await findApproval(harness.ctx, date, dana)).toMatchObject({
      approval: null,
      lastSavedBy: "priya",
      mayApprove: true,
    });
  });

  it("can't be approved in a version that nobody has looked at", async () => {
    const { id } = await createDailyMessage(harness.ctx, message, dana);
    const version = await versionNow();
    await updateDailyMessage(harness.ctx, id, { ...message, message: "1. Other" }, dana);
    const late = approveBriefing(harness.ctx, { date, version }, priya);
    await expect(late).rejects.toMatchObject({ status: 409, code: "briefing_changed" });
  });

  it("triggers an alert the evening before, and when the first window opens", async () => {
    await harness.addSubscriber({ timezone: "Europe/London" });
    await createDailyMessage(harness.ctx, message, dana);
    await harness.run();
    await harness.setTime("2026-11-23T08:05:00Z");
    await harness.run();
    await harness.run();
    expect(new Set(await subjects())).toEqual(
      new Set([
        "The briefing for Monday, November 23 isn’t approved yet",
        "The briefing for Monday, November 23 isn’t being sent in London: it isn’t approved",
      ]),
    );
  });

  it("isn't ready for health and Today until it's approved", async () => {
    await createDailyMessage(harness.ctx, message, dana);
    const problems = async () =>
      (await listDeliveryProblems(harness.ctx)).filter(({ code }) => code === "not_ready");
    const today = async () => {
      const { phase, next } = await getToday(harness.ctx, { withMoney: false });
      return [phase, next.checks.find(({ name }) => name === "approval")?.title];
    };
    expect(await problems()).toMatchObject([
      { message: "the briefing for 2026-11-23 isn't approved" },
    ]);
    expect(await today()).toEqual(["not_ready", "The briefing isn’t approved"]);
    await approve();
    expect(await problems()).toEqual([]);
    expect((await today())[1]).toBe("Approved by priya");
  });

  it("isn't a missed one when nobody approved it in time", async () => {
    await harness.addSubscriber({ timezone: "Europe/London" });
    await createDailyMessage(harness.ctx, message, dana);
    await harness.setTime("2026-11-23T08:05:00Z");
    await harness.run();
    await harness.setTime("2026-11-23T10:05:00Z");
    await harness.run();
    await approve();
    await harness.run();
    expect(await harness.ctx.db.delivery.count()).toBe(0);
    const slots = await harness.ctx.db.deliverySlot.findMany({
      where: { timezone: "Europe/London" },
    });
    expect(slots.map(({ closedAt, editionId }) => [closedAt !== null, editionId])).toEqual([
      [true, null],
      [true, null],
    ]);
    const problems = await listDeliveryProblems(harness.ctx);
    expect(problems.map(({ code }) => code)).toContain("no_message");
  });

  it("isn't shown on the site, or in a reply, before it's approved", async () => {
    await createDailyMessage(harness.ctx, message, dana);
    await harness.setTime("2026-11-23T06:00:00Z");
    expect(await findLatestBriefing(harness.ctx)).toBeNull();
    await approve();
    expect(await findLatestBriefing(harness.ctx)).toMatchObject({ localDate: date });
  });

  it("can't be approved by someone who brought a deleted post back", async () => {
    const own = await createPost(harness.ctx, post, dana);
    await deletePost(harness.ctx, own.id, dana);
    await createDailyMessage(harness.ctx, message, priya);
    await restorePost(harness.ctx, own.id, dana);
    await expect(approve(dana)).rejects.toMatchObject({ status: 403 });
    await approve(priya);
  });

  it("has the author of the post that is sent, not of an older one", async () => {
    const older = await createPost(harness.ctx, { ...post, slug: "cd" }, dana);
    await harness.setTime("2026-11-22T19:01:00Z");
    await createPost(harness.ctx, post, dana);
    await createDailyMessage(harness.ctx, message, dana);
    await updatePost(harness.ctx, older.id, { ...post, slug: "cd", title: "U" }, undefined, priya);
    await expect(approve(dana)).rejects.toMatchObject({ status: 403 });
    await approve(priya);
  });

  it("is approved once when two people do so at the same time", async () => {
    await harness.ctx.db.admin.create({
      data: { username: "marco", passwordHash: "-", role: "editor" },
    });
    await createDailyMessage(harness.ctx, message, dana);
    const version = await versionNow();
    const views = await Promise.all(
      ([priya, "admin:marco"] as const).map((who) =>
        approveBriefing(harness.ctx, { date, version }, who),
      ),
    );
    expect(new Set(views.map(({ approval }) => approval?.by)).size).toBe(1);
  });

  it("is recorded with who approved which version", async () => {
    await createDailyMessage(harness.ctx, message, dana);
    await approve();
    await approve();
    const events = await harness.ctx.db.auditEvent.findMany({
      where: { action: "briefing.approved" },
    });
    expect(events).toMatchObject([
      { actor: priya, subject: `briefing:${date}`, detail: { version: await versionNow() } },
    ]);
  });
});

describe("the setting", () => {
  it("is off by default, and then nothing is asked", async () => {
    await changeTeamSettings(harness.ctx, { requireApproval: false }, dana);
    await harness.addSubscriber({ timezone: "Europe/London" });
    await createDailyMessage(harness.ctx, message, dana);
    await expect(approve()).rejects.toMatchObject({ status: 409 });
    await harness.setTime("2026-11-23T08:05:00Z");
    await harness.runUntilFinished(date);
    expect(await harness.sent("email")).toHaveLength(1);
  });

  it("can't be turned on when nobody else could approve", async () => {
    await changeTeamSettings(harness.ctx, { requireApproval: false }, dana);
    await harness.ctx.db.admin.updateMany({
      where: { username: "priya" },
      data: { disabledAt: new Date("2026-11-22T00:00:00Z") },
    });
    const change = changeTeamSettings(harness.ctx, { requireApproval: true }, dana);
    await expect(change).rejects.toMatchObject({ status: 409, field: "requireApproval" });
  });
});
