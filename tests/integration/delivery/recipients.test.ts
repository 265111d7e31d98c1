import { beforeEach, describe, expect, it } from "vitest";
import { isEntitled } from "@/lib/domain/billing/entitlement";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eightInNewYork = "2026-11-23T13:00:00Z";
const eightInLosAngeles = "2026-11-23T16:00:00Z";

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
});

async function recipients(channel: "email" | "sms"): Promise<string[]> {
  return (await harness.sent(channel)).map((each) => each.to).toSorted();
}

async function planNewYork(): Promise<void> {
  await harness.setTime(eightInNewYork);
  for (const channel of ["email", "sms"] as const) {
    await planSlot(harness.ctx, slotOf(date, "America/New_York", channel, 15));
  }
}

describe("between planning and sending", () => {
  it("leaves out everyone who stopped it in any way, with the reason", async () => {
    const people = {
      stays: await harness.addSubscriber({ email: "stays@example.com", smsEnabled: true }),
      cancels: await harness.addSubscriber({ smsEnabled: true }),
      switchesOff: await harness.addSubscriber({ smsEnabled: true }),
      bounces: await harness.addSubscriber({ email: "Bounces@Example.com" }),
      complains: await harness.addSubscriber({ email: "complains@example.com" }),
      saysStop: await harness.addSubscriber({
        phone: "+14155559001",
        smsEnabled: true,
        emailEnabled: false,
      }),
      deletes: await harness.addSubscriber({}),
    };
    await planNewYork();
    const { db } = harness.ctx;
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
    await harness.run();

    expect(await recipients("email")).toEqual(["stays@example.com"]);
    expect(await recipients("sms")).toHaveLength(1);
    const { channels } = await getBriefingStatus(harness.ctx, date);
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

  it("sends to everyone who is entitled and no one else", async () => {
    const later = new Date("2026-12-01T00:00:00Z");
    const earlier = new Date("2026-11-01T00:00:00Z");
    await harness.addSubscriber({ email: "trialing@example.com", status: "trialing" });
    await harness.addSubscriber({ email: "active@example.com", status: "active" });
    await harness.addSubscriber({ email: "past-due@example.com", status: "past_due" });
    await harness.addSubscriber({
      email: "paid-until@example.com",
      status: "canceled",
      accessEndsAt: later,
    });
    await harness.addSubscriber({
      email: "ended@example.com",
      status: "canceled",
      accessEndsAt: earlier,
    });
    await harness.addSubscriber({ email: "gone@example.com", status: "canceled" });
    await harness.addSubscriber({ email: "paused@example.com", status: "paused" });
    await harness.addSubscriber({
      email: "stopped@example.com",
      status: "active",
      stoppedAt: earlier,
    });
    await harness.setTime(eightInNewYork);
    await harness.run();
    expect(await recipients("email")).toEqual([
      "active@example.com",
      "paid-until@example.com",
      "past-due@example.com",
      "trialing@example.com",
    ]);
  });

  it("texts a number once when several accounts share it", async () => {
    await harness.addSubscriber({ phone: "+14155559002", smsEnabled: true });
    await harness.addSubscriber({ phone: "+14155559002", smsEnabled: true });
    await harness.addSubscriber({
      phone: "+14155559002",
      smsEnabled: true,
      timezone: "America/Chicago",
    });
    await harness.setTime(eightInNewYork);
    await harness.runUntilFinished(date);
    await harness.setTime("2026-11-23T14:00:00Z");
    await harness.runUntilFinished(date);
    expect(await recipients("sms")).toEqual(["+14155559002"]);
    const { sms } = (await getBriefingStatus(harness.ctx, date)).channels;
    expect(sms).toMatchObject({ planned: 3, accepted: 1, excluded: { same_number: 2 } });
  });
});

describe("a subscriber who changes time zone", () => {
  it("westward before the text gets it once, at eight in the new zone", async () => {
    const id = await harness.addSubscriber({ email: "west@example.com", smsEnabled: true });
    await harness.setTime("2026-11-23T12:45:00Z");
    await harness.run();
    expect(await recipients("email")).toEqual(["west@example.com"]);
    await planNewYork();
    await harness.ctx.db.subscriber.update({
      where: { id },
      data: { timezone: "America/Los_Angeles" },
    });
    await harness.run();
    expect(await recipients("sms")).toEqual([]);
    await harness.setTime(eightInLosAngeles);
    await harness.run();
    expect(await recipients("sms")).toHaveLength(1);
    expect(await recipients("email")).toEqual(["west@example.com"]);
  });

  it("just after eight gets no second briefing that day", async () => {
    const id = await harness.addSubscriber({ smsEnabled: true });
    await harness.setTime("2026-11-23T13:01:00Z");
    await harness.run();
    await harness.ctx.db.subscriber.update({
      where: { id },
      data: { timezone: "America/Los_Angeles" },
    });
    await harness.setTime(eightInLosAngeles);
    await harness.run();
    expect(await harness.sent()).toHaveLength(2);
  });

  it("to a zone whose window is over still gets it at the planned time", async () => {
    const id = await harness.addSubscriber({ email: "east@example.com" });
    await planNewYork();
    await harness.ctx.db.subscriber.update({ where: { id }, data: { timezone: "Europe/London" } });
    await harness.run();
    expect(await recipients("email")).toEqual(["east@example.com"]);
  });
});

describe("someone who subscribes during delivery", () => {
  it("gets the day's briefing while the window is open", async () => {
    await harness.setTime(eightInNewYork);
    await harness.run();
    await harness.addSubscriber({ email: "late@example.com" });
    await harness.setTime("2026-11-23T13:30:00Z");
    await harness.run();
    expect(await recipients("email")).toEqual(["late@example.com"]);
  });
});

describe("is_entitled", () => {
  it("gives the same answer in SQL and TypeScript for every combination", async () => {
    const now = new Date(eightInNewYork);
    const dates = [null, new Date(now.getTime() - 1_000), now, new Date(now.getTime() + 1_000)];
    const statuses = ["trialing", "active", "past_due", "paused", "canceled"];
    const subscriberId = await harness.addSubscriber({});
    await harness.ctx.db.subscription.deleteMany();
    const all = statuses.flatMap((status) =>
      dates.flatMap((cancelAt) =>
        dates.flatMap((accessEndsAt) =>
          [null, now].flatMap((stoppedAt) =>
            [null, "chargeback", "repeat_trial"].map((endReason) => {
              const at = endReason && now;
              const request = { endReason, endRequestedAt: at, endNextAttemptAt: at };
              return { status, cancelAt, accessEndsAt, stoppedAt, ...request };
            }),
          ),
        ),
      ),
    );
    await harness.ctx.db.subscription.createMany({
      data: all.map((each) => ({ ...each, subscriberId })),
    });
    const rows = await harness.ctx.db.$queryRaw<
      {
        status: string;
        cancelAt: Date | null;
        accessEndsAt: Date | null;
        stoppedAt: Date | null;
        endReason: string | null;
        entitled: boolean;
      }[]
    >`SELECT status, cancel_at AS "cancelAt", access_ends_at AS "accessEndsAt",
        stopped_at AS "stoppedAt", end_reason AS "endReason",
        coalesce(is_entitled(s, ${now}), false) AS entitled
      FROM subscriptions s`;
    expect(rows).toHaveLength(480);
    for (const row of rows) expect([row, isEntitled(row, now)]).toEqual([row, row.entitled]);
  });
});
