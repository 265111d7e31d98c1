import { beforeAll, describe, expect, test } from "vitest";
import { eraseAccount } from "@/lib/domain/erasure/erase-account";
import { exportData } from "@/lib/domain/account/export-data";
import { startApi } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const at = useForFile(() => startApi({ now: "2026-11-20T12:00:00Z" }));
let victimId: number;
let attackerId: number;

const victim = { email: "Victim@example.com", phone: "+14155550177" };

/** Someone who entered another subscriber's address at checkout, and their number without consent. */
beforeAll(async () => {
  const { db } = at.ctx;
  ({ id: victimId } = await db.subscriber.create({
    data: { ...victim, smsConsentAt: at.ctx.clock.now() },
  }));
  const paddle = { paddleCustomerId: "ctm_other", paddleSubscriptionId: "sub_other" };
  await db.paddleCustomer.create({
    data: {
      id: "ctm_other",
      email: "victim@example.com",
      occurredAt: at.ctx.clock.now(),
      eventId: "evt_1",
    },
  });
  ({ id: attackerId } = await db.subscriber.create({
    data: {
      email: "attacker@example.com",
      paymentEmail: "victim@example.com",
      phone: victim.phone,
      subscriptions: { create: { status: "canceled", ...paddle } },
    },
  }));
  const event = { month: new Date("2026-11-01"), receivedAt: at.ctx.clock.now() };
  await db.webhookEvent.createMany({
    data: [
      {
        ...event,
        source: "postmark",
        eventId: "open-1",
        kind: "Open",
        payload: { Recipient: "victim@example.com", Geo: { IP: "198.51.100.7" } },
      },
      {
        ...event,
        source: "twilio",
        eventId: "text-1",
        kind: "inbound",
        payload: { From: victim.phone, Body: "My new address is Elm Street 1" },
      },
    ],
  });
  await db.auditEvent.createMany({
    data: ["email:victim@example.com", `sms:${victim.phone}`].map((subject) => ({
      at: at.ctx.clock.now(),
      actor: "admin:dana",
      action: "suppression.lifted",
      subject,
      detail: { why: "called us" },
    })),
  });
});

const countAbout = async () => [
  await at.ctx.db.webhookEvent.count({ where: { eventId: { in: ["open-1", "text-1"] } } }),
  await at.ctx.db.auditEvent.count({ where: { action: "suppression.lifted" } }),
];

test("an export has nothing about another subscriber whose addresses someone entered", async () => {
  const data = JSON.stringify(await exportData(at.ctx, attackerId));
  expect(data).not.toMatch(/198\.51\.100\.7|Elm Street|called us/);
  const own = JSON.stringify(await exportData(at.ctx, victimId));
  expect(own).toMatch(/198\.51\.100\.7.*Elm Street/s);
});

test("a number that was typed during onboarding, without consent, reveals nothing about it", async () => {
  const { db, clock } = at.ctx;
  const stranger = "+14155550188";
  const { id } = await db.subscriber.create({
    data: {
      email: "curious@example.com",
      onboarding: { create: { uid: "uid_curious", phone: stranger } },
    },
  });
  await db.suppression.create({
    data: { channel: "sms", address: stranger, reason: "stop", source: "twilio" },
  });
  await db.webhookEvent.create({
    data: {
      month: new Date("2026-11-01"),
      receivedAt: clock.now(),
      source: "twilio",
      eventId: "text-2",
      kind: "inbound",
      payload: { From: stranger, Body: "Stop, I moved to Oak Street 2" },
    },
  });
  const data = await exportData(at.ctx, id);
  expect(data.onboarding).toMatchObject([{ phone: stranger }]);
  expect(data).toMatchObject({ suppressions: [], reports: [] });
  await eraseAccount(at.ctx, id);
  expect(await db.webhookEvent.deleteMany({ where: { eventId: "text-2" } })).toEqual({ count: 1 });
});

describe("a number that was consented to without a code", () => {
  const now = () => at.ctx.clock.now();

  /** Someone who consented to texts to a number during onboarding. */
  async function consent(email: string, phone: string): Promise<number> {
    const { id } = await at.ctx.db.subscriber.create({
      data: {
        email,
        phone,
        smsConsentAt: now(),
        createdAt: now(),
        consents: { create: { kind: "sms", wording: "I agree", phone, grantedAt: now() } },
      },
    });
    return id;
  }

  /** What changing to a number with a code leaves. */
  async function prove(subscriberId: number, phone: string): Promise<void> {
    await at.ctx.db.notice.create({
      data: {
        key: `phone_changed:${subscriberId}`,
        kind: "phone_changed",
        subscriberId,
        recipient: "anyone@example.com",
        detail: { phone },
      },
    });
  }

  async function addText(phone: string): Promise<void> {
    await at.ctx.db.webhookEvent.create({
      data: {
        month: new Date("2026-11-01"),
        receivedAt: now(),
        source: "twilio",
        eventId: `text-${phone}`,
        kind: "inbound",
        payload: { From: phone, Body: "I moved" },
      },
    });
  }

  const reportsOf = async (id: number) => (await exportData(at.ctx, id)).reports.length;
  const countTexts = (phone: string) =>
    at.ctx.db.webhookEvent.count({ where: { eventId: `text-${phone}` } });

  test("is theirs while nobody else has consented to it", async () => {
    const phone = "+14155550191";
    const id = await consent("alone@example.com", phone);
    await addText(phone);
    expect(await reportsOf(id)).toBe(1);
    await eraseAccount(at.ctx, id);
    expect(await countTexts(phone)).toBe(0);
  });

  test("reveals and deletes nothing about someone else who consented to it", async () => {
    const phone = "+14155550192";
    const owner = await consent("owner2@example.com", phone);
    const other = await consent("other2@example.com", phone);
    await addText(phone);
    expect([await reportsOf(owner), await reportsOf(other)]).toEqual([0, 0]);
    await eraseAccount(at.ctx, other);
    expect(await countTexts(phone)).toBe(1);
  });

  test("is the other's who confirmed it with a code", async () => {
    const phone = "+14155550193";
    const owner = await consent("owner3@example.com", phone);
    const other = await consent("other3@example.com", phone);
    await prove(owner, phone);
    await addText(phone);
    expect([await reportsOf(owner), await reportsOf(other)]).toEqual([1, 0]);
    await eraseAccount(at.ctx, other);
    expect(await countTexts(phone)).toBe(1);
    await eraseAccount(at.ctx, owner);
    expect(await countTexts(phone)).toBe(0);
  });

  test("reveals nothing once the other's account is deleted", async () => {
    const phone = "+14155550194";
    const owner = await consent("owner4@example.com", phone);
    const other = await consent("other4@example.com", phone);
    await addText(phone);
    await at.ctx.db.subscriber.update({
      where: { id: other },
      data: { createdAt: new Date("2026-11-19T12:00:00Z") },
    });
    await eraseAccount(at.ctx, owner);
    const { reports, earlierConsents } = await exportData(at.ctx, other);
    expect({ reports, earlierConsents }).toEqual({ reports: [], earlierConsents: [] });
  });

  test("shows a returning subscriber's reports, but earlier consents only with a code", async () => {
    const phone = "+14155550195";
    await eraseAccount(at.ctx, await consent("before5@example.com", phone));
    const id = await consent("again5@example.com", phone);
    await addText(phone);
    const { reports, earlierConsents } = await exportData(at.ctx, id);
    expect([reports.length, earlierConsents.length]).toEqual([1, 0]);
    await prove(id, phone);
    expect((await exportData(at.ctx, id)).earlierConsents).toHaveLength(1);
  });
});

test("an erasure deletes nothing about another subscriber", async () => {
  expect(await countAbout()).toEqual([2, 2]);
  await eraseAccount(at.ctx, attackerId);
  expect(await countAbout()).toEqual([2, 2]);
  await eraseAccount(at.ctx, victimId);
  expect(await countAbout()).toEqual([0, 0]);
});
