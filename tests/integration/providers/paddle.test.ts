import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PaymentsUnavailable, type PaymentsProvider } from "@/lib/domain/ports/payments";
import { createPaddleClient } from "@/lib/providers/paddle/client";
import { startSandbox } from "@/tests/integration/sandbox/harness";
import { z } from "zod";

let setting: Awaited<ReturnType<typeof startSandbox>>;
let payments: PaymentsProvider;
let ids: { customerId: string; subscriptionId: string };

const since = new Date(Date.now() - 60_000);
const idsSchema = z.object({ customerId: z.string(), subscriptionId: z.string() });

beforeAll(async () => {
  setting = await startSandbox();
  payments = createPaddleClient({
    apiKey: setting.credentials.paddle.apiKey,
    apiUrl: `${setting.url}/paddle`,
    priceIds: { monthly: "pri_month", annual: "pri_year" },
    timeoutMs: 2_000,
  });
  const { body } = await setting.post("/sandbox/paddle/checkout", {
    uid: "uid_provider",
    email: "provider@example.com",
    plan: "annual",
    deliver: "none",
  });
  ids = idsSchema.parse(body);
});

afterAll(() => setting.stop());
afterEach(() => setting.remove("/sandbox/faults"));

const fault = (more: Record<string, unknown>) =>
  setting.post("/sandbox/faults", { provider: "paddle", endpoint: "all", ...more });

test("finds a purchase by its uid only", async () => {
  const found = await payments.findPurchase("uid_provider", { timeoutMs: 3_000, since });
  expect(found).toMatchObject({
    customer: { email: "provider@example.com" },
    subscription: { ...ids, status: "trialing", plan: "annual", uid: "uid_provider" },
  });
  expect(found?.payments).toHaveLength(1);
  expect(await payments.findPurchase("uid_other", { timeoutMs: 3_000, since })).toBeNull();
});

test("returns null for an unknown subscription", async () => {
  expect(await payments.findSubscription("sub_none")).toBeNull();
});

test("lists subscriptions and payments, and opens the portal", async () => {
  const listed = [];
  for await (const each of payments.listSubscriptions()) listed.push(each.subscriptionId);
  expect(listed).toEqual([ids.subscriptionId]);
  expect(await payments.listPayments(ids.subscriptionId)).toHaveLength(1);
  expect(await payments.openPortal(ids.customerId, [ids.subscriptionId])).toContain("/portal/");
});

test.each([
  ["a 500", { mode: "error", status: 500, count: 1 }],
  ["too many requests", { mode: "rate-limit", count: 1, retryAfterS: 0 }],
  ["silence", { mode: "timeout", count: 1 }],
  ["a dropped connection", { mode: "accept-then-drop", count: 1 }],
  ["a page of HTML", { mode: "error", status: 502, count: 1, body: "<html></html>" }],
])("retries reads after %s", async (_name, how) => {
  await fault(how);
  expect(await payments.findSubscription(ids.subscriptionId)).toMatchObject(ids);
});

test.each([
  ["a refused key", { mode: "error", status: 403 }],
  ["an outage", { mode: "error", status: 503 }],
  ["a long Retry-After", { mode: "rate-limit", retryAfterS: 3_600 }],
  ["one byte a second", { mode: "drip" }],
  ["an incomplete answer", { mode: "error", status: 200, body: '{"data":{"id":"sub_1"}}' }],
])("gives up on %s", async (_name, how) => {
  await fault(how);
  await expect(payments.findSubscription(ids.subscriptionId)).rejects.toBeInstanceOf(
    PaymentsUnavailable,
  );
});

test("gives up within its timeout", async () => {
  await fault({ mode: "timeout" });
  await expect(
    payments.findPurchase("uid_provider", { timeoutMs: 700, since }),
  ).rejects.toBeInstanceOf(PaymentsUnavailable);
});

test("doesn't retry cancellations", async () => {
  await fault({ mode: "error", status: 500, count: 1 });
  await expect(
    payments.cancelSubscription(ids.subscriptionId, "next_billing_period"),
  ).rejects.toBeInstanceOf(PaymentsUnavailable);
  const booked = await payments.cancelSubscription(ids.subscriptionId, "next_billing_period");
  expect(booked.cancelAt).toEqual(booked.periodEndsAt);
});
