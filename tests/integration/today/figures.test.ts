import { beforeEach, expect, it } from "vitest";
import { toDatabaseDate } from "@/lib/calendar/days";
import { countDomains, listDomains } from "@/lib/domain/delivery/monitoring/figures/domains";
import { listDeliveryPeople } from "@/lib/domain/delivery/monitoring/figures/people";
import { listSentMessages } from "@/lib/domain/daily-messages/daily-messages";
import { getDeliveryDay, getDeliveryPeriod } from "@/lib/domain/delivery/monitoring/figures/period";
import { getEditorCalendar } from "@/lib/domain/delivery/monitoring/editor-calendar";
import { getDeliveryProgress } from "@/lib/domain/delivery/monitoring/progress";
import { getToday } from "@/lib/domain/today/today";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const monday = "2026-11-23";

const harness = useForFile(startDelivery);

beforeEach(() => harness.reset());

type Row = [
  channel: "email" | "sms",
  timezone: string,
  state: string,
  reason: string | null,
  providerStatus: string | null,
  count: number,
];

/** Counted by hand: 21 rows, of which 3 are excluded, so 18 to send. */
const ledger: readonly Row[] = [
  ["email", "Europe/London", "accepted", null, "delivered", 5],
  ["email", "Europe/London", "accepted", null, "complained", 1],
  ["email", "Europe/London", "accepted", null, "bounced", 2],
  ["email", "Europe/London", "accepted", null, "soft_bounced", 1],
  ["email", "Europe/London", "excluded", "hard_bounce", null, 2],
  ["email", "America/New_York", "accepted", null, null, 2],
  ["email", "America/New_York", "accepted", null, "deferred", 1],
  ["email", "America/New_York", "pending", null, null, 1],
  ["sms", "Europe/London", "accepted", null, "delivered", 2],
  ["sms", "Europe/London", "accepted", null, "undelivered", 1],
  ["sms", "Europe/London", "failed", "invalid_number", null, 1],
  ["sms", "Europe/London", "missed", "provider_unavailable", null, 1],
  ["sms", "Europe/London", "excluded", "stop", null, 1],
];

/** Writes the ledger of a day; each row is its own subscriber. */
async function writeLedger(date: string): Promise<void> {
  const { db } = harness.ctx;
  for (const [channel, timezone, state, reason, providerStatus, count] of ledger) {
    for (let index = 0; index < count; index += 1) {
      const subscriberId = await harness.addSubscriber({ status: "canceled" });
      await db.delivery.create({
        data: {
          localDate: toDatabaseDate(date),
          channel,
          timezone,
          state,
          reason,
          providerStatus,
          subscriberId,
          batchId: 0,
          editionId: 0,
        },
      });
    }
  }
}

const email = {
  toSend: 13,
  accepted: 3,
  delivered: 6,
  pending: 1,
  excluded: 2,
  failed: 3,
  missed: 0,
};
const sms = { toSend: 5, accepted: 0, delivered: 2, pending: 0, excluded: 1, failed: 2, missed: 1 };

/** Stores a text from a phone, as the webhook does. */
async function textBack(receivedAt: string, body: string, optOutType?: string): Promise<void> {
  await harness.ctx.db.webhookEvent.create({
    data: {
      source: "twilio",
      eventId: `SM${receivedAt}${body}`,
      kind: "inbound",
      month: new Date(`${receivedAt.slice(0, 7)}-01`),
      receivedAt,
      payload: { Body: body, ...(optOutType && { OptOutType: optOutType }) },
    },
  });
}

it("counts what people texted back within a day", async () => {
  await harness.setTime("2026-11-24T20:00:00Z");
  await textBack("2026-11-23T07:59:59Z", "STOP");
  for (const body of ["STOP", "stop."]) await textBack("2026-11-23T08:00:00Z", body);
  await textBack("2026-11-23T13:00:00Z", "Arrêt", "STOP");
  for (const body of ["1", " 3. "]) await textBack("2026-11-23T14:00:00Z", body);
  for (const body of ["START", "Great read"]) await textBack("2026-11-24T07:59:59Z", body);
  await textBack("2026-11-24T08:00:00Z", "2");
  const repliesOf = async (date: string) => (await getDeliveryDay(harness.ctx, date)).replies;
  expect(await repliesOf(monday)).toEqual({ stops: 3, stories: 2, others: 2 });
  expect(await repliesOf("2026-11-25")).toEqual({ stops: 0, stories: 0, others: 0 });
  await harness.setTime("2027-01-30T00:00:00Z");
  expect(await repliesOf(monday)).not.toBeNull();
  await harness.setTime("2027-01-31T00:00:00Z");
  expect(await repliesOf(monday)).toBeNull();
});

it("counts a day by channel, and each kind of bounce on its own", async () => {
  await writeLedger(monday);
  await harness.setTime("2026-11-23T20:00:00Z");
  const period = await getDeliveryPeriod(harness.ctx, 30);
  expect(period).toMatchObject({ from: "2026-10-25", to: monday });
  expect(period.days).toEqual([{ date: monday, email, sms, isOver: true }]);
  expect(period.bounces).toEqual({ hard: 2, soft: 1, complaints: 1 });
});

it("shows what went out by text, although the message has been changed since", async () => {
  const { db } = harness.ctx;
  const smsOnly = { emailEnabled: false, smsEnabled: true };
  await harness.addSubscriber({ ...smsOnly, timezone: "Europe/London" });
  await harness.addSubscriber(smsOnly);
  const id = await harness.addMessage(monday, "1. Yields fall");
  const change = (data: { message?: string; localDate?: Date }) =>
    db.dailyMessage.update({ where: { id }, data });
  await harness.setTime("2026-11-23T08:00:00Z");
  await harness.run();
  await change({ message: "1. Yields rise" });
  await harness.setTime("2026-11-23T13:00:00Z");
  await harness.run();
  expect([...(await listSentMessages(harness.ctx, [id]))]).toEqual([id]);
  await change({ message: "1. Oil falls", localDate: toDatabaseDate("2026-11-25") });
  const { texts } = await getDeliveryDay(harness.ctx, monday);
  expect(texts).toEqual(["1. Yields fall", "1. Yields rise"]);
  expect([...(await listSentMessages(harness.ctx, [id]))]).toEqual([]);
});

it("breaks a day down by zone and reason", async () => {
  await writeLedger(monday);
  const { zones, reasons } = await getDeliveryDay(harness.ctx, monday);
  expect(
    zones.map(({ timezone, ...each }) => [timezone, each.email.toSend, each.sms.toSend]),
  ).toEqual([
    ["Europe/London", 9, 5],
    ["America/New_York", 4, 0],
    ["America/Chicago", 0, 0],
    ["America/Denver", 0, 0],
    ["America/Los_Angeles", 0, 0],
  ]);
  expect(zones[0]?.email).toEqual({ ...email, toSend: 9, accepted: 0, pending: 0 });
  expect(
    reasons
      .map((each) => [each.channel, each.outcome, each.reason, each.count])
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
  ).toEqual([
    ["email", "excluded", "hard_bounce", 2],
    ["email", "failed", "bounced", 2],
    ["email", "failed", "soft_bounced", 1],
    ["sms", "excluded", "stop", 1],
    ["sms", "failed", "invalid_number", 1],
    ["sms", "failed", "undelivered", 1],
    ["sms", "missed", "provider_unavailable", 1],
  ]);
});

it("lists the people behind each figure, page by page", async () => {
  await writeLedger(monday);
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { people, next } = await listDeliveryPeople(harness.ctx, monday, {
      outcome: "undelivered",
      limit: 2,
      cursor,
    });
    pages.push(people.map((person) => `${person.channel} ${person.label}`));
    cursor = next ?? undefined;
  } while (cursor);
  expect(pages).toEqual([
    ["email Address doesn’t exist", "email Address doesn’t exist"],
    ["email Mailbox didn’t accept it", "sms Phone unreachable"],
    ["sms Number not in service", "sms Our provider was down"],
  ]);
  const of = async (query: object) =>
    (await listDeliveryPeople(harness.ctx, monday, query)).people.length;
  expect(await of({ reason: "stop" })).toBe(1);
  expect(await of({ channel: "email", timezone: "America/New_York" })).toBe(4);
  expect(await of({ outcome: "delivered", channel: "sms" })).toBe(2);
});

it("shows the provider's own words about a bounce", async () => {
  const { db } = harness.ctx;
  const subscriberId = await harness.addSubscriber({ email: "full@mailbox.example" });
  await db.delivery.create({
    data: {
      localDate: toDatabaseDate(monday),
      channel: "email",
      timezone: "Europe/London",
      state: "accepted",
      providerStatus: "soft_bounced",
      subscriberId,
      batchId: 0,
      editionId: 0,
    },
  });
  await db.webhookEvent.create({
    data: {
      source: "postmark",
      eventId: "Bounce:1",
      month: toDatabaseDate("2026-11-01"),
      kind: "Bounce",
      payload: {
        RecordType: "Bounce",
        Email: "full@mailbox.example",
        Details: "smtp;552 5.2.2 Mailbox full",
        Metadata: { delivery: `email:${monday}:${subscriberId}` },
      },
    },
  });
  const { people } = await listDeliveryPeople(harness.ctx, monday, { outcome: "failed" });
  expect(people).toMatchObject([
    { subscriberId, label: "Mailbox didn’t accept it", words: "smtp;552 5.2.2 Mailbox full" },
  ]);
});

it("counts past days by domain, without naming a domain of one person", async () => {
  const { db } = harness.ctx;
  const statuses = {
    "a@big.example": "delivered",
    "b@big.example": "bounced",
    "c@own.example": "soft_bounced",
  };
  for (const [address, providerStatus] of Object.entries(statuses)) {
    const subscriberId = await harness.addSubscriber({ email: address });
    await db.delivery.create({
      data: {
        localDate: toDatabaseDate(monday),
        channel: "email",
        timezone: "Europe/London",
        state: "accepted",
        providerStatus,
        subscriberId,
        batchId: 0,
        editionId: 0,
      },
    });
  }
  await harness.setTime("2026-11-24T00:05:00Z");
  await countDomains(harness.ctx);
  await countDomains(harness.ctx);
  const { domains } = await listDomains(harness.ctx, 90);
  expect(domains).toEqual([
    { domain: "big.example", sent: 2, hard: 1, soft: 0, complaints: 0, words: null },
    { domain: "other", sent: 1, hard: 0, soft: 1, complaints: 0, words: null },
  ]);
});

it("follows a briefing from the evening before until it's delivered", async () => {
  await harness.setTime("2026-11-22T23:00:00Z");
  expect((await getToday(harness.ctx, { withMoney: true })).phase).toBe("not_ready");
  await harness.addMessage(monday, "1. One\n2. Two\n3. Three");
  await harness.addSubscriber({ timezone: "America/New_York", smsEnabled: true });
  const evening = await getToday(harness.ctx, { withMoney: true });
  expect(evening).toMatchObject({ phase: "ready", date: monday });
  expect(evening.next.lines).toEqual(["One", "Two", "Three"]);

  await harness.setTime("2026-11-23T12:50:00Z");
  await harness.run();
  const sending = await getToday(harness.ctx, { withMoney: true });
  const slotsOf = (zone: string, today: typeof sending) =>
    today.slots
      .filter(({ timezone }) => timezone === zone)
      .map(({ channel, state, toSend, accepted, delivered, pending }) => [
        channel,
        state,
        toSend,
        accepted + delivered,
        pending,
      ]);
  expect(slotsOf("America/New_York", sending)).toEqual([
    ["email", "done", 1, 1, 0],
    ["sms", "waiting", 1, 0, 1],
  ]);
  expect(sending.next.date).toBe("2026-11-24");

  await harness.setTime("2026-11-23T13:00:00Z");
  await harness.run();
  expect(slotsOf("America/New_York", await getToday(harness.ctx, { withMoney: true }))).toEqual([
    ["email", "done", 1, 1, 0],
    ["sms", "done", 1, 1, 0],
  ]);
});

it("counts everyone while a zone is still being planned", async () => {
  const { ctx } = harness;
  const tuesday = "2026-11-24";
  await harness.addMessage(tuesday);
  for (let index = 0; index < 3; index += 1) await harness.addSubscriber({});
  await harness.setTime("2026-11-24T12:50:00Z");
  await harness.run();
  // As it is in the middle: one person is planned.
  await ctx.db.$executeRaw`
    DELETE FROM deliveries WHERE subscriber_id > (SELECT min(subscriber_id) FROM deliveries)`;
  await ctx.db.deliverySlot.updateMany({ data: { plannedAt: null } });
  const { slots } = await getToday(ctx, { withMoney: false });
  const eastern = slots.find(
    ({ timezone, channel }) => `${timezone} ${channel}` === "America/New_York email",
  );
  expect(eastern).toMatchObject({ toSend: 3, accepted: 1, pending: 2, missed: 0 });
});

it("says that a zone got nothing, and how many people, on every screen", async () => {
  const { ctx } = harness;
  const smsToo = { timezone: "Europe/London", smsEnabled: true } as const;
  await harness.addSubscriber(smsToo);
  await harness.addSubscriber({ timezone: "Europe/London" });
  await harness.addSubscriber({ ...smsToo, emailEnabled: false });
  await harness.addSubscriber({ timezone: "Europe/London", email: "returned@example.com" });
  await ctx.db.suppression.create({
    data: {
      channel: "email",
      address: "returned@example.com",
      reason: "hard_bounce",
      source: "postmark",
      createdAt: new Date("2026-11-01"),
    },
  });
  await harness.addSubscriber({});
  const id = await harness.addMessage(monday);
  await ctx.db.dailyMessage.update({ where: { id }, data: { isActive: false } });
  await harness.setTime("2026-11-23T08:00:00Z");
  await harness.run();
  const waiting = await getToday(ctx, { withMoney: false });
  expect(waiting).toMatchObject({ phase: "between", message: "inactive", date: monday });
  expect(waiting.zones.map(({ state }) => state)).toEqual([
    "waiting",
    "waiting",
    "nobody",
    "nobody",
    "nobody",
  ]);

  await harness.setTime("2026-11-23T10:00:30Z");
  await harness.run();
  const nothing = { timezone: "Europe/London", state: "nothing_sent", missedPeople: 3 };
  const today = await getToday(ctx, { withMoney: false });
  expect(today.zones[0]).toMatchObject(nothing);
  expect(
    today.slots
      .filter(({ timezone }) => timezone === "Europe/London")
      .map(({ state, toSend, missed, pending }) => [state, toSend, missed, pending]),
  ).toEqual([
    ["nothing_sent", 2, 2, 0],
    ["nothing_sent", 2, 2, 0],
  ]);
  expect(today.next.date).toBe("2026-11-24");
  const progress = await getDeliveryProgress(ctx, monday);
  expect(progress).toMatchObject({ message: "inactive" });
  expect(progress.zones[0]).toMatchObject({ ...nothing, hasStarted: false });
  expect((await getEditorCalendar(ctx)).today).toBe(monday);
  const day = await getDeliveryDay(ctx, monday);
  expect(day.zones[0]).toMatchObject({ ...nothing, email: { toSend: 2, missed: 2 } });
  expect(day.reasons.map(({ channel, label, count }) => [channel, label, count])).toEqual([
    ["email", "There was no active message", 2],
    ["sms", "There was no active message", 2],
  ]);
  expect((await listDeliveryPeople(ctx, monday, { outcome: "missed" })).people).toHaveLength(4);

  await ctx.db.dailyMessage.update({ where: { id }, data: { isActive: true } });
  await harness.setTime("2026-11-23T13:05:00Z");
  await harness.run();
  const later = await getToday(ctx, { withMoney: false });
  expect(later.zones.map(({ state }) => state).slice(0, 2)).toEqual(["nothing_sent", "done"]);
  await harness.setTime("2026-11-23T18:00:30Z");
  await harness.run();
  expect((await getEditorCalendar(ctx)).today).toBeNull();
});

it("doesn't call a zone done whose briefing was missed, in part or in full", async () => {
  await harness.addMessage(monday);
  await harness.addSubscriber({ timezone: "Europe/London" });
  await harness.setTime("2026-11-23T10:05:00Z");
  await harness.run();
  const [lost] = (await getToday(harness.ctx, { withMoney: false })).zones;
  expect(lost).toMatchObject({ state: "nothing_sent", missedPeople: 1 });
  const subscriberId = await harness.addSubscriber({ timezone: "Europe/London" });
  await harness.ctx.db.delivery.create({
    data: {
      localDate: toDatabaseDate(monday),
      channel: "email",
      timezone: "Europe/London",
      state: "accepted",
      subscriberId,
      batchId: 0,
      editionId: 0,
    },
  });
  const [partly] = (await getToday(harness.ctx, { withMoney: false })).zones;
  expect(partly).toMatchObject({ state: "done_with_misses", missedPeople: 1 });
});
