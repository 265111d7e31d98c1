import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseAccount } from "@/lib/domain/account/erase-account";
import { exportData } from "@/lib/domain/account/export-data";
import { startApi, type ApiHarness } from "@/tests/support/api";

let at: ApiHarness;
let victimId: number;
let attackerId: number;

const victim = { email: "Victim@example.com", phone: "+14155550177" };

/** Someone who entered another subscriber's address at checkout, and their number without consent. */
beforeAll(async () => {
  at = await startApi({ now: "2026-11-20T12:00:00Z" });
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

afterAll(() => at.close());

const countAbout = async () => [
  await at.ctx.db.webhookEvent.count(),
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

test("an erasure deletes nothing about another subscriber", async () => {
  expect(await countAbout()).toEqual([2, 2]);
  await eraseAccount(at.ctx, attackerId);
  expect(await countAbout()).toEqual([2, 2]);
  await eraseAccount(at.ctx, victimId);
  expect(await countAbout()).toEqual([0, 0]);
});
