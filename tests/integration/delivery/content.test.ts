import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toDatabaseDate } from "@/lib/contracts/calendar";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const date = "2026-11-23";

let at: DeliveryHarness;

beforeEach(async () => {
  at = await startDelivery();
});
afterEach(() => at.close());

async function problems(): Promise<string[]> {
  return (await listDeliveryProblems(at.ctx)).map((problem) => problem.code);
}

describe("the content of a date", () => {
  it("is frozen for a zone that has started; a later edit reaches the zones that have not", async () => {
    const messageId = await at.addMessage(date, "First words");
    await at.addReader({ timezone: "Europe/London", smsEnabled: true });
    await at.addReader({ timezone: "America/New_York", smsEnabled: true });
    await at.setTime("2026-11-23T07:45:00Z");
    await at.run();
    await at.ctx.db.dailyMessage.update({
      where: { id: messageId },
      data: { message: "Second words" },
    });
    await at.setTime("2026-11-23T08:00:00Z");
    await at.run();
    await at.setTime("2026-11-23T13:00:00Z");
    await at.run();
    expect((await at.sent("sms")).map((each) => each.text)).toEqual([
      "First words",
      "Second words",
    ]);
    const editions = await at.ctx.db.edition.findMany({ orderBy: { number: "asc" } });
    expect(editions.map((each) => [each.number, each.smsText])).toEqual([
      [1, "First words"],
      [2, "Second words"],
    ]);
    const carried = await at.ctx.db.delivery.findMany({ orderBy: { editionId: "asc" } });
    expect(carried.map((each) => [each.timezone, each.editionId])).toEqual([
      ["Europe/London", editions[0]?.id],
      ["Europe/London", editions[0]?.id],
      ["America/New_York", editions[1]?.id],
      ["America/New_York", editions[1]?.id],
    ]);
  });

  it("switched off or deleted in mid-morning ends for the zones that have not started", async () => {
    const messageId = await at.addMessage(date);
    await at.addReader({ timezone: "Europe/London", smsEnabled: true });
    await at.addReader({ timezone: "America/New_York" });
    await at.setTime("2026-11-23T07:45:00Z");
    await at.run();
    await at.ctx.db.dailyMessage.delete({ where: { id: messageId } });
    await at.setTime("2026-11-23T08:00:00Z");
    await at.run();
    expect(await at.sent()).toHaveLength(2);
    await at.setTime("2026-11-23T13:00:00Z");
    await at.run();
    expect(await at.sent()).toHaveLength(2);
  });

  it("of two posts carries the one created last", async () => {
    await at.addMessage(date, "Words");
    await at.addPost(date, "a1", "Older post");
    await at.ctx.db.post.create({
      data: {
        slug: "b2",
        title: "Newer post",
        localDate: toDatabaseDate(date),
        content: "x",
        readTime: 1,
        createdAt: new Date("2026-11-02"),
      },
    });
    await at.addReader({ smsEnabled: true });
    await at.setTime("2026-11-23T13:00:00Z");
    await at.run();
    expect((await at.sent("email"))[0]?.subject).toBe("Newer post");
    expect((await at.sent("sms"))[0]?.text).toBe("Words\nhttp://localhost:3000/r/b2");
  });

  it("survives emoji, right-to-left text and an empty post", async () => {
    const message = "صباح الخير 📈 שלום";
    await at.addMessage(date, message);
    const postId = await at.addPost(date, "e1");
    await at.ctx.db.post.update({ where: { id: postId }, data: { content: "" } });
    await at.addReader({ smsEnabled: true });
    await at.setTime("2026-11-23T13:00:00Z");
    await at.run();
    expect((await at.sent("sms"))[0]?.text).toBe(`${message}\nhttp://localhost:3000/r/e1`);
    expect((await at.sent("email"))[0]?.text).toContain(message);
  });
});

describe("a date without an active message", () => {
  it("warns the evening before and at the hour, once each, and sends nothing", async () => {
    await at.addReader({ timezone: "Europe/London" });
    await at.setTime("2026-11-22T17:59:00Z");
    await at.run();
    expect(await at.alerts()).toEqual([]);
    expect(await problems()).not.toContain("not_ready");
    await at.setTime("2026-11-22T18:00:00Z");
    await at.run();
    await at.run();
    expect(await problems()).toContain("not_ready");
    await at.setTime("2026-11-23T08:00:00Z");
    await at.run();
    await at.run();
    expect((await at.alerts()).map((each) => each.subject)).toEqual([
      "No briefing for 2026-11-23 yet",
      "No briefing goes out for 2026-11-23",
    ]);
    await at.setTime("2026-11-23T10:00:00Z");
    await at.run();
    expect(await at.sent()).toEqual([]);
    expect(await problems()).toContain("no_message");
  });

  it("still goes out when the message is activated at 8:03, and not at 10:01", async () => {
    await at.addReader({ timezone: "Europe/London" });
    await at.addReader({ timezone: "America/New_York" });
    await at.setTime("2026-11-23T08:00:00Z");
    await at.run();
    await at.setTime("2026-11-23T10:00:30Z");
    await at.run();
    await at.ctx.db.dailyMessage.create({
      data: {
        localDate: toDatabaseDate(date),
        message: "Late words",
        createdAt: at.ctx.clock.now(),
      },
    });
    await at.setTime("2026-11-23T10:01:00Z");
    await at.run();
    expect(await at.sent()).toEqual([]);
    const slot = await at.ctx.db.deliverySlot.findFirstOrThrow({
      where: { timezone: "Europe/London", channel: "email" },
    });
    expect(slot.closedAt).not.toBeNull();

    await at.setTime("2026-11-23T13:03:00Z");
    await at.run();
    expect(await at.sent("email")).toHaveLength(1);
  });
});

describe("an outage", () => {
  it("from 7:55 to 8:20: everybody is served at 8:20", async () => {
    await at.addMessage(date);
    await at.addReader({ smsEnabled: true });
    await at.setTime("2026-11-23T13:20:00Z");
    await at.run();
    expect(await at.sent()).toHaveLength(2);
  });

  it("from 7:00 to 11:00: the day is closed, each row says so, and the operator is told once", async () => {
    await at.addMessage(date);
    await at.addReader({ smsEnabled: true });
    await at.addReader({});
    await at.setTime("2026-11-23T16:00:00Z");
    await at.run();
    await at.run();
    expect(await at.sent()).toEqual([]);
    const { channels } = await getBriefingStatus(at.ctx, date);
    expect(channels.email).toMatchObject({ planned: 2, accepted: 0, missed: { not_attempted: 2 } });
    expect(channels.sms).toMatchObject({ planned: 1, missed: { not_attempted: 1 } });
    expect(await problems()).toContain("missed");
    expect(await at.alerts()).toHaveLength(1);

    await at.addMessage("2026-11-24");
    await at.setTime("2026-11-24T13:00:00Z");
    await at.run();
    expect(await at.sent()).toHaveLength(3);
  });
});

describe("health of delivery", () => {
  it("holds while a worker lives, the next briefing is ready and nothing is late", async () => {
    await at.addMessage(date);
    await at.addReader({});
    await at.setTime("2026-11-22T20:00:00Z");
    await at.ctx.db.$executeRaw`UPDATE workers SET heartbeat_at = now()`;
    expect(await problems()).toEqual([]);
    await at.ctx.db.$executeRaw`UPDATE workers SET heartbeat_at = now() - interval '1 minute'`;
    expect(await problems()).toEqual(["no_worker"]);
  });

  it("says what is due and not sent", async () => {
    await at.addMessage(date);
    await at.addReader({});
    await at.fault({ provider: "postmark", mode: "rate-limit" });
    await at.setTime("2026-11-23T13:00:01Z");
    await at.run();
    expect(await problems()).toContain("unsent");
  });
});
