import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { POST as giveBack } from "@/app/api/admin/missed-days/give-back/route";
import { GET as countItems } from "@/app/api/admin/today/attention/route";
import { POST as see } from "@/app/api/admin/today/attention/seen/route";
import { POST as resume } from "@/app/api/admin/today/resume/route";
import { POST as retry } from "@/app/api/admin/today/retry-reports/route";
import { GET as readToday } from "@/app/api/admin/today/route";
import { GET as listPeople } from "@/app/api/admin/subscribers/route";
import { subscriberPageSchema } from "@/lib/contracts/admin/subscribers";
import { toDatabaseDate } from "@/lib/calendar/days";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { reviewSeen } from "@/lib/domain/today/seen";
import { todaySchema, type TodayView } from "@/lib/contracts/admin/today";
import { provideContext } from "@/lib/http/route/context";
import { startDelivery } from "@/tests/support/delivery";
import { openAdminClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const harness = useForFile(startDelivery);

beforeAll(async () => {
  provideContext(harness.ctx);
});
afterAll(() => {
  provideContext(undefined);
});

beforeEach(async () => {
  await harness.reset();
  await harness.setTime("2026-11-23T12:50:00Z");
});

async function today(role: "owner" | "editor" | "support" = "owner"): Promise<TodayView> {
  const client = await openAdminClient(harness.ctx, role);
  const { status, body } = await client.call(readToday, "GET", "/api/admin/today");
  expect(status).toBe(200);
  return todaySchema.parse(body);
}

const itemOf = ({ attention }: TodayView, kind: string) =>
  attention.find((each) => each.kind === kind);

/** A buyer who paid some hours ago and never completed the sign-up. */
async function addUnfinished(number: number, hoursAgo: number): Promise<number> {
  const { db, clock } = harness.ctx;
  const createdAt = new Date(clock.now().getTime() - hoursAgo * 3_600_000);
  const email = `buyer${number}@example.com`;
  const subscriberId = await harness.addSubscriber({ email, status: "canceled" });
  await db.subscription.deleteMany({ where: { subscriberId } });
  const ids = {
    paddleCustomerId: `ctm_unfinished${number}`,
    paddleSubscriptionId: `sub_unfinished${number}`,
  };
  await db.paddleCustomer.create({
    data: { id: ids.paddleCustomerId, email, occurredAt: createdAt, eventId: "evt" },
  });
  await db.subscription.create({ data: { ...ids, subscriberId, status: "trialing" } });
  await db.onboardingRecord.create({
    data: { ...ids, subscriberId, uid: `uid-${number}`, createdAt },
  });
  return subscriberId;
}

it("links to exactly the people it counts", async () => {
  const reminded = [await addUnfinished(1, 80), await addUnfinished(2, 200)];
  await addUnfinished(3, 2);
  const unreached = await harness.addSubscriber({ emailEnabled: false });
  await harness.addSubscriber({ emailEnabled: false });
  await harness.ctx.db.subscriber.update({
    where: { id: unreached },
    data: { unreachableSince: toDatabaseDate("2026-11-18") },
  });
  const view = await today();
  const client = await openAdminClient(harness.ctx);
  const idsOf = async (kind: string) => {
    const [action] = itemOf(view, kind)?.actions ?? [];
    const query = action?.do === "open" ? action.href.split("?")[1] : "";
    const { body } = await client.call(listPeople, "GET", `/api/admin/subscribers?${query}`);
    const { rows } = subscriberPageSchema.parse(body);
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  };
  expect(itemOf(view, "unfinished_sign_ups")).toMatchObject({ actions: [{ label: "See all 2" }] });
  expect(await idsOf("unfinished_sign_ups")).toEqual(reminded);
  expect(itemOf(view, "unreachable")).toMatchObject({ actions: [{ label: "See who" }] });
  expect(await idsOf("unreachable")).toEqual([unreached]);
});

it("applies a delivery report again that was set aside", async () => {
  const { db } = harness.ctx;
  await harness.addMessage("2026-11-23");
  const id = await harness.addSubscriber({ timezone: "America/New_York" });
  await harness.run();
  await db.webhookEvent.create({
    data: {
      source: "postmark",
      eventId: "Delivery:1",
      month: toDatabaseDate("2026-11-01"),
      kind: "Delivery",
      payload: {},
      report: {
        deliveryId: `email:2026-11-23:${id}`,
        providerMessageId: null,
        status: "delivered",
      },
      problem: "the disk was full",
    },
  });
  expect(itemOf(await today(), "webhook_events")).toMatchObject({
    title: "1 delivery report couldn’t be applied",
    actions: [{ do: "retry_reports", reports: 1 }],
  });
  const editor = await openAdminClient(harness.ctx, "editor");
  const path = "/api/admin/today/retry-reports";
  expect((await editor.call(retry, "POST", path, { json: {} })).status).toBe(403);
  const support = await openAdminClient(harness.ctx, "support");
  expect((await support.call(retry, "POST", path, { json: {} })).body).toEqual({ reports: 1 });
  await applyReports(harness.ctx);
  expect(itemOf(await today(), "webhook_events")).toBeUndefined();
  expect(await db.delivery.findFirst({ where: { subscriberId: id } })).toMatchObject({
    providerStatus: "delivered",
  });
  expect(
    await db.auditEvent.findFirst({ where: { action: "delivery_reports.retried" } }),
  ).toMatchObject({ detail: { reports: 1 } });
});

it("says why a zone is on hold, and only an owner sends before the providers answer", async () => {
  const { db } = harness.ctx;
  await harness.addMessage("2026-11-23");
  await harness.addSubscriber({ timezone: "America/New_York", smsEnabled: true });
  await db.restore.create({ data: { confirmedAt: new Date(), highestIds: {} } });
  const held = await today();
  expect(held.holds).toEqual([{ channel: null, reason: "restored", canResume: true }]);
  const left = held.slots.filter(({ state }) => state === "waiting" || state === "sending");
  expect(left.length).toBeGreaterThan(0);
  expect(held.slots.filter(({ isOnHold }) => isOnHold)).toEqual(left);
  const path = "/api/admin/today/resume";
  const support = await openAdminClient(harness.ctx, "support");
  expect((await support.call(resume, "POST", path, { json: {} })).status).toBe(403);
  const owner = await openAdminClient(harness.ctx);
  expect((await owner.call(resume, "POST", path, { json: {} })).status).toBe(200);
  expect((await owner.call(resume, "POST", path, { json: {} })).status).toBe(409);
  expect((await today()).holds).toEqual([]);
  expect(await db.auditEvent.count({ where: { action: "briefings.resumed" } })).toBe(1);
});

it("names the provider that nothing is sent through, and only its channel is on hold", async () => {
  await harness.ctx.db.$executeRaw`
    INSERT INTO provider_rate_limits (provider, next_send_at, paused_until, pause_reason)
    VALUES ('twilio', now(), now() + interval '1 hour', 'unauthorized')
    ON CONFLICT (provider) DO UPDATE
      SET paused_until = excluded.paused_until, pause_reason = excluded.pause_reason`;
  // Earlier than what the size of the audience was last counted at.
  await harness.setTime("2026-11-23T07:00:00Z");
  await harness.addSubscriber({ smsEnabled: true });
  const { holds, slots } = await today();
  expect(holds).toEqual([{ channel: "sms", reason: "unauthorized", canResume: false }]);
  expect(new Set(slots.filter(({ isOnHold }) => isOnHold).map(({ channel }) => channel))).toEqual(
    new Set(["sms"]),
  );
});

it("tells only those who may see money the MRR", async () => {
  expect((await today("owner")).figures.mrr).toMatchObject({ amount: 0, month: "2026-11" });
  expect((await today("editor")).figures.mrr).toBeNull();
  expect((await today("support")).figures.mrr).toBeNull();
});

it("shows what someone texted that may be a request to stop", async () => {
  const phone = "+14155550177";
  const email = "asks@example.com";
  const subscriberId = await harness.addSubscriber({ email, phone, smsEnabled: true });
  await harness.ctx.db.webhookEvent.create({
    data: {
      source: "twilio",
      eventId: "SMunclear",
      month: toDatabaseDate("2026-11-01"),
      kind: "inbound",
      payload: { From: phone, Body: "Cancel my subscription" },
      receivedAt: harness.ctx.clock.now(),
      problem: "unclear",
    },
  });
  expect(itemOf(await today(), "reply")).toMatchObject({
    title: "A reply for you to read: “Cancel my subscription”",
    isOurFault: false,
    text: expect.stringContaining("asks@example.com sent it on Mon, Nov 23."),
    actions: [{ do: "open", label: "See the person", href: `/admin/subscribers/${subscriberId}` }],
  });
  expect(itemOf(await today(), "webhook_events")).toBeUndefined();
  await harness.ctx.db.webhookEvent.deleteMany();
});

it("names the zones that got no briefing, the people, and the day, and gives it back", async () => {
  const { db } = harness.ctx;
  const id = await harness.addMessage("2026-11-23");
  await db.dailyMessage.update({ where: { id }, data: { isActive: false } });
  const person = await harness.addSubscriber({ timezone: "Europe/London", smsEnabled: true });
  await harness.addSubscriber({ timezone: "Europe/London" });
  await harness.setTime("2026-11-23T09:00:00Z");
  await harness.run();
  await harness.setTime("2026-11-23T10:00:30Z");
  await harness.run();
  const item = itemOf(await today(), "nothing_sent");
  expect(item).toMatchObject({
    title: "London got no briefing on Mon, Nov 23: 2 people",
    text: "Its message was inactive until 10:00 there.",
    isOurFault: true,
    actions: [
      { do: "open", label: "Open the message", href: "/daily-messages-admin?edit=2026-11-23" },
      { do: "give_back", label: "Give back the day", of: "unsent", through: "2026-11-23" },
    ],
  });
  expect(itemOf(await today(), "missed_days")).toBeUndefined();
  const client = await openAdminClient(harness.ctx);
  const path = "/api/admin/missed-days/give-back";
  const press = (json: object) => client.call(giveBack, "POST", path, { json });
  expect((await press({ through: "2026-11-23" })).body).toEqual({ people: 0, days: 0 });
  const unsent = { through: "2026-11-23", of: "unsent" };
  expect((await press(unsent)).body).toEqual({ people: 2, days: 2 });
  expect((await press(unsent)).body).toEqual({ people: 0, days: 0 });
  expect(itemOf(await today(), "nothing_sent")).toBeUndefined();
  expect(await db.missedDay.findFirst({ where: { subscriberId: person } })).toMatchObject({
    state: "requested",
    finishedAt: null,
  });
});

it("hides what someone has seen until it grows, and counts what is ours to fix", async () => {
  const { db } = harness.ctx;
  const path = "/api/admin/today/attention/seen";
  const count = async () => {
    const client = await openAdminClient(harness.ctx);
    return (await client.call(countItems, "GET", "/api/admin/today/attention")).body;
  };
  const before = await today();
  const ours = before.attention.filter(({ isOurFault }) => isOurFault).length;
  const setAside = (eventId: string) =>
    db.webhookEvent.create({
      data: {
        source: "postmark",
        eventId,
        month: toDatabaseDate("2026-11-01"),
        kind: "Delivery",
        payload: {},
        receivedAt: new Date("2026-11-20T09:00:00Z"),
        problem: "the disk was full",
      },
    });
  await setAside("Delivery:2");
  await addUnfinished(9, 80);
  expect(await count()).toEqual({ count: ours + 1 });
  const item = itemOf(await today(), "webhook_events");
  expect(item?.text).toContain("The oldest came on Fri, Nov 20.");

  const editor = await openAdminClient(harness.ctx, "editor");
  const json = { key: "webhook_events" };
  expect((await editor.call(see, "POST", path, { json })).status).toBe(403);
  const support = await openAdminClient(harness.ctx, "support");
  expect((await support.call(see, "POST", path, { json })).status).toBe(200);
  expect((await support.call(see, "POST", path, { json: { key: "nothing" } })).status).toBe(404);
  const view = await today();
  expect(itemOf(view, "webhook_events")?.seen).toMatchObject({ at: "2026-11-23T12:50:00.000Z" });
  expect(view.attention.at(-1)?.key).toBe("webhook_events");
  expect(await count()).toEqual({ count: ours });
  expect(await db.auditEvent.findFirst({ where: { action: "attention.seen" } })).toMatchObject({
    subject: "attention:webhook_events",
    detail: { title: "1 delivery report couldn’t be applied" },
  });

  await setAside("Delivery:3");
  expect(itemOf(await today(), "webhook_events")?.seen).toBeNull();
  expect((await support.call(see, "POST", path, { json })).status).toBe(200);
  await db.webhookEvent.deleteMany();
  await reviewSeen(harness.ctx);
  await setAside("Delivery:4");
  expect(itemOf(await today(), "webhook_events")?.seen).toBeNull();
  await db.webhookEvent.deleteMany();
});
