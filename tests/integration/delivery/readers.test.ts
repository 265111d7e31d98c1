import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isEntitled } from "@/lib/domain/billing/entitlement";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const date = "2026-11-23";
const eightInNewYork = "2026-11-23T13:00:00Z";
const eightInLosAngeles = "2026-11-23T16:00:00Z";

let at: DeliveryHarness;

beforeEach(async () => {
  at = await startDelivery();
  await at.addMessage(date);
});
afterEach(() => at.close());

async function recipients(channel: "email" | "sms"): Promise<string[]> {
  return (await at.sent(channel)).map((each) => each.to).toSorted();
}

async function planNewYork(): Promise<void> {
  await at.setTime(eightInNewYork);
  for (const channel of ["email", "sms"] as const) {
    await planSlot(at.ctx, slotOf(date, "America/New_York", channel, 15));
  }
}

describe("between planning and sending", () => {
  it("whoever said stop in any way is left out, with the reason", async () => {
    const people = {
      stays: await at.addReader({ email: "stays@example.com", smsEnabled: true }),
      cancels: await at.addReader({ smsEnabled: true }),
      switchesOff: await at.addReader({ smsEnabled: true }),
      bounces: await at.addReader({ email: "Bounces@Example.com" }),
      complains: await at.addReader({ email: "complains@example.com" }),
      saysStop: await at.addReader({
        phone: "+14155559001",
        smsEnabled: true,
        emailEnabled: false,
      }),
      deletes: await at.addReader({}),
    };
    await planNewYork();
    const { db } = at.ctx;
    await db.subscription.updateMany({
      where: { subscriberId: people.cancels },
      data: { stoppedAt: new Date(eightInNewYork) },
    });
    await db.subscriber.update({
      where: { id: people.switchesOff },
      data: { emailEnabled: false, smsEnabled: false },
    });
    await db.suppression.createMany({
      data: [
        { channel: "email", address: "bounces@example.com", reason: "hard_bounce", source: "test" },
        {
          channel: "email",
          address: "complains@example.com",
          reason: "spam_complaint",
          source: "test",
        },
        { channel: "sms", address: "+14155559001", reason: "stop", source: "test" },
      ],
    });
    await db.subscriber.delete({ where: { id: people.deletes } });
    await at.run();

    expect(await recipients("email")).toEqual(["stays@example.com"]);
    expect(await recipients("sms")).toHaveLength(1);
    const { channels } = await getBriefingStatus(at.ctx, date);
    expect(channels.email).toEqual({
      planned: 6,
      accepted: 1,
      pending: 0,
      excluded: {
        not_entitled: 1,
        channel_off: 1,
        hard_bounce: 1,
        spam_complaint: 1,
        account_deleted: 1,
      },
      failed: {},
      missed: {},
    });
    expect(channels.sms.excluded).toEqual({ not_entitled: 1, channel_off: 1, stop: 1 });
  });

  it("serves everybody who is entitled and nobody else", async () => {
    const later = new Date("2026-12-01T00:00:00Z");
    const earlier = new Date("2026-11-01T00:00:00Z");
    await at.addReader({ email: "trialing@example.com", status: "trialing" });
    await at.addReader({ email: "active@example.com", status: "active" });
    await at.addReader({ email: "past-due@example.com", status: "past_due" });
    await at.addReader({
      email: "paid-until@example.com",
      status: "canceled",
      accessEndsAt: later,
    });
    await at.addReader({ email: "ended@example.com", status: "canceled", accessEndsAt: earlier });
    await at.addReader({ email: "gone@example.com", status: "canceled" });
    await at.addReader({ email: "paused@example.com", status: "paused" });
    await at.addReader({ email: "stopped@example.com", status: "active", stoppedAt: earlier });
    await at.setTime(eightInNewYork);
    await at.run();
    expect(await recipients("email")).toEqual([
      "active@example.com",
      "paid-until@example.com",
      "past-due@example.com",
      "trialing@example.com",
    ]);
  });

  it("texts one number once, however many accounts carry it", async () => {
    await at.addReader({ phone: "+14155559002", smsEnabled: true });
    await at.addReader({ phone: "+14155559002", smsEnabled: true });
    await at.addReader({ phone: "+14155559002", smsEnabled: true, timezone: "America/Chicago" });
    await at.setTime(eightInNewYork);
    await at.run();
    await at.setTime("2026-11-23T14:00:00Z");
    await at.run();
    expect(await recipients("sms")).toEqual(["+14155559002"]);
    const { sms } = (await getBriefingStatus(at.ctx, date)).channels;
    expect(sms).toMatchObject({ planned: 3, accepted: 1, excluded: { same_number: 2 } });
  });
});

describe("a reader who changes timezone", () => {
  it("westward before the text: gets it at eight of the new zone, once", async () => {
    const id = await at.addReader({ email: "west@example.com", smsEnabled: true });
    await at.setTime("2026-11-23T12:45:00Z");
    await at.run();
    expect(await recipients("email")).toEqual(["west@example.com"]);
    await planNewYork();
    await at.ctx.db.subscriber.update({
      where: { id },
      data: { timezone: "America/Los_Angeles" },
    });
    await at.run();
    expect(await recipients("sms")).toEqual([]);
    await at.setTime(eightInLosAngeles);
    await at.run();
    expect(await recipients("sms")).toHaveLength(1);
    expect(await recipients("email")).toEqual(["west@example.com"]);
  });

  it("just after eight: has had the day's briefing and gets no second", async () => {
    const id = await at.addReader({ smsEnabled: true });
    await at.setTime("2026-11-23T13:01:00Z");
    await at.run();
    await at.ctx.db.subscriber.update({
      where: { id },
      data: { timezone: "America/Los_Angeles" },
    });
    await at.setTime(eightInLosAngeles);
    await at.run();
    expect(await at.sent()).toHaveLength(2);
  });

  it("eastward past a morning that is over: still gets it at the hour it was planned for", async () => {
    const id = await at.addReader({ email: "east@example.com" });
    await planNewYork();
    await at.ctx.db.subscriber.update({ where: { id }, data: { timezone: "Europe/London" } });
    await at.run();
    expect(await recipients("email")).toEqual(["east@example.com"]);
  });
});

describe("somebody who subscribes in mid-morning", () => {
  it("gets the day's briefing as long as the window is open", async () => {
    await at.setTime(eightInNewYork);
    await at.run();
    await at.addReader({ email: "late@example.com" });
    await at.setTime("2026-11-23T13:30:00Z");
    await at.run();
    expect(await recipients("email")).toEqual(["late@example.com"]);
  });
});

describe("is_entitled", () => {
  it("says the same in SQL and in TypeScript for every combination", async () => {
    const now = new Date(eightInNewYork);
    const dates = [null, new Date(now.getTime() - 1_000), now, new Date(now.getTime() + 1_000)];
    const statuses = ["trialing", "active", "past_due", "paused", "canceled"];
    const subscriberId = await at.addReader({});
    await at.ctx.db.subscription.deleteMany();
    const all = statuses.flatMap((status) =>
      dates.flatMap((cancelAt) =>
        dates.flatMap((accessEndsAt) =>
          [null, now].map((stoppedAt) => ({ status, cancelAt, accessEndsAt, stoppedAt })),
        ),
      ),
    );
    await at.ctx.db.subscription.createMany({
      data: all.map((each) => ({ ...each, subscriberId })),
    });
    const rows = await at.ctx.db.$queryRaw<
      {
        status: string;
        cancelAt: Date | null;
        accessEndsAt: Date | null;
        stoppedAt: Date | null;
        entitled: boolean;
      }[]
    >`SELECT status, cancel_at AS "cancelAt", access_ends_at AS "accessEndsAt",
        stopped_at AS "stoppedAt", coalesce(is_entitled(s, ${now}), false) AS entitled
      FROM subscriptions s`;
    expect(rows).toHaveLength(160);
    for (const row of rows) expect([row, isEntitled(row, now)]).toEqual([row, row.entitled]);
  });
});
