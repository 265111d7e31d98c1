import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { GET as userRoute } from "@/app/api/user/route";
import { POST as portalRoute } from "@/app/api/user/billing-portal/route";
import { POST as deleteRoute } from "@/app/api/user/delete/route";
import { GET as deliveriesRoute } from "@/app/api/user/deliveries/route";
import { POST as resendRoute } from "@/app/api/user/deliveries/resend/route";
import { GET as exportRoute } from "@/app/api/user/export/route";
import { ensurePurchase } from "@/lib/domain/onboarding/ensure-purchase";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { replayErasures } from "@/lib/domain/erasure/replay-erasures";
import { findConsents } from "@/lib/domain/erasure/consent-proofs";
import { readSchemaTables } from "@/tests/support/schema-tables";
import { openAdminClient, openSubscriberClient, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "../billing/harness";

const at = useForFile(startBilling);
let people = 0;

afterEach(async () => {
  await at.control("DELETE", "/sandbox/faults");
  await at.setTime("2026-11-20T12:00:00Z");
});

/** A subscriber with a plan, logged in. */
async function subscribe(input: Record<string, unknown> = {}) {
  people += 1;
  const email = `Account${people}@example.com`;
  const uid = `uid_account_${people}`;
  const ids = await at.buy({ uid, email, name: "Ada Lovelace", plan: "annual", ...input });
  const { subscriberId } = await at.ctx.db.subscription.findUniqueOrThrow({
    where: { paddleSubscriptionId: ids.subscriptionId },
  });
  const id = subscriberId ?? 0;
  return { ...ids, id, email, uid, client: await openSubscriberClient(at.ctx, id) };
}

async function addImported(otherEmail?: string) {
  people += 1;
  const email = otherEmail ?? `account${people}@example.com`;
  const { id } = await at.ctx.db.subscriber.create({
    data: { email, subscriptions: { create: { status: "active", plan: "monthly" } } },
  });
  return { id, email, client: await openSubscriberClient(at.ctx, id) };
}

const userOf = (client: ApiClient) => client.call(userRoute, "GET", "/api/user");
const openPortal = (client: ApiClient) =>
  client.call(portalRoute, "POST", "/api/user/billing-portal");
const exportOf = (client: ApiClient) => client.call(exportRoute, "GET", "/api/user/export");
const deleteAs = (client: ApiClient, json: unknown) =>
  client.call(deleteRoute, "POST", "/api/user/delete", { json });

describe("access", () => {
  const routes = [
    ["GET", "/api/user/deliveries", deliveriesRoute],
    ["POST", "/api/user/deliveries/resend", resendRoute],
    ["POST", "/api/user/billing-portal", portalRoute],
    ["GET", "/api/user/export", exportRoute],
    ["POST", "/api/user/delete", deleteRoute],
  ] as const;

  test("refuses no session, an administrator, another site, and an ended session on every route", async () => {
    const { client, id } = await subscribe();
    const ended = await openSubscriberClient(at.ctx, id);
    const revokedAt = at.ctx.clock.now();
    await at.ctx.db.session.updateMany({ where: { subscriberId: id }, data: { revokedAt } });
    const alive = await openSubscriberClient(at.ctx, id);
    const admin = await openAdminClient(at.ctx);
    client.cookies.clear();
    for (const [method, path, handler] of routes) {
      const call = async (browser: ApiClient, headers: Record<string, string> = {}) => {
        const json = method === "POST" ? { json: {} } : {};
        const { status, body } = await browser.call(handler, method, path, { ...json, headers });
        return [path, status, body];
      };
      const login = [path, 401, { message: "Please log in to continue." }];
      expect(await call(client)).toEqual(login);
      expect(await call(ended)).toEqual(login);
      expect(await call(admin)).toEqual([
        path,
        403,
        { message: "You don’t have permission to do this." },
      ]);
      if (method === "GET") continue;
      expect(await call(alive, { origin: "https://elsewhere.example" })).toEqual([
        path,
        403,
        { message: "This request came from another site, so we blocked it." },
      ]);
    }
  });
});

describe("POST /api/user/billing-portal", () => {
  test("returns a working Paddle address, ten times in 15 minutes", async () => {
    const { client, customerId } = await subscribe();
    const answer = await openPortal(client);
    expect(answer.status).toBe(200);
    const { url } = z.object({ url: z.url() }).parse(answer.body);
    expect(url).toContain(customerId);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Annual plan, $40.00 per year");
    for (let tries = 1; tries < 10; tries += 1) {
      expect((await openPortal(client)).status).toBe(200);
    }
    const refused = await openPortal(client);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
  });

  test("answers 404 for someone Paddle doesn't know, and 503 when it can't be reached", async () => {
    const { client } = await addImported();
    const none = await openPortal(client);
    expect([none.status, none.body]).toEqual([
      404,
      {
        message:
          "Our payment provider doesn’t bill this subscription. Contact support to change it.",
      },
    ]);
    const buyer = await subscribe();
    await at.control("POST", "/sandbox/faults", { provider: "paddle", mode: "error" });
    const away = await openPortal(buyer.client);
    expect([away.status, away.body]).toEqual([
      503,
      { message: "We can’t reach our payment provider. Please try again in a moment." },
    ]);
  });
});

/** Adds every kind of data that can be stored about a subscriber. */
async function fill({ id, email, uid }: { id: number; email: string; uid: string }) {
  const { db } = at.ctx;
  const phone = `+1212555${String(2_000 + id)}`;
  await db.subscriber.update({
    where: { id },
    data: { phone, smsEnabled: true, smsConsentAt: new Date("2026-11-19T09:00:00Z") },
  });
  await db.onboardingRecord.updateMany({ where: { uid }, data: { phone } });
  await db.consent.create({
    data: { subscriberId: id, kind: "sms", wording: "I agree", phone, ipAddress: "203.0.113.7" },
  });
  await db.phoneChange.create({
    data: { subscriberId: id, phone, codeHash: `code-${id}`, expiresAt: new Date() },
  });
  await db.emailChange.create({
    data: { subscriberId: id, email: `new${id}@example.com`, expiresAt: new Date() },
  });
  const { paddleSubscriptionId } = await db.subscription.findFirstOrThrow({
    where: { subscriberId: id },
  });
  await db.adjustment.create({
    data: {
      paddleAdjustmentId: `adj_${id}`,
      paddleTransactionId: `txn_${id}`,
      paddleSubscriptionId,
      action: "refund",
      status: "approved",
      isFull: true,
      total: 500,
      subtotal: 500,
      changedAt: new Date(),
      occurredAt: new Date(),
      eventId: "",
    },
  });
  await db.payment.updateMany({ where: { paddleSubscriptionId }, data: { total: 500 } });
  await db.subscriberNote.create({
    data: { subscriberId: id, author: "dana", body: "Asked for an invoice" },
  });
  await db.subscriberImport.create({
    data: {
      actor: "admin:dana",
      fileName: "people.csv",
      source: "unknown",
      columns: [],
      people: { create: { subscriberId: id, before: { phone }, storedAt: new Date() } },
    },
  });
  await db.emailVisit.create({
    data: { subscriberId: id, localDate: new Date("2026-11-19"), kind: "open", link: "" },
  });
  await db.missedDay.create({
    data: { subscriberId: id, localDate: new Date("2026-11-17"), foundAt: new Date() },
  });
  await db.loginToken.create({
    data: { subscriberId: id, tokenHash: `hash-${id}`, expiresAt: new Date() },
  });
  await db.notice.create({
    data: { key: `welcome:${email}`, kind: "welcome", subscriberId: id, recipient: email },
  });
  await db.suppression.create({
    data: { channel: "sms", address: phone, reason: "stop", source: "twilio" },
  });
  await db.auditEvent.createMany({
    data: [
      { actor: "twilio", action: "suppression.added", subject: `sms:${phone}` },
      { actor: "postmark", action: "suppression.lifted", subject: `email:${email.toLowerCase()}` },
      {
        actor: `subscriber:${id}`,
        action: "subscriber.updated",
        subject: `subscriber:${id}`,
        detail: { email },
      },
    ],
  });
  await db.webhookEvent.createMany({
    data: [
      {
        source: "postmark",
        eventId: `mail-${id}`,
        kind: "Delivery",
        payload: { Recipient: email },
      },
      {
        source: "twilio",
        eventId: `text-${id}`,
        kind: "inbound",
        payload: { From: phone, To: "+14155550100", Body: "stop" },
      },
      {
        source: "twilio",
        eventId: `status-${id}`,
        kind: "delivered",
        payload: { From: "+14155550100", To: phone, MessageStatus: "delivered" },
      },
    ].map((event) => ({
      ...event,
      month: new Date("2026-11-01"),
      receivedAt: new Date("2026-11-19T14:00:00Z"),
    })),
  });
  const slot = await db.deliverySlot.upsert({
    where: {
      localDate_timezone_channel: {
        localDate: new Date("2026-11-19"),
        timezone: "America/New_York",
        channel: "sms",
      },
    },
    update: {},
    create: {
      localDate: new Date("2026-11-19"),
      timezone: "America/New_York",
      channel: "sms",
      opensAt: new Date("2026-11-19T13:00:00Z"),
      closesAt: new Date("2026-11-19T15:00:00Z"),
    },
  });
  const batch = await db.deliveryBatch.create({ data: { slotId: slot.id, size: 2 } });
  const attempt = await db.sendAttempt.create({
    data: {
      id: crypto.randomUUID(),
      localDate: new Date("2026-11-19"),
      batchId: batch.id,
      workerId: crypto.randomUUID(),
      state: "finalized",
      sentAfter: new Date("2026-11-19T13:00:00Z"),
      recipients: { [id]: phone, 999_999: "+12125550000" },
    },
  });
  await db.delivery.create({
    data: {
      localDate: new Date("2026-11-19"),
      channel: "sms",
      subscriberId: id,
      timezone: "America/New_York",
      batchId: batch.id,
      editionId: 1,
      state: "accepted",
      finalizedAt: new Date("2026-11-19T13:00:02Z"),
      providerMessageId: `SM-of-${id}`,
      attemptId: attempt.id,
    },
  });
  await db.$executeRaw`
    INSERT INTO address_reservations VALUES ('2026-11-19', 'sms', address_hash(${phone}), ${id})`;
  await db.$executeRaw`
    INSERT INTO found_messages VALUES ('2026-11-18', 'sms', address_hash(${phone}), 'SM-found')`;
  return { phone, batchId: batch.id };
}

/** Every table as text, except for rate limit counters. */
async function dump(): Promise<Map<string, string>> {
  const tables = await at.ctx.db.$queryRaw<{ name: string; text: string | null }[]>`
    SELECT c.relname AS name,
      (xpath('/row/t/text()', query_to_xml(
        format('SELECT string_agg(t::text, E''\\n'') AS t FROM %I t', c.relname),
        false, true, '')))[1]::text AS text
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> 'rate_limits'`;
  return new Map(tables.map(({ name, text }) => [name, text ?? ""]));
}

/** The tables that contain a text, in any case. */
async function tablesWith(text: string): Promise<string[]> {
  const found = [...(await dump())].filter(([, rows]) =>
    rows.toLowerCase().includes(text.toLowerCase()),
  );
  return found.map(([name]) => name).toSorted();
}

/** Paddle's event about the cancellation arrives later; the next cleanup removes that too. */
async function expectNoTrace(person: { uid: string; customerId: string; email: string }) {
  const clean = async () => {
    await purgeExpired(at.ctx);
    for (const trace of [person.uid, person.customerId, person.email]) {
      expect([trace, await tablesWith(trace)]).toEqual([trace, []]);
    }
  };
  // Generous, because a slow machine says nothing about the code.
  await vi.waitFor(clean, { timeout: 60_000, interval: 100 });
}

/** Where the export has what each table stores about a person. */
const sections: Record<string, string> = {
  subscribers: "person",
  phone_changes: "phoneChange",
  email_changes: "emailChange",
  subscriber_notes: "notes",
  imported_people: "imports",
  email_visits: "emailVisits",
  missed_days: "missedDays",
  consents: "consents",
  consent_proofs: "earlierConsents",
  suppressions: "suppressions",
  onboarding_records: "onboarding",
  // Inside the purchase that it is about.
  address_confirmations: "onboarding",
  subscriptions: "subscriptions",
  paddle_customers: "customers",
  payments: "payments",
  adjustments: "adjustments",
  login_tokens: "logins.links",
  sessions: "logins.sessions",
  send_attempts: "deliveries",
  deliveries: "deliveries",
  address_reservations: "reservedAddresses",
  found_messages: "reservedAddresses",
  notices: "notices",
  webhook_events: "reports",
};

describe("GET /api/user/export", () => {
  test("contains everything stored, and nothing that grants access", async () => {
    const [other, person] = [await subscribe(), await subscribe()];
    await fill(other);
    const { phone } = await fill(person);
    const answer = await exportOf(person.client);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="threeline-data-2026-11-20.json"',
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.body).toMatchObject({
      exportedAt: "2026-11-20T12:00:00.000Z",
      person: {
        email: person.email,
        paymentEmail: person.email,
        name: "Ada Lovelace",
        phone,
        timezone: "America/New_York",
        emailEnabled: true,
        smsEnabled: true,
        smsConsentAt: "2026-11-19T09:00:00.000Z",
      },
      subscriptions: [{ paddleSubscriptionId: person.subscriptionId, plan: "annual" }],
      payments: [{ paddleTransactionId: person.transactionId, total: 500 }],
      adjustments: [{ action: "refund", total: 500, subtotal: 500 }],
      customers: [{ id: person.customerId, email: person.email, name: "Ada Lovelace" }],
      onboarding: [{ phone, paddleCustomerId: person.customerId }],
      consents: [{ kind: "sms", wording: "I agree", phone, ipAddress: "203.0.113.7" }],
      deliveries: [
        {
          localDate: "2026-11-19",
          channel: "sms",
          state: "accepted",
          finalizedAt: "2026-11-19T13:00:02.000Z",
          dialed: phone,
        },
      ],
      reservedAddresses: [
        { localDate: "2026-11-18", channel: "sms" },
        { localDate: "2026-11-19", channel: "sms" },
      ],
      phoneChange: { phone },
      imports: [{ before: { phone } }],
      notes: [{ author: "dana", body: "Asked for an invoice" }],
      missedDays: [{ localDate: "2026-11-17", state: "missed" }],
      suppressions: [{ channel: "sms", address: phone, reason: "stop" }],
      notices: [{ kind: "welcome", recipient: person.email }],
      logins: { sessions: [{ revokedAt: null }], links: [{ consumedAt: null }] },
      changes: expect.arrayContaining([
        expect.objectContaining({ action: "subscriber.updated", detail: { email: person.email } }),
        expect.objectContaining({ action: "suppression.added", subject: `sms:${phone}` }),
        expect.objectContaining({ action: "subscription.trialing" }),
      ]),
      reports: expect.arrayContaining([
        expect.objectContaining({ source: "paddle", kind: "customer.created" }),
        expect.objectContaining({ source: "paddle", kind: "transaction.completed" }),
        expect.objectContaining({
          kind: "inbound",
          payload: expect.objectContaining({ Body: "stop" }),
        }),
      ]),
    });
    const text = JSON.stringify(answer.body);
    expect(text).toContain("4242");
    for (const secret of [
      person.uid,
      `hash-${person.id}`,
      `code-${person.id}`,
      "management_urls",
      other.email,
      other.customerId,
      other.subscriptionId,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test("has a section for every table that refers to a subscriber or an address", async () => {
    const identifying =
      /^(?:subscriber_id|email|recipients?|phone|address|address_hash|payload|paddle_(?:customer|subscription)_id)$/;
    const tables = readSchemaTables().filter(
      // Administrators aren't subscribers, and alerts go to them. A change is gone within a second.
      // A choice repeats a change that the export has, and names no one.
      ({ table, columns }) =>
        ![
          "admins",
          "admin_invitations",
          "operator_alerts",
          "subscriber_changes",
          "choices",
        ].includes(table) && columns.some((each) => identifying.test(each)),
    );
    expect(tables.map(({ table }) => table).toSorted()).toEqual(Object.keys(sections).toSorted());
    const person = await subscribe();
    await fill(person);
    const earlier = await addImported(person.email.replace("A", "earlier-a"));
    await at.ctx.db.consent.create({
      data: { subscriberId: earlier.id, kind: "terms", wording: "I agree" },
    });
    await at.ctx.db.subscriber.update({
      where: { id: person.id },
      data: { paymentEmail: earlier.email },
    });
    await deleteAs(earlier.client, { email: earlier.email });
    const body = z.record(z.string(), z.json()).parse((await exportOf(person.client)).body);
    for (const [table, path] of Object.entries(sections)) {
      const [top = "", inner] = path.split(".");
      const section = body[top];
      const found = inner ? z.record(z.string(), z.json()).parse(section)[inner] : section;
      const count = Array.isArray(found) ? found.length : Object.keys(found ?? {}).length;
      expect([table, count > 0]).toEqual([table, true]);
    }
  });

  test("allows five exports in 15 minutes", async () => {
    const { client } = await addImported();
    for (let tries = 0; tries < 5; tries += 1) expect((await exportOf(client)).status).toBe(200);
    const refused = await exportOf(client);
    expect([refused.status, refused.headers.get("retry-after"), refused.body]).toEqual([
      429,
      "900",
      {
        message: "Too many attempts. Please try again in 15 minutes.",
        code: "too_many_requests",
      },
    ]);
  });
});

describe("POST /api/user/delete", () => {
  test.each([
    [{}, "Please type your email address to confirm."],
    [{ email: "  " }, "Please type your email address to confirm."],
    [{ email: 7 }, "Please type your email address to confirm."],
    [{ email: "somebody@example.com" }, "This isn’t your account’s email address."],
    [{ email: "x".repeat(300) }, "This isn’t your account’s email address."],
  ])("requires the account's own address: %j", async (json, message) => {
    const { client, id } = await addImported();
    const answer = await deleteAs(client, json);
    expect([answer.status, answer.body]).toEqual([400, { message, field: "email" }]);
    expect(await at.ctx.db.subscriber.count({ where: { id } })).toBe(1);
  });

  test("ends billing and deletes everything that identifies the person", async () => {
    const [other, person] = [await subscribe(), await subscribe()];
    await fill(other);
    const { phone, batchId } = await fill(person);
    const elsewhere = await openSubscriberClient(at.ctx, person.id);
    const answer = await deleteAs(person.client, { email: ` ${person.email.toLowerCase()} ` });
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: "Your account has been deleted." },
    ]);

    expect(await at.control("GET", `/paddle/subscriptions/${person.subscriptionId}`)).toMatchObject(
      {
        data: { status: "canceled" },
      },
    );
    expect(person.client.cookies.size).toBe(0);
    expect((await userOf(elsewhere)).status).toBe(401);
    for (const trace of [person.email, `SM-of-${person.id}`, `hash-${person.id}`]) {
      expect([trace, await tablesWith(trace)]).toEqual([trace, []]);
    }
    // A STOP stays, with the audit events that decide whether older events still apply.
    expect(await tablesWith(phone)).toEqual(["audit_events", "suppressions"]);
    await expectNoTrace(person);
    // The ledger still counts what was sent, and the other subscriber's attempt still has its recipient.
    expect(await at.ctx.db.delivery.findMany({ where: { subscriberId: person.id } })).toMatchObject(
      [{ state: "accepted", providerMessageId: null }],
    );
    expect(await at.ctx.db.sendAttempt.findFirstOrThrow({ where: { batchId } })).toMatchObject({
      recipients: { 999_999: "+12125550000" },
    });
    expect(
      await at.ctx.db.auditEvent.findMany({
        where: { subject: `subscriber:${person.id}` },
        orderBy: { id: "asc" },
      }),
    ).toMatchObject([
      { action: "subscriber.updated", detail: null },
      { action: "account.deleted" },
    ]);

    expect(await tablesWith(other.email)).toEqual(expect.arrayContaining(["subscribers"]));
    expect((await exportOf(other.client)).status).toBe(200);
    expect((await openPortal(other.client)).status).toBe(200);
  });

  test("deletes nothing while Paddle can't be reached", async () => {
    const person = await subscribe();
    await at.control("POST", "/sandbox/faults", {
      provider: "paddle",
      mode: "error",
      endpoint: "all",
    });
    const answer = await deleteAs(person.client, { email: person.email });
    expect([answer.status, answer.body]).toEqual([
      503,
      {
        message:
          "We couldn’t reach our payment provider to end your billing, so nothing was deleted. Please try again in a few minutes.",
      },
    ]);
    expect((await userOf(person.client)).body).toMatchObject({ nextChargeDate: "2026-11-27" });
    await at.control("DELETE", "/sandbox/faults");
    expect((await deleteAs(person.client, { email: person.email })).status).toBe(200);
  });

  test("deletes an account that Paddle doesn't know, or that has no subscription", async () => {
    const imported = await addImported();
    expect((await deleteAs(imported.client, { email: imported.email })).status).toBe(200);
    const lost = await addImported();
    await at.ctx.db.subscription.updateMany({
      where: { subscriberId: lost.id },
      data: { paddleSubscriptionId: "sub_unknown", paddleCustomerId: "ctm_unknown" },
    });
    expect((await deleteAs(lost.client, { email: lost.email })).status).toBe(200);
    expect(await tablesWith(lost.email)).toEqual([]);
  });

  test("deletes once when two tabs ask at the same time", async () => {
    const person = await subscribe();
    const tab = await openSubscriberClient(at.ctx, person.id);
    const answers = await Promise.all(
      [person.client, tab].map((client) => deleteAs(client, { email: person.email })),
    );
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
    const where = { action: "account.deleted", subject: `subscriber:${person.id}` };
    expect(await at.ctx.db.auditEvent.count({ where })).toBe(1);
  });

  test("also ends billing for the same buyer's purchase that has no account yet", async () => {
    const person = await subscribe();
    const second = await at.buy({ uid: `uid_second_${people}`, email: person.email });
    const find = () =>
      at.ctx.db.subscription.findUnique({
        where: { paddleSubscriptionId: second.subscriptionId },
      });
    expect(await find()).toMatchObject({ subscriberId: null, status: "trialing" });
    expect((await deleteAs(person.client, { email: person.email })).status).toBe(200);
    expect(await find()).toBeNull();
    expect(await at.control("GET", `/paddle/subscriptions/${second.subscriptionId}`)).toMatchObject(
      {
        data: { status: "canceled" },
      },
    );
    expect(await tablesWith(person.email)).toEqual([]);
  });
});

describe("after the deletion", () => {
  test("stays deleted after late, repeated, and reordered Paddle events and the nightly comparison", async () => {
    const person = await subscribe();
    const before = await at.events();
    const own = before.filter(({ data }) => JSON.stringify(data).includes(person.customerId));
    expect(own.map(({ event_type: type }) => type)).toEqual([
      "customer.created",
      "subscription.created",
      "subscription.trialing",
      "transaction.completed",
    ]);
    expect((await deleteAs(person.client, { email: person.email })).status).toBe(200);
    const statusesSchema = z.object({ statuses: z.array(z.number()) });
    for (const event of own.toReversed()) {
      const late = { ...event, event_id: `${event.event_id}late` };
      const answer = await at.control("POST", "/sandbox/paddle/webhooks", { event: late });
      expect(statusesSchema.parse(answer).statuses).toEqual([200]);
    }
    await at.simulate(person.subscriptionId, "refund");
    await at.control("PATCH", `/paddle/customers/${person.customerId}`, { name: "Ada King" });
    const report = await reconcile(at.ctx);
    expect(report.repaired).not.toContain(person.subscriptionId);
    const { db } = at.ctx;
    expect(await db.subscriber.count({ where: { email: person.email } })).toBe(0);
    expect(
      await db.subscription.count({ where: { paddleSubscriptionId: person.subscriptionId } }),
    ).toBe(0);
    await expectNoTrace(person);
  });

  test("lets the same person subscribe again", async () => {
    const person = await subscribe();
    expect((await deleteAs(person.client, { email: person.email })).status).toBe(200);
    const uid = `uid_again_${people}`;
    const ids = await at.buy({ uid, email: person.email });
    expect(ids.customerId).toBe(person.customerId);
    await ensurePurchase(at.ctx, { uid, clientAddress: "192.0.2.1" });
    const subscription = await at.ctx.db.subscription.findUniqueOrThrow({
      where: { paddleSubscriptionId: ids.subscriptionId },
      include: { subscriber: true },
    });
    expect(subscription).toMatchObject({
      status: "trialing",
      subscriber: { email: person.email, name: "Ada Lovelace" },
    });
    expect(subscription.subscriberId).not.toBe(person.id);
    // The earlier trial still counts.
    expect(
      await at.ctx.db.operatorAlert.count({ where: { key: `second-trial:${ids.subscriptionId}` } }),
    ).toBe(1);
    await purgeExpired(at.ctx);
    expect(await tablesWith(ids.customerId)).toEqual(
      expect.arrayContaining(["paddle_customers", "subscriptions", "webhook_events_2026_11"]),
    );
  });
});

/** Copies every table, as a backup does. Returns how to restore the copy. */
async function backUp(): Promise<() => Promise<void>> {
  const { db } = at.ctx;
  const tables = readSchemaTables().map(({ table }) => table);
  await db.$executeRawUnsafe("DROP SCHEMA IF EXISTS backup CASCADE; CREATE SCHEMA backup");
  for (const table of tables) {
    await db.$executeRawUnsafe(`CREATE TABLE backup.${table} AS TABLE public.${table}`);
  }
  return async () => {
    await db.$transaction(async (tx) => {
      // Without foreign keys, as pg_restore does it.
      await tx.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
      for (const table of tables) {
        await tx.$executeRawUnsafe(`DELETE FROM public.${table}`);
        const [row] = await tx.$queryRaw<{ columns: string }[]>`
          SELECT string_agg(quote_ident(column_name), ', ') AS columns
          FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'`;
        const columns = row?.columns ?? "";
        await tx.$executeRawUnsafe(
          `INSERT INTO public.${table} (${columns}) SELECT ${columns} FROM backup.${table}`,
        );
      }
    });
  };
}

describe("after a backup was restored", () => {
  test("people who deleted their accounts since then are deleted again, and nobody else", async () => {
    const [other, person, back] = [await subscribe(), await subscribe(), await subscribe()];
    await fill(other);
    await fill(person);
    const restore = await backUp();

    // Bought and deleted after the backup, bought again after the deletion, and a new account.
    const late = await subscribe();
    for (const each of [person, back, late]) {
      expect((await deleteAs(each.client, { email: each.email })).status).toBe(200);
    }
    await restore();
    expect(await tablesWith(person.email)).not.toEqual([]);
    const again = await at.buy({ uid: `uid_back_${people}`, email: back.email });

    expect(await replayErasures(at.ctx)).toBe(2);
    await reconcile(at.ctx);
    for (const gone of [person, late]) await expectNoTrace(gone);
    expect(await replayErasures(at.ctx)).toBe(0);
    const { db } = at.ctx;
    expect(await db.subscriber.count({ where: { id: { in: [person.id, back.id] } } })).toBe(0);
    expect(await db.subscriber.count({ where: { id: other.id } })).toBe(1);
    expect((await exportOf(other.client)).status).toBe(200);
    expect(
      await db.subscription.count({ where: { paddleSubscriptionId: again.subscriptionId } }),
    ).toBe(1);
  });

  test("someone who gets a deleted account's number stays", async () => {
    const imported = await addImported();
    const restore = await backUp();
    const gone = await addImported();
    expect((await deleteAs(gone.client, { email: gone.email })).status).toBe(200);
    await restore();
    await at.ctx.db.subscriber.create({
      data: { id: gone.id, email: "newcomer@example.com", createdAt: new Date("2026-11-21") },
    });
    expect(await replayErasures(at.ctx)).toBe(0);
    const ids = [gone.id, imported.id];
    expect(await at.ctx.db.subscriber.count({ where: { id: { in: ids } } })).toBe(2);
  });
});

describe("proof of consent", () => {
  test("can be found by number or address after the account is deleted, and names no one", async () => {
    const person = await subscribe();
    const { phone } = await fill(person);
    await at.ctx.db.consent.create({
      data: {
        subscriberId: person.id,
        kind: "terms",
        wording: "I agree to the terms",
        ipAddress: "2001:db8:85a3::8a2e:370:7334",
        userAgent: "Firefox",
        grantedAt: new Date("2026-11-18T10:00:00Z"),
      },
    });
    expect((await deleteAs(person.client, { email: person.email })).status).toBe(200);
    expect(await findConsents(at.ctx, phone)).toEqual([
      {
        kind: "sms",
        wording: "I agree",
        grantedAt: expect.any(Date),
        network: "203.0.113.0/24",
        endedAt: new Date("2026-11-20T12:00:00Z"),
      },
    ]);
    expect(await findConsents(at.ctx, person.email.toUpperCase())).toMatchObject([
      {
        kind: "terms",
        wording: "I agree to the terms",
        network: "2001:db8:85a3::/48",
        grantedAt: new Date("2026-11-18T10:00:00Z"),
      },
    ]);
    expect(await tablesWith(phone)).toEqual(["audit_events", "suppressions"]);
    for (const trace of [person.email, "Firefox", "370:7334"]) {
      expect([trace, await tablesWith(trace)]).toEqual([trace, []]);
    }
  });
});
