import { beforeEach, describe, expect, it } from "vitest";
import { eraseAccount } from "@/lib/domain/erasure/erase-account";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { setChannelSwitch } from "@/lib/domain/contact/channel-switch";
import { suppress, type SuppressionReason } from "@/lib/domain/contact/suppressions";
import { applyInboundText } from "@/lib/domain/contact/texts/inbound-text";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { moveDeliveries } from "@/lib/domain/delivery/subscriber/subscriber-deliveries";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";
const email = "Reader@Example.com";
const phone = "+14155559400";

const harness = useForFile(startDelivery);
let messageId: number;
let postId: number;

beforeEach(async () => {
  await harness.reset();
  messageId = await harness.addMessage(date, "First words");
  postId = await harness.addPost(date, "a1", "First title");
  await harness.setTime(eight);
});

it("a purchase that is merged while its row is planned keeps the row, and can be merged later", async () => {
  const { db } = harness.ctx;
  const fromId = await harness.addSubscriber();
  const intoId = await harness.addSubscriber({ emailEnabled: false });
  await plan();
  const ids = { fromId, intoId };
  expect(await db.$transaction((tx) => moveDeliveries(tx, ids))).toBe(false);
  const row = { subscriberId: fromId, channel: "email" } as const;
  expect(await db.delivery.findFirst({ where: row })).toMatchObject({ state: "pending" });
  await harness.runUntilFinished(date);
  expect(await db.$transaction((tx) => moveDeliveries(tx, ids))).toBe(true);
  const moved = { subscriberId: intoId, channel: "email" } as const;
  expect(await db.delivery.findFirst({ where: moved })).toMatchObject({ state: "accepted" });
});

async function plan(): Promise<void> {
  for (const channel of ["email", "sms"] as const) {
    await planSlot(harness.ctx, slotOf(date, "America/New_York", channel, 15));
  }
}

const subscription = (subscriberId: number, data: { status?: string; stoppedAt?: Date }) =>
  harness.ctx.db.subscription.updateMany({ where: { subscriberId }, data });

const reportEmail = (reason: SuppressionReason) =>
  harness.ctx.db.$transaction((tx) => {
    const occurredAt = harness.ctx.clock.now();
    const address = email.toLowerCase();
    return suppress(
      harness.ctx,
      tx,
      { channel: "email", address, source: "postmark", occurredAt },
      reason,
    );
  });

describe("between planning and sending", () => {
  it.each<[string, (id: number) => Promise<unknown>, { email: string; sms: string }]>([
    [
      "unsubscribes",
      (id) => setChannelSwitch(harness.ctx, id, "email", false, "one_click"),
      { email: "channel_off", sms: "accepted" },
    ],
    [
      "replies STOP",
      () =>
        harness.ctx.db.$transaction((tx) =>
          applyInboundText(harness.ctx, tx, {
            eventId: "",
            from: phone,
            body: "Stop",
            handledAs: null,
          }),
        ),
      { email: "accepted", sms: "stop" },
    ],
    ["bounces", () => reportEmail("hard_bounce"), { email: "hard_bounce", sms: "accepted" }],
    [
      "complains",
      () => reportEmail("spam_complaint"),
      { email: "spam_complaint", sms: "accepted" },
    ],
    [
      "cancels with immediate effect",
      (id) => subscription(id, { stoppedAt: new Date(eight) }),
      { email: "not_entitled", sms: "not_entitled" },
    ],
    [
      "can’t be charged, which is tried again",
      (id) => subscription(id, { status: "past_due" }),
      { email: "accepted", sms: "accepted" },
    ],
    [
      "can’t be charged any longer",
      (id) => subscription(id, { status: "paused" }),
      { email: "not_entitled", sms: "not_entitled" },
    ],
    [
      "deletes the account",
      async (id) => {
        await subscription(id, { stoppedAt: new Date(eight) });
        await eraseAccount(harness.ctx, id);
      },
      { email: "account_deleted", sms: "account_deleted" },
    ],
  ])("someone who %s gets what is still due", async (_, change, expected) => {
    const id = await harness.addSubscriber({ email, phone, smsEnabled: true });
    await plan();
    await change(id);
    await harness.runUntilFinished(date);
    const rows = await harness.ctx.db.delivery.findMany();
    const outcomes = rows.map(({ channel, state, reason }) => [channel, reason ?? state]);
    expect(Object.fromEntries(outcomes)).toEqual(expected);
    const accepted = Object.values(expected).filter((outcome) => outcome === "accepted");
    const sent = await harness.sent();
    expect(sent.filter((each) => each.to === phone || each.to === email)).toHaveLength(
      accepted.length,
    );
  });

  it.each<[string, () => Promise<unknown>, { message: string | null; title: string | null }]>([
    [
      "edited",
      () =>
        harness.ctx.db.dailyMessage.update({
          where: { id: messageId },
          data: { message: "Second words" },
        }),
      { message: "Second words", title: "First title" },
    ],
    [
      "turned off",
      () =>
        harness.ctx.db.dailyMessage.update({
          where: { id: messageId },
          data: { isActive: false },
        }),
      { message: null, title: null },
    ],
    [
      "deleted",
      () => harness.ctx.db.dailyMessage.delete({ where: { id: messageId } }),
      { message: null, title: null },
    ],
    [
      "left without its post",
      () =>
        harness.ctx.db.post.update({
          where: { id: postId },
          data: { deletedAt: harness.ctx.clock.now() },
        }),
      { message: "First words", title: null },
    ],
  ])("a message that is %s changes only what later zones get", async (_, change, later) => {
    await harness.addSubscriber({ email: "ny@example.com", smsEnabled: true });
    await harness.addSubscriber({
      email: "la@example.com",
      smsEnabled: true,
      timezone: "America/Los_Angeles",
    });
    await plan();
    await change();
    await harness.runUntilFinished(date);
    const first = await harness.sent();
    expect(first.map(({ channel }) => channel).toSorted()).toEqual(["email", "sms"]);
    for (const { channel, subject, text } of first) {
      expect(text).toContain("First words");
      expect(channel === "sms" ? text : subject).toContain(
        channel === "sms" ? "/r/a1" : "First title",
      );
    }
    await harness.setTime("2026-11-23T16:00:00Z");
    await harness.runUntilFinished(date);
    const second = (await harness.sent()).slice(first.length);
    expect(second).toHaveLength(later.message === null ? 0 : 2);
    for (const { channel, subject, text } of second) {
      expect(text).toContain(later.message);
      const hasPost = channel === "sms" ? text.includes("/r/a1") : subject === "First title";
      expect(hasPost).toBe(later.title !== null);
    }
  });

  it("texts as long as the longest message, with a link, are sent whole", async () => {
    const message = "x".repeat(1_560);
    await harness.ctx.db.dailyMessage.update({ where: { id: messageId }, data: { message } });
    await harness.addSubscriber({ phone, smsEnabled: true, emailEnabled: false });
    await harness.runUntilFinished(date);
    const [text] = await harness.sent("sms");
    expect(text?.text).toBe(`${message}\nhttp://localhost:3000/r/a1`);
  });

  // Twilio accepts no text of the day, so it might be our account: the operator is told at once.
  it("a message that is too long for a text is missed with its reason, and emails are sent", async () => {
    const message = "x".repeat(1_700);
    await harness.ctx.db.dailyMessage.update({ where: { id: messageId }, data: { message } });
    for (let each = 0; each < 3; each += 1) await harness.addSubscriber({ smsEnabled: true });
    await harness.run();
    await harness.run();
    expect((await harness.sent("email"))[0]?.text).toContain(message);
    expect((await harness.alerts()).map(({ text }) => text)).toEqual([
      expect.stringContaining("21617"),
    ]);
    await harness.setTime("2026-11-23T15:00:00Z");
    await harness.runUntilFinished(date);
    expect(await harness.sent("sms")).toEqual([]);
    const { sms } = (await getBriefingStatus(harness.ctx, date)).channels;
    expect(sms).toMatchObject({ accepted: 0, pending: 0, missed: { provider_rejecting: 3 } });
  });
});
