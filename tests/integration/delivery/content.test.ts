import { Client } from "pg";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { toDatabaseDate } from "@/lib/calendar/days";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { waitUntilBlocked } from "@/tests/support/blocked-connections";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";

const harness = useForFile(startDelivery);

beforeEach(() => harness.reset());

async function problems(): Promise<string[]> {
  return (await listDeliveryProblems(harness.ctx)).map((problem) => problem.code);
}

describe("the content of a date", () => {
  it("is frozen for zones that have started, and an edit reaches the zones that have not", async () => {
    const messageId = await harness.addMessage(date, "First words");
    await harness.addSubscriber({ timezone: "Europe/London", smsEnabled: true });
    await harness.addSubscriber({ timezone: "America/New_York", smsEnabled: true });
    await harness.setTime("2026-11-23T07:45:00Z");
    await harness.run();
    await harness.ctx.db.dailyMessage.update({
      where: { id: messageId },
      data: { message: "Second words" },
    });
    await harness.setTime("2026-11-23T08:00:00Z");
    await harness.run();
    await harness.setTime("2026-11-23T13:00:00Z");
    await harness.run();
    expect((await harness.sent("sms")).map((each) => each.text)).toEqual([
      "First words",
      "Second words",
    ]);
    const editions = await harness.ctx.db.edition.findMany({ orderBy: { number: "asc" } });
    expect(editions.map((each) => [each.number, each.smsText])).toEqual([
      [1, "First words"],
      [2, "Second words"],
    ]);
    const deliveries = await harness.ctx.db.delivery.findMany({ orderBy: { editionId: "asc" } });
    expect(deliveries.map((each) => [each.timezone, each.editionId])).toEqual([
      ["Europe/London", editions[0]?.id],
      ["Europe/London", editions[0]?.id],
      ["America/New_York", editions[1]?.id],
      ["America/New_York", editions[1]?.id],
    ]);
  });

  it("includes an edit that is being saved when the slot opens", async () => {
    await harness.addMessage(date, "First words");
    await harness.addPost(date, "a1", "First title");
    await harness.addSubscriber({ smsEnabled: true });
    const { ctx, variables } = harness;
    const editor = new Client({ connectionString: variables["DATABASE_URL"] });
    await editor.connect();
    await editor.query(`BEGIN; UPDATE daily_messages SET message = 'Second words';
      UPDATE posts SET title = 'Second title'`);
    await harness.setTime("2026-11-23T12:45:00Z");
    const run = harness.run();
    try {
      await waitUntilBlocked(ctx.db);
    } finally {
      await editor.query("COMMIT");
      await editor.end();
    }
    await run;
    await harness.setTime("2026-11-23T13:00:00Z");
    await harness.runUntilFinished(date);
    expect((await harness.sent("email"))[0]?.subject).toBe("Second title");
    expect((await harness.sent("sms"))[0]?.text).toMatch(/^Second words/);
  });

  it("is frozen as a whole: an edit waits until the zone has its edition", async () => {
    await harness.addMessage(date, "First words");
    await harness.addPost(date, "a1", "First title");
    const { ctx } = harness;
    // Without what tells public pages about changes: deliveries have a lock for it.
    const setPageTriggers = (state: "ENABLE" | "DISABLE") =>
      ctx.db.$transaction(
        ["posts", "daily_messages"].map((table) =>
          ctx.db.$executeRawUnsafe(`ALTER TABLE ${table} ${state} TRIGGER ${table}_page_version`),
        ),
      );
    await setPageTriggers("DISABLE");
    onTestFinished(() => setPageTriggers("ENABLE").then(() => undefined));
    const edit = async () => {
      await ctx.db.$transaction([
        ctx.db.dailyMessage.updateMany({ data: { message: "Second words" } }),
        ctx.db.post.updateMany({ data: { title: "Second title" } }),
      ]);
      return ctx.db.deliverySlot.count();
    };
    let edited: Promise<number> | undefined;
    const render: typeof ctx.briefing.render = async (...input) => {
      edited ??= edit();
      await Promise.race([edited, waitUntilBlocked(ctx.db)]);
      return ctx.briefing.render(...input);
    };
    await harness.setTime("2026-11-23T13:00:00Z");
    await planSlot({ ...ctx, briefing: { render } }, slotOf(date, "America/New_York", "email", 15));
    expect(await edited).toBe(1);
    const [edition] = await ctx.db.edition.findMany();
    expect(edition).toMatchObject({ emailSubject: "First title" });
    expect(edition?.smsText).toMatch(/^First words/);
  });

  it("deleting the message during delivery stops it for the zones that have not started", async () => {
    const messageId = await harness.addMessage(date);
    await harness.addSubscriber({ timezone: "Europe/London", smsEnabled: true });
    await harness.addSubscriber({ timezone: "America/New_York" });
    await harness.setTime("2026-11-23T07:45:00Z");
    await harness.run();
    await harness.ctx.db.dailyMessage.delete({ where: { id: messageId } });
    await harness.setTime("2026-11-23T08:00:00Z");
    await harness.run();
    expect(await harness.sent()).toHaveLength(2);
    await harness.setTime("2026-11-23T13:00:00Z");
    await harness.run();
    expect(await harness.sent()).toHaveLength(2);
  });

  it("includes the newer of two posts", async () => {
    await harness.addMessage(date, "Words");
    await harness.addPost(date, "a1", "Older post");
    await harness.ctx.db.post.create({
      data: {
        slug: "b2",
        title: "Newer post",
        localDate: toDatabaseDate(date),
        content: "x",
        readTime: 1,
        createdAt: new Date("2026-11-02"),
      },
    });
    await harness.addSubscriber({ smsEnabled: true });
    await harness.setTime("2026-11-23T13:00:00Z");
    await harness.run();
    expect((await harness.sent("email"))[0]?.subject).toBe("Newer post");
    expect((await harness.sent("sms"))[0]?.text).toBe("Words\nhttp://localhost:3000/r/b2");
  });

  it("can contain emoji, right-to-left text, and an empty post", async () => {
    const message = "صباح الخير 📈 שלום";
    await harness.addMessage(date, message);
    const postId = await harness.addPost(date, "e1");
    await harness.ctx.db.post.update({ where: { id: postId }, data: { content: "" } });
    await harness.addSubscriber({ smsEnabled: true });
    await harness.setTime("2026-11-23T13:00:00Z");
    await harness.run();
    expect((await harness.sent("sms"))[0]?.text).toBe(`${message}\nhttp://localhost:3000/r/e1`);
    expect((await harness.sent("email"))[0]?.text).toContain(message);
  });
});

describe("a date without an active message", () => {
  it("alerts the operator once the evening before and once at delivery time, and sends nothing", async () => {
    await harness.addSubscriber({ timezone: "Europe/London" });
    await harness.setTime("2026-11-22T17:59:00Z");
    await harness.run();
    expect(await harness.alerts()).toEqual([]);
    expect(await problems()).not.toContain("not_ready");
    await harness.setTime("2026-11-22T18:00:00Z");
    await harness.run();
    await harness.run();
    expect(await problems()).toContain("not_ready");
    await harness.setTime("2026-11-23T08:00:00Z");
    await harness.run();
    await harness.run();
    expect((await harness.alerts()).map((each) => each.subject)).toEqual([
      "No briefing for Monday, November 23 yet",
      "No briefing is being sent for Monday, November 23",
    ]);
    await harness.setTime("2026-11-23T10:00:00Z");
    await harness.run();
    expect(await harness.sent()).toEqual([]);
    expect(await problems()).toContain("no_message");
  });

  it("is sent when the message is activated at 8:03, but not at 10:01", async () => {
    await harness.addSubscriber({ timezone: "Europe/London" });
    await harness.addSubscriber({ timezone: "America/New_York" });
    await harness.setTime("2026-11-23T08:00:00Z");
    await harness.run();
    await harness.setTime("2026-11-23T10:00:30Z");
    await harness.run();
    await harness.ctx.db.dailyMessage.create({
      data: {
        localDate: toDatabaseDate(date),
        message: "Late words",
        createdAt: harness.ctx.clock.now(),
      },
    });
    await harness.setTime("2026-11-23T10:01:00Z");
    await harness.run();
    expect(await harness.sent()).toEqual([]);
    const slot = await harness.ctx.db.deliverySlot.findFirstOrThrow({
      where: { timezone: "Europe/London", channel: "email" },
    });
    expect(slot.closedAt).not.toBeNull();

    await harness.setTime("2026-11-23T13:03:00Z");
    await harness.run();
    expect(await harness.sent("email")).toHaveLength(1);
  });
});

describe("an outage", () => {
  it("from 7:55 to 8:20 delays everything until 8:20", async () => {
    await harness.addMessage(date);
    await harness.addSubscriber({ smsEnabled: true });
    await harness.setTime("2026-11-23T13:20:00Z");
    await harness.run();
    expect(await harness.sent()).toHaveLength(2);
  });

  it("from 7:00 to 11:00 closes the date as missed and alerts the operator once", async () => {
    await harness.addMessage(date);
    await harness.addSubscriber({ smsEnabled: true });
    await harness.addSubscriber({});
    await harness.setTime("2026-11-23T16:00:00Z");
    await harness.run();
    await harness.run();
    expect(await harness.sent()).toEqual([]);
    const { channels } = await getBriefingStatus(harness.ctx, date);
    expect(channels.email).toMatchObject({ planned: 2, accepted: 0, missed: { not_attempted: 2 } });
    expect(channels.sms).toMatchObject({ planned: 1, missed: { not_attempted: 1 } });
    expect(await problems()).toContain("missed");
    expect(await harness.alerts()).toHaveLength(1);

    await harness.addMessage("2026-11-24");
    await harness.setTime("2026-11-24T13:00:00Z");
    await harness.run();
    expect(await harness.sent()).toHaveLength(3);
  });
});

describe("delivery health", () => {
  it("is fine while a worker is alive, the next briefing is ready, and nothing is late", async () => {
    await harness.addMessage(date);
    await harness.addSubscriber({});
    await harness.setTime("2026-11-22T20:00:00Z");
    await harness.ctx.db.$executeRaw`UPDATE workers SET heartbeat_at = now()`;
    expect(await problems()).toEqual([]);
    await harness.ctx.db.$executeRaw`UPDATE workers SET heartbeat_at = now() - interval '1 minute'`;
    expect(await problems()).toEqual(["no_worker"]);
  });

  it("reports briefings that are due but not sent", async () => {
    await harness.addMessage(date);
    await harness.addSubscriber({});
    await harness.fault({ provider: "postmark", mode: "rate-limit" });
    await harness.setTime("2026-11-23T13:00:01Z");
    await harness.run();
    expect(await problems()).toContain("unsent");
  });
});
