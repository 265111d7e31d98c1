import { createHmac } from "node:crypto";
import { Paddle, type Environment } from "@paddle/paddle-node-sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { defaultCredentials } from "@/sandbox/settings";
import { makeFolder, startSandbox, startService } from "./harness";

let service: Awaited<ReturnType<typeof startService>>;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let paddle: Paddle;
const serviceResponse = { status: 200 };

const idsSchema = z.object({
  customerId: z.string(),
  subscriptionId: z.string(),
  transactionId: z.string(),
});
type Ids = z.infer<typeof idsSchema>;
type SentEvent = {
  event_id: string;
  event_type: string;
  occurred_at: string;
  data: { id: string };
};

const sdk = (url: string, key = defaultCredentials.paddle.apiKey) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- the SDK takes any base address here, which its type does not say
  new Paddle(key, { environment: `${url}/paddle` as Environment });

async function buy(more: Record<string, unknown> = {}): Promise<Ids> {
  const { status, body } = await sandbox.post("/sandbox/paddle/checkout", {
    uid: "uid_one",
    email: "ada@example.com",
    name: "Ada",
    plan: "monthly",
    ...more,
  });
  expect(status).toBe(200);
  return idsSchema.parse(body);
}

const sent = (): SentEvent[] => service.received.map(({ body }) => JSON.parse(body));

async function all<Item>(collection: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of collection) items.push(item);
  return items;
}

beforeAll(async () => {
  service = await startService(serviceResponse);
  sandbox = await startSandbox({ siteUrl: service.url });
  paddle = sdk(sandbox.url);
});

afterAll(async () => {
  await sandbox.stop();
  await service.stop();
});

beforeEach(() => {
  serviceResponse.status = 200;
  service.received.length = 0;
});

describe("the API, called with Paddle's SDK", () => {
  test("returns a purchase as customer, subscription, and transaction", async () => {
    const ids = await buy({ uid: "uid_api", email: "api@example.com" });
    const customer = await paddle.customers.get(ids.customerId);
    expect(customer).toMatchObject({ email: "api@example.com", name: "Ada", status: "active" });
    const subscription = await paddle.subscriptions.get(ids.subscriptionId);
    expect(subscription).toMatchObject({
      status: "trialing",
      customerId: ids.customerId,
      customData: { uid: "uid_api" },
      billingCycle: { interval: "month", frequency: 1 },
      scheduledChange: null,
    });
    expect(subscription.items[0]?.price?.unitPrice).toEqual({ amount: "500", currencyCode: "USD" });
    const trialMs =
      Date.parse(subscription.nextBilledAt ?? "") - Date.parse(subscription.createdAt);
    expect(Math.round(trialMs / 86_400_000)).toBe(7);
    const transaction = await paddle.transactions.get(ids.transactionId);
    expect(transaction).toMatchObject({
      status: "completed",
      customData: { uid: "uid_api" },
      subscriptionId: ids.subscriptionId,
    });
    expect(transaction.details?.totals?.total).toBe("0");
  });

  test("filters, sorts, and pages lists", async () => {
    const ids = await buy({ email: "paged@example.com" });
    await buy({ email: "paged@example.com", plan: "annual" });
    const mine = await all(paddle.subscriptions.list({ customerId: [ids.customerId], perPage: 1 }));
    expect(mine.map(({ billingCycle }) => billingCycle.interval)).toEqual(["month", "year"]);
    const newest = await paddle.transactions
      .list({ customerId: [ids.customerId], orderBy: "created_at[DESC]", perPage: 1 })
      .next();
    expect(newest[0]?.subscriptionId).toBe(mine[1]?.id);
    const none = await paddle.transactions
      .list({ "createdAt[GT]": new Date(Date.now() + 60_000).toISOString() })
      .next();
    expect(none).toEqual([]);
  });

  test("schedules a cancellation, undoes it, and cancels immediately", async () => {
    const { subscriptionId } = await buy({ email: "cancel@example.com" });
    const scheduled = await paddle.subscriptions.cancel(subscriptionId, {
      effectiveFrom: "next_billing_period",
    });
    expect(scheduled.status).toBe("trialing");
    expect(scheduled.scheduledChange).toMatchObject({
      action: "cancel",
      effectiveAt: scheduled.currentBillingPeriod?.endsAt,
    });
    await expect(paddle.subscriptions.cancel(subscriptionId, {})).rejects.toMatchObject({
      code: "subscription_locked_pending_changes",
    });
    const resumed = await paddle.subscriptions.update(subscriptionId, { scheduledChange: null });
    expect(resumed.scheduledChange).toBeNull();
    const ended = await paddle.subscriptions.cancel(subscriptionId, {
      effectiveFrom: "immediately",
    });
    expect(ended).toMatchObject({ status: "canceled", nextBilledAt: null });
    await expect(
      paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: "immediately" }),
    ).rejects.toMatchObject({ code: "subscription_update_when_canceled" });
  });

  test("opens the customer's portal", async () => {
    const { customerId, subscriptionId } = await buy({ email: "portal@example.com" });
    const session = await paddle.customerPortalSessions.create(customerId, [subscriptionId]);
    expect(session.urls.general.overview).toContain(customerId);
    expect(session.urls.subscriptions[0]?.id).toBe(subscriptionId);
    const page = await fetch(session.urls.general.overview);
    expect(page.headers.get("content-type")).toContain("text/html");
    const text = await page.text();
    for (const part of ["portal@example.com", "Visa ending in 4242", "Back to your account"]) {
      expect(text).toContain(part);
    }
    expect((await fetch(`${session.urls.general.overview}x`)).status).toBe(404);
  });

  test("lists events, prices, and products", async () => {
    await buy({ email: "events@example.com" });
    const events = await all(paddle.events.list({ perPage: 50 }));
    expect(events.slice(-4).map(({ eventType }) => eventType)).toEqual([
      "customer.created",
      "subscription.created",
      "subscription.trialing",
      "transaction.completed",
    ]);
    const prices = await paddle.prices.list().next();
    expect(prices.map(({ unitPrice }) => unitPrice.amount)).toEqual(["500", "4000", "0"]);
    expect(await paddle.products.list().next()).toHaveLength(1);
  });

  test("rejects a wrong key and unknown ids", async () => {
    await expect(sdk(sandbox.url, "wrong").customers.get("ctm_1")).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(paddle.subscriptions.get("sub_none")).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("is affected by faults", async () => {
    await sandbox.post("/sandbox/faults", {
      provider: "paddle",
      mode: "rate-limit",
      endpoint: "search",
      count: 1,
      retryAfterS: 7,
    });
    await expect(paddle.subscriptions.get("sub_none")).rejects.toMatchObject({ retryAfter: 7 });
  });
});

describe("webhooks", () => {
  test("report a purchase in order, each one signed", async () => {
    await buy({ email: "order@example.com" });
    expect(sent().map(({ event_type }) => event_type)).toEqual([
      "customer.created",
      "subscription.created",
      "subscription.trialing",
      "transaction.completed",
    ]);
    const times = sent().map(({ event_id }) => event_id);
    expect(times).toEqual(times.toSorted());
    for (const { body, headers, url } of service.received) {
      expect(url).toBe("/api/webhooks/paddle");
      const [, ts, h1] = /^ts=(\d+);h1=([0-9a-f]{64})$/.exec(
        String(headers["paddle-signature"]),
      ) ?? ["", "", ""];
      const expected = createHmac("sha256", defaultCredentials.paddle.webhookSecret)
        .update(`${ts}:${body}`)
        .digest("hex");
      expect(h1).toBe(expected);
    }
  });

  test("pass the signature check of Paddle's SDK", async () => {
    await buy({ email: "verified@example.com" });
    const [first] = service.received;
    const event = await paddle.webhooks.unmarshal(
      first?.body ?? "",
      defaultCredentials.paddle.webhookSecret,
      String(first?.headers["paddle-signature"]),
    );
    expect(event.eventType).toBe("customer.created");
  });

  test("arrive reversed, twice, or not at all on request", async () => {
    await buy({ email: "reversed@example.com", deliver: "reversed" });
    expect(sent().map(({ event_type }) => event_type)[0]).toBe("transaction.completed");
    service.received.length = 0;
    await buy({ email: "twice@example.com", deliver: "twice" });
    expect(sent()).toHaveLength(8);
    expect(new Set(sent().map(({ event_id }) => event_id)).size).toBe(4);
    service.received.length = 0;
    await buy({ email: "none@example.com", deliver: "none" });
    expect(sent()).toEqual([]);
  });

  test.each([
    ["activate", ["subscription.updated", "subscription.activated", "transaction.completed"]],
    ["renew", ["subscription.updated", "transaction.completed"]],
    [
      "past_due",
      [
        "subscription.updated",
        "transaction.payment_failed",
        "subscription.updated",
        "subscription.past_due",
      ],
    ],
    ["pause", ["subscription.updated", "subscription.paused"]],
    ["resume", ["subscription.updated", "subscription.resumed", "transaction.completed"]],
    ["cancel", ["subscription.updated", "subscription.canceled"]],
    ["refund", ["adjustment.created"]],
  ])("report %s", async (event, types) => {
    const { subscriptionId } = await buy({ email: `${event}@example.com`, deliver: "none" });
    const { status } = await sandbox.post(`/sandbox/paddle/subscriptions/${subscriptionId}`, {
      event,
    });
    expect(status).toBe(200);
    expect(sent().map(({ event_type }) => event_type)).toEqual(types);
  });

  test("are retried until the service accepts them", async () => {
    serviceResponse.status = 500;
    const { subscriptionId } = await buy({ email: "again@example.com", deliver: "none" });
    await sandbox.post(`/sandbox/paddle/subscriptions/${subscriptionId}`, { event: "refund" });
    serviceResponse.status = 200;
    await vi.waitFor(() => expect(sent()).toHaveLength(2), { timeout: 10_000 });
    expect(new Set(sent().map(({ event_id }) => event_id)).size).toBe(1);
  });

  test("are signed according to the options of the control endpoint", async () => {
    const event = { event_type: "customer.created", data: { id: "ctm_1" } };
    const call = (more: object) => sandbox.post("/sandbox/paddle/webhooks", { event, ...more });
    expect((await call({ repeat: 3 })).body).toMatchObject({ statuses: [200, 200, 200] });
    await call({ secret: "previous", timestampOffsetS: -600, tamper: true });
    const last = service.received.at(-1);
    const ts = Number(/ts=(\d+)/.exec(String(last?.headers["paddle-signature"]))?.[1]);
    expect(Math.round(Date.now() / 1_000 - ts)).toBeGreaterThanOrEqual(599);
    const { previousWebhookSecret } = defaultCredentials.paddle;
    const h1 = createHmac("sha256", previousWebhookSecret)
      .update(`${ts}:${last?.body.replace(' ,"tampered":true', "")}`)
      .digest("hex");
    expect(String(last?.headers["paddle-signature"])).toContain(h1);
    expect((await call({ secret: "other" })).body).toEqual({
      message: "secret must be one of current, previous, wrong.",
      field: "secret",
    });
  });
});

test("keeps the account and retries undelivered webhooks after a restart", async () => {
  const directory = makeFolder();
  serviceResponse.status = 503;
  const first = await startSandbox({ siteUrl: service.url, directory });
  const { body } = await first.post("/sandbox/paddle/checkout", {
    uid: "uid_restart",
    email: "restart@example.com",
    plan: "annual",
  });
  await first.close();
  service.received.length = 0;
  serviceResponse.status = 200;
  const second = await startSandbox({ siteUrl: service.url, directory });
  await vi.waitFor(() => expect(sent()).toHaveLength(4), { timeout: 10_000 });
  const { subscriptionId } = idsSchema.parse(body);
  const subscription = await sdk(second.url).subscriptions.get(subscriptionId);
  expect(subscription.billingCycle.interval).toBe("year");
  await second.stop();
});

describe("the checkout", () => {
  const pay = (more: Record<string, unknown> = {}) =>
    sandbox.post("/paddle/checkout/pay", {
      priceId: defaultCredentials.paddle.monthlyPriceId,
      customData: JSON.stringify({ uid: "uid_overlay" }),
      email: "card@example.com",
      name: "Card Holder",
      cardNumber: "4242 4242 4242 4242",
      expiry: "12/40",
      cvc: "123",
      ...more,
    });

  test("completes a purchase with a valid card", async () => {
    expect((await pay()).body).toMatchObject({
      status: "completed",
      data: { custom_data: { uid: "uid_overlay" } },
    });
    await vi.waitFor(() => expect(sent()).toHaveLength(4), { timeout: 10_000 });
  });

  test("declines a bad card and asks for 3-D Secure first", async () => {
    expect((await pay({ cardNumber: "4000000000000002" })).body).toEqual({
      status: "declined",
      message: "Your card was declined. Please try another one.",
    });
    const secure = { cardNumber: "4000000000003155" };
    expect((await pay(secure)).body).toEqual({ status: "challenge" });
    expect((await pay({ ...secure, authentication: "failed" })).body).toMatchObject({
      status: "declined",
    });
    expect((await pay({ ...secure, authentication: "passed" })).body).toMatchObject({
      status: "completed",
    });
  });

  test.each([
    [{ email: "nobody" }, "Enter a valid email address."],
    [{ cardNumber: "4242" }, "Enter a valid card number."],
    [{ expiry: "13/40" }, "Enter a valid expiration date."],
    [{ expiry: "01/20" }, "Enter a valid expiration date."],
    [{ cvc: "12" }, "Enter a valid security code."],
    [{ name: " " }, "Enter the name on the card."],
  ])("explains what is wrong with %j", async (field, message) => {
    expect((await pay(field)).body).toEqual({ status: "invalid", message });
  });

  test("serves its script and page", async () => {
    const script = await fetch(`${sandbox.url}/paddle/paddle.js`);
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const query = new URLSearchParams({
      items: JSON.stringify([{ priceId: defaultCredentials.paddle.annualPriceId, quantity: 1 }]),
      customData: '{"uid":"</script>"}',
      parent: "http://localhost:3000",
    });
    const page = await fetch(`${sandbox.url}/paddle/checkout?${query}`);
    const html = await page.text();
    expect(html).toContain("7 days free, then $40.00 per year");
    expect(html).toContain("\\u003c/script>");
  });
});
