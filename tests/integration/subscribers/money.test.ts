import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { POST as extendRoute } from "@/app/api/admin/subscribers/[id]/extend-trial/route";
import { POST as refundRoute } from "@/app/api/admin/subscribers/[id]/refund/route";
import { GET as timelineRoute } from "@/app/api/admin/subscribers/[id]/timeline/route";
import { timelineSchema } from "@/lib/contracts/admin/person";
import { takeFromLimit } from "@/lib/domain/limits/rate-limit";
import { getPerson } from "@/lib/domain/subscribers/person/person";
import { openAdminClient, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "../billing/harness";

const at = useForFile(startBilling);
let owner: ApiClient;
let people = 0;

beforeAll(async () => {
  owner = await openAdminClient(at.ctx);
});
afterEach(async () => {
  await at.control("DELETE", "/sandbox/faults");
  await at.setTime("2026-11-20T12:00:00Z");
});

const why = "Charged twice";

/** For webhooks. Generous, because a slow machine says nothing about the code. */
const patience = { timeout: 15_000, interval: 100 };

async function buy() {
  people += 1;
  const bought = await at.buy({
    uid: `uid_money_${people}`,
    email: `money${people}@example.com`,
    plan: "annual",
  });
  const { subscriberId } = await at.ctx.db.subscription.findUniqueOrThrow({
    where: { paddleSubscriptionId: bought.subscriptionId },
  });
  return { ...bought, id: subscriberId ?? 0 };
}

async function buyAndPay() {
  const person = await buy();
  await at.simulate(person.subscriptionId, "activate");
  const payment = await vi.waitFor(async () => {
    const { payments } = await getPerson(at.ctx, person.id);
    const paid = payments.find(({ amount }) => amount);
    if (!paid) throw new Error("not paid yet");
    return paid;
  }, patience);
  return { ...person, payment };
}

async function act(
  [name, route]: readonly ["refund" | "extend-trial", typeof refundRoute],
  id: number,
  json: object,
  client = owner,
) {
  const path = `/api/admin/subscribers/${id}/${name}`;
  const { status, body } = await client.call(route, "POST", path, {
    params: { id: `${id}` },
    json,
  });
  return { status, body };
}

/** When another refund of the same subscription is possible. */
async function later() {
  await at.setTime(new Date(at.ctx.clock.now().getTime() + 30_000).toISOString());
}

const refund = ["refund", refundRoute] as const;
const extend = ["extend-trial", extendRoute] as const;

test("refund takes back one payment at Paddle, once, and is in the timeline", async () => {
  const { id, payment } = await buyAndPay();
  expect([payment.amount, payment.currency, payment.refundedAt]).toEqual([4_000, "USD", null]);
  const { transactionId } = payment;
  expect(await act(refund, id, { why, transactionId })).toEqual({
    status: 200,
    body: { message: "The refund was requested from Paddle." },
  });
  await vi.waitFor(async () => {
    const { payments } = await getPerson(at.ctx, id);
    expect(
      payments.find((each) => each.transactionId === transactionId)?.refundedAt,
    ).not.toBeNull();
  }, patience);
  expect(await act(refund, id, { why, transactionId })).toEqual({
    status: 409,
    body: { message: "This payment was refunded before." },
  });
  const params = { id: String(id) };
  const path = `/api/admin/subscribers/${id}/timeline?kind=money`;
  const { entries } = timelineSchema.parse(
    (await owner.call(timelineRoute, "GET", path, { params })).body,
  );
  expect(entries.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Payment refunded", "Refund requested", "$40 paid"]),
  );
  expect(entries.find(({ title }) => title === "Refund requested")?.detail).toBe(
    "$40. Reason: Charged twice",
  );
});

test("support refunds up to $40, editors nothing", async () => {
  const { id, payment } = await buyAndPay();
  const { transactionId } = payment;
  const editor = await openAdminClient(at.ctx, "editor");
  expect((await act(refund, id, { why, transactionId }, editor)).status).toBe(403);
  const support = await openAdminClient(at.ctx, "support");
  const { refundPayment } = await import("@/lib/domain/subscribers/actions/money");
  const limits = { subscriptionCents: 3_999, dayCents: 20_000 };
  const below = { transactionId, why, actor: "operator", limits } as const;
  await expect(refundPayment(at.ctx, id, below)).rejects.toMatchObject({
    status: 403,
    userMessage: "Your role can refund up to $39.99 in total. An owner can refund more.",
  });
  expect((await act(refund, id, { why, transactionId }, support)).status).toBe(200);
});

test("part of a payment is refunded, then the rest, and not more", async () => {
  const { id, subscriptionId, payment } = await buyAndPay();
  const { transactionId } = payment;
  const part = (amount?: number) => act(refund, id, { why, transactionId, amount });
  expect((await part(1_500)).status).toBe(200);
  const refunds = () =>
    at.ctx.db.moneyEvent.findMany({ where: { kind: "refund", subscriptionId } });
  expect(await part(100)).toMatchObject({ status: 429 });
  await later();
  expect(await part(2_501)).toEqual({
    status: 409,
    body: { message: "Only $25 of this payment is left to refund.", field: "amount" },
  });
  expect((await part()).status).toBe(200);
  await later();
  expect(await part()).toEqual({
    status: 409,
    body: { message: "This payment was refunded before." },
  });
  await vi.waitFor(async () => {
    const amounts = (await refunds()).map(({ amount }) => Number(amount));
    expect(amounts.toSorted((a, b) => a - b)).toEqual([1_500, 2_500]);
  }, patience);
});

test("two requests at once refund once", async () => {
  const { id, payment } = await buyAndPay();
  const part = { why, transactionId: payment.transactionId, amount: 3_000 };
  const answers = await Promise.all([act(refund, id, part), act(refund, id, part)]);
  const [done, refused] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect([done, [409, 429].includes(refused ?? 0)]).toEqual([200, true]);
});

test("what support refunds counts in total", async () => {
  const { id, subscriptionId, payment } = await buyAndPay();
  await at.simulate(subscriptionId, "renew");
  const second = await vi.waitFor(async () => {
    const { payments } = await getPerson(at.ctx, id);
    const paid = payments.find(
      ({ amount, transactionId }) => amount && transactionId !== payment.transactionId,
    );
    if (!paid) throw new Error("not renewed yet");
    return paid;
  }, patience);
  const support = await openAdminClient(at.ctx, "support");
  const part = (transactionId: string, amount: number) =>
    act(refund, id, { why, transactionId, amount }, support);
  expect((await part(payment.transactionId, 3_000)).status).toBe(200);
  await later();
  expect(await part(second.transactionId, 1_001)).toEqual({
    status: 403,
    body: { message: "Your role can refund up to $40 in total. An owner can refund more." },
  });
  expect((await part(second.transactionId, 1_000)).status).toBe(200);
});

test("support refunds up to $200 a day, of all subscriptions together", async () => {
  const support = await openAdminClient(at.ctx, "support");
  const refundAll = async (by = support) => {
    const { id, payment } = await buyAndPay();
    return act(refund, id, { why, transactionId: payment.transactionId }, by);
  };
  for (let count = 0; count < 4; count += 1) expect((await refundAll()).status).toBe(200);
  const { id, payment } = await buyAndPay();
  const part = (amount: number) =>
    act(refund, id, { why, transactionId: payment.transactionId, amount }, support);
  expect((await part(1_500)).status).toBe(200);
  expect(await refundAll()).toEqual({
    status: 429,
    body: {
      code: "too_many_requests",
      message:
        "Your role can refund up to $200 a day, and $25 of it is left. An owner can refund more.",
    },
  });
  // Another person of the team has their own day, and an owner no limit.
  expect((await refundAll(await openAdminClient(at.ctx, "support"))).status).toBe(200);
  expect((await refundAll(owner)).status).toBe(200);
  await later();
  expect((await part(2_500)).status).toBe(200);
  await at.setTime("2026-11-21T13:00:00Z");
  // The browser has to log in again by then.
  await at.ctx.db.session.updateMany({
    data: { lastSeenAt: at.ctx.clock.now(), expiresAt: new Date("2026-11-22") },
  });
  expect((await refundAll()).status).toBe(200);
});

test("parallel refunds can't exceed the day's limit", async () => {
  const limit = { hits: 100, windowMs: 1_000 };
  const takes = await Promise.all(
    Array.from({ length: 5 }, () => takeFromLimit(at.ctx, "refunds:test", 40, limit)),
  );
  expect(takes.filter(({ isTaken }) => isTaken)).toHaveLength(2);
  expect(await takeFromLimit(at.ctx, "refunds:test", 40, limit)).toMatchObject({ left: 20 });
});

test.each([[0], [-5], [1.5], ["15"]])("refuses %j as an amount", async (amount) => {
  const { id, payment } = await buyAndPay();
  const { transactionId } = payment;
  expect(await act(refund, id, { why, transactionId, amount })).toEqual({
    status: 400,
    body: { message: "Enter an amount, such as 15.00.", field: "amount" },
  });
});

test("refund refuses another person's payment, and the start of a trial", async () => {
  const [one, other] = [await buyAndPay(), await buy()];
  const { transactionId } = one.payment;
  expect(await act(refund, other.id, { why, transactionId })).toEqual({
    status: 404,
    body: { message: "This payment isn’t theirs." },
  });
  expect(await act(refund, other.id, { why, transactionId: other.transactionId })).toEqual({
    status: 409,
    body: { message: "Nothing was paid, so there’s nothing to refund." },
  });
});

test("extend-trial moves the first charge here and at Paddle", async () => {
  const { id } = await buy();
  const before = Date.parse((await getPerson(at.ctx, id)).firstChargeAt ?? "");
  expect((await act(extend, id, { why, days: 7 })).status).toBe(200);
  const after = await getPerson(at.ctx, id);
  expect(Date.parse(after.firstChargeAt ?? "") - before).toBe(7 * 86_400_000);
  expect(after.nextChargeAt).toBe(after.firstChargeAt);
  expect(after.status).toBe("trialing");
});

test("extend-trial moves a trial by 60 days in total", async () => {
  const { id } = await buy();
  const by = (days: number) => act(extend, id, { why, days });
  expect((await by(30)).status).toBe(200);
  expect((await by(28)).status).toBe(200);
  expect(await by(3)).toEqual({
    status: 409,
    body: {
      message: "A trial can be extended by 60 days in total. 2 days are left.",
      field: "days",
    },
  });
  expect((await by(2)).status).toBe(200);
  expect(await by(1)).toEqual({
    status: 409,
    body: {
      message: "A trial can be extended by 60 days in total, and this one has been.",
      field: "days",
    },
  });
});

test("extend-trial refuses anyone without a trial, too many days, and says when Paddle is away", async () => {
  const paid = await buyAndPay();
  expect(await act(extend, paid.id, { why, days: 7 })).toEqual({
    status: 409,
    body: { message: "They have no trial billed by Paddle." },
  });
  const { id } = await buy();
  expect((await act(extend, id, { why, days: 31 })).body).toEqual({
    message: "Enter 1 to 30 days.",
    field: "days",
  });
  await at.control("POST", "/sandbox/faults", { provider: "paddle", mode: "error", status: 500 });
  expect((await act(extend, id, { why, days: 7 })).status).toBe(503);
});
