import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { POST as reviewRoute } from "@/app/api/admin/subscribers/[id]/review-refund/route";
import { GET as readToday } from "@/app/api/admin/today/route";
import { todaySchema } from "@/lib/contracts/admin/today";
import { cancelSubscription } from "@/lib/domain/billing/cancel";
import { cancelRequested } from "@/lib/domain/billing/cancel-requests";
import { isEntitled } from "@/lib/domain/billing/entitlement";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { listOpenRefundsOf, markRefundsReviewed } from "@/lib/domain/billing/review-refunds";
import { findMoney } from "@/lib/domain/money/overview";
import { deriveMoney } from "@/lib/domain/money/derive";
import { applyOnce } from "@/lib/domain/webhooks/provider-events";
import { paymentEvents } from "@/lib/domain/billing/apply-payment-event";
import { getPerson } from "@/lib/domain/subscribers/person/person";
import { listTimeline } from "@/lib/domain/subscribers/person/timeline";
import { readPaddleEvent } from "@/lib/providers/paddle/webhook";
import { openAdminClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "./harness";

vi.setConfig({ testTimeout: 60_000 });

const billing = useForFile(startBilling);
let counter = 0;

beforeEach(async () => {
  await billing.setTime("2026-11-20T12:00:00Z");
  await billing.ctx.db.operatorAlert.deleteMany();
});

/** Someone who has paid for a year, and what can happen to the payment. */
async function subscribe() {
  counter += 1;
  const email = `adjusted${counter}@example.com`;
  const uid = `uid_adjusted_${counter}`;
  const { subscriptionId, customerId } = await billing.buy({ uid, email, plan: "annual" });
  await billing.simulate(subscriptionId, "activate");
  const where = { paddleSubscriptionId: subscriptionId };
  const find = () => billing.ctx.db.subscription.findUniqueOrThrow({ where });
  const payment = () =>
    billing.ctx.db.payment.findFirstOrThrow({ where: { ...where, total: { not: null } } });
  const { paddleTransactionId: transactionId } = await payment();
  const { subscriberId } = await find();
  return {
    subscriptionId,
    customerId,
    transactionId,
    subscriberId: subscriberId ?? 0,
    find,
    payment,
    isServed: async () => isEntitled(await find(), billing.ctx.clock.now()),
    adjust: async (body: object): Promise<string> => {
      const created = await billing.control("POST", "/sandbox/paddle/adjustments", {
        transactionId,
        ...body,
      });
      return String(Reflect.get(Object(created), "id"));
    },
    change: (id: string, status: string) =>
      billing.control("POST", `/sandbox/paddle/adjustments/${id}`, { status }),
    refunded: async () => {
      await deriveMoney(billing.ctx);
      const found = await billing.ctx.db.moneyChange.findMany({
        where: { subscriptionId, kind: "refunded" },
      });
      return found.map(({ amount }) => Number(amount));
    },
  };
}

const subjects = async () =>
  (await billing.ctx.db.operatorAlert.findMany({ orderBy: { key: "asc" } })).map(
    ({ subject }) => subject,
  );

describe("a chargeback", () => {
  test("stops the briefing, cancels at Paddle, and tells the operator", async () => {
    const { adjust, find, isServed, subscriptionId, subscriberId, refunded } = await subscribe();
    await adjust({ action: "chargeback" });
    expect(await isServed()).toBe(false);
    expect(await find()).toMatchObject({ status: "active", endReason: "chargeback" });
    const alerts = await billing.ctx.db.operatorAlert.findMany();
    expect(alerts.map(({ subject }) => subject)).toEqual([
      `A payment was disputed: ${subscriptionId}`,
    ]);
    expect(alerts[0]?.body).toContain(`http://localhost:3000/admin/subscribers/${subscriberId}`);
    await cancelRequested(billing.ctx);
    expect(await find()).toMatchObject({ status: "canceled", accessEndsAt: null });
    expect(await isServed()).toBe(false);
    expect(await refunded()).toEqual([4_000]);
  });

  test("of a part, or of an earlier payment, does the same", async () => {
    const { adjust, find, isServed, subscriptionId, transactionId } = await subscribe();
    await billing.setTime("2027-11-21T12:00:00Z");
    await billing.simulate(subscriptionId, "renew");
    await adjust({ action: "chargeback", amount: 1_000, transactionId });
    await cancelRequested(billing.ctx);
    expect(await find()).toMatchObject({ status: "canceled", accessEndsAt: null });
    expect(await isServed()).toBe(false);
  });

  test("that is won before Paddle canceled changes nothing in the end", async () => {
    const { adjust, find, isServed, payment, refunded } = await subscribe();
    await adjust({ action: "chargeback" });
    await adjust({ action: "chargeback_reverse" });
    expect(await find()).toMatchObject({ status: "active", endReason: null });
    expect(await isServed()).toBe(true);
    await cancelRequested(billing.ctx);
    expect((await find()).status).toBe("active");
    expect(await payment()).toMatchObject({ refundedAt: null, chargedBackAt: null });
    expect(await refunded()).toEqual([]);
  });

  test("that is won afterwards gives the paid time back", async () => {
    const { adjust, find, isServed } = await subscribe();
    await adjust({ action: "chargeback" });
    await cancelRequested(billing.ctx);
    expect(await isServed()).toBe(false);
    await adjust({ action: "chargeback_reverse" });
    const row = await find();
    expect(row.accessEndsAt?.toISOString().slice(0, 10)).toBe("2027-11-20");
    expect(await isServed()).toBe(true);
  });

  test("ends what a canceled subscription still had, and a warning doesn't", async () => {
    const { adjust, isServed, subscriptionId } = await subscribe();
    await billing.simulate(subscriptionId, "cancel");
    await adjust({ action: "chargeback_warning" });
    expect(await isServed()).toBe(true);
    expect(await subjects()).toEqual([]);
    await adjust({ action: "chargeback" });
    expect(await isServed()).toBe(false);
    expect(await subjects()).toEqual([`A payment was disputed: ${subscriptionId}`]);
  });

  test("counts when it arrives before everything else about the purchase", async () => {
    const uid = "uid_chargeback_first";
    const email = "chargeback-first@example.com";
    const { subscriptionId } = await billing.buy({ uid, email, deliver: "none" });
    await billing.simulate(subscriptionId, "activate", "none");
    const events = (await billing.events()).slice(-7);
    const transactionId = z
      .string()
      .parse(
        events.findLast(({ event_type: type }) => type === "transaction.completed")?.data["id"],
      );
    await billing.control("POST", "/sandbox/paddle/adjustments", {
      transactionId,
      action: "chargeback",
    });
    for (const event of events.toReversed()) {
      await billing.control("POST", "/sandbox/paddle/webhooks", { event });
    }
    const row = await billing.ctx.db.subscription.findUniqueOrThrow({
      where: { paddleSubscriptionId: subscriptionId },
    });
    expect(row).toMatchObject({ status: "active", endReason: "chargeback" });
    expect(await billing.ctx.db.notice.count({ where: { key: `charged:${transactionId}` } })).toBe(
      0,
    );
  });
});

describe("a refund", () => {
  test("counts once it's approved, and not when it's rejected", async () => {
    const { adjust, change, payment, refunded } = await subscribe();
    const first = await adjust({ action: "refund", amount: 1_500, status: "pending_approval" });
    const second = await adjust({ action: "refund", amount: 2_500, status: "pending_approval" });
    expect(await refunded()).toEqual([]);
    await change(first, "approved");
    expect(await refunded()).toEqual([1_500]);
    expect((await payment()).refundedAt).toBeNull();
    await change(second, "rejected");
    expect(await refunded()).toEqual([1_500]);
    expect((await payment()).refundedAt).toBeNull();
  });

  test("in parts that add up to everything ends what a canceled subscription still had", async () => {
    const { adjust, find, isServed, subscriptionId } = await subscribe();
    await billing.simulate(subscriptionId, "cancel");
    await adjust({ action: "refund", amount: 1_500 });
    expect(await isServed()).toBe(true);
    await adjust({ action: "refund", amount: 2_500 });
    // What is left is the free trial.
    expect((await find()).accessEndsAt?.toISOString().slice(0, 10)).toBe("2026-11-27");
    await billing.setTime("2026-11-28T12:00:00Z");
    expect(await isServed()).toBe(false);
  });

  test("of everything, of a subscription that runs on, is put before a person", async () => {
    const { adjust, isServed, subscriptionId, subscriberId, find } = await subscribe();
    await adjust({ action: "refund" });
    expect(await isServed()).toBe(true);
    expect((await find()).endReason).toBeNull();
    expect(await subjects()).toEqual([`Refunded in full, but still running: ${subscriptionId}`]);
    expect(await listOpenRefundsOf(billing.ctx, subscriberId)).toMatchObject([{ kind: "refund" }]);
    const by = { actor: "admin:dana", why: "A gift" } as const;
    await markRefundsReviewed(billing.ctx, subscriberId, by);
    expect(await listOpenRefundsOf(billing.ctx, subscriberId)).toEqual([]);
    expect(await isServed()).toBe(true);
    await expect(markRefundsReviewed(billing.ctx, subscriberId, by)).rejects.toMatchObject({
      status: 409,
      userMessage: "There’s no refund or dispute to decide on.",
    });
  });

  test("of everything is settled when the subscription is stopped", async () => {
    const { adjust, isServed, subscriberId } = await subscribe();
    await adjust({ action: "refund" });
    await cancelSubscription(billing.ctx, subscriberId, "stop_immediately");
    expect(await isServed()).toBe(false);
    expect(await listOpenRefundsOf(billing.ctx, subscriberId)).toEqual([]);
  });

  test("of a period that is over needs nobody", async () => {
    const { adjust, subscriptionId, subscriberId, transactionId } = await subscribe();
    await billing.setTime("2027-11-21T12:00:00Z");
    await billing.simulate(subscriptionId, "renew");
    await adjust({ action: "refund", transactionId });
    expect(await listOpenRefundsOf(billing.ctx, subscriberId)).toEqual([]);
    expect(await subjects()).toEqual([]);
  });

  test("of another product changes no figures", async () => {
    const before = await findMoney(billing.ctx, { period: "all" });
    const { subscriptionId } = await billing.buy({
      uid: "uid_other",
      email: "other@example.com",
      plan: "other",
    });
    const transactions = (await billing.events()).findLast(
      ({ event_type: type }) => type === "transaction.completed",
    );
    await billing.control("POST", "/sandbox/paddle/adjustments", {
      transactionId: transactions?.data["id"],
      action: "refund",
      amount: 900,
    });
    expect(await findMoney(billing.ctx, { period: "all" })).toEqual(before);
    const audited = await billing.ctx.db.auditEvent.count({
      where: { subject: `subscription:${subscriptionId}` },
    });
    expect(audited).toBe(0);
  });
});

/** What follows from adjustments, without when they were applied. */
async function stateOf({ find, payment, refunded }: Awaited<ReturnType<typeof subscribe>>) {
  const { status, accessEndsAt, endReason } = await find();
  const { refundedAt, chargedBackAt } = await payment();
  return { status, accessEndsAt, endReason, refundedAt, chargedBackAt, refunded: await refunded() };
}

test("adjustments lead to the same state in any order, repeated, or read at night", async () => {
  const one = await subscribe();
  const before = (await billing.events()).length;
  const quiet = { deliver: "none" };
  await one.adjust({ action: "refund", amount: 500, status: "pending_approval", ...quiet });
  await one.adjust({ action: "chargeback", amount: 1_000, ...quiet });
  await one.adjust({ action: "chargeback_reverse", amount: 1_000, ...quiet });
  await one.adjust({ action: "credit", amount: 700, ...quiet });
  await one.adjust({ action: "chargeback", amount: 3_500, ...quiet });
  const pending = z.string().parse((await billing.events())[before]?.data["id"]);
  await billing.control("POST", `/sandbox/paddle/adjustments/${pending}`, {
    status: "approved",
    ...quiet,
  });
  const events = (await billing.events()).slice(before);
  expect(events).toHaveLength(7);
  const forget = async () => {
    const ids = { paddleSubscriptionId: one.subscriptionId };
    const { db } = billing.ctx;
    await db.adjustment.deleteMany({ where: ids });
    await db.moneyEvent.deleteMany({
      where: { subscriptionId: one.subscriptionId, kind: "refund" },
    });
    await db.moneyChange.deleteMany({
      where: { subscriptionId: one.subscriptionId, kind: "refunded" },
    });
    await db.payment.updateMany({ where: ids, data: { refundedAt: null, chargedBackAt: null } });
    await db.subscription.updateMany({
      where: ids,
      data: { endReason: null, endRequestedAt: null, endNextAttemptAt: null },
    });
    await db.webhookEvent.deleteMany({ where: { kind: { startsWith: "adjustment." } } });
  };
  const live = async (order: readonly (typeof events)[number][]) => {
    await forget();
    for (const event of order) {
      const outside = readPaddleEvent({ headers: new Headers(), body: JSON.stringify(event) });
      await applyOnce(billing.ctx, "paddle", outside, paymentEvents);
    }
    const { refunded, ...state } = await stateOf(one);
    return { ...state, refunded: refunded.toSorted((a, b) => a - b) };
  };
  const straight = await live(events);
  expect(straight).toMatchObject({ endReason: "chargeback", refunded: [500, 3_500] });
  expect(straight.refundedAt).not.toBeNull();
  const twice = [...events, ...events];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(twice, { minLength: twice.length }), async (order) => {
      expect(await live(order)).toEqual(straight);
    }),
    { numRuns: 5 },
  );
  await forget();
  await reconcile(billing.ctx);
  const { refunded, ...state } = await stateOf(one);
  expect({ ...state, refunded: refunded.toSorted((a, b) => a - b) }).toEqual(straight);
});

describe("the team", () => {
  const openAs = (role: "owner" | "editor") => openAdminClient(billing.ctx, role);

  test.each([
    ["chargeback", "was disputed", "Briefings for it have stopped"],
    ["refund", "was refunded in full, but not canceled", "Stop it now, or keep serving them."],
  ])("sees a %s under Today, and takes it off with a reason", async (action, title, text) => {
    const { adjust, subscriberId, find } = await subscribe();
    const href = `/admin/subscribers/${subscriberId}`;
    await adjust({ action });
    const owner = await openAs("owner");
    const attention = async () => {
      const { body } = await owner.call(readToday, "GET", "/api/admin/today");
      return todaySchema.parse(body).attention.filter(({ kind, actions: [first] }) => {
        return kind === action && first?.do === "open" && first.href === href;
      });
    };
    const [item] = await attention();
    expect(item).toMatchObject({
      kind: action,
      isOurFault: false,
    });
    expect(item?.title).toContain(title);
    expect(item?.text).toContain(text);
    const path = `/api/admin/subscribers/${subscriberId}/review-refund`;
    const params = { id: String(subscriberId) };
    const review = (client: typeof owner) =>
      client.call(reviewRoute, "POST", path, { params, json: { why: "Agreed by phone" } });
    expect((await review(await openAs("editor"))).status).toBe(403);
    const before = await find();
    expect(await review(owner)).toMatchObject({
      status: 200,
      body: { message: "Decided. The subscription stays as it is." },
    });
    expect(await attention()).toEqual([]);
    expect(await find()).toEqual(before);
    expect((await review(owner)).status).toBe(409);
  });

  test("sees on the person's page why nothing is sent, and what is open", async () => {
    const { adjust, subscriberId, transactionId } = await subscribe();
    await adjust({ action: "chargeback" });
    const person = await getPerson(billing.ctx, subscriberId);
    expect(person).toMatchObject({
      status: "canceled",
      next: { explanation: "A payment was disputed, so nothing more is sent." },
      openRefunds: [{ kind: "chargeback", transactionId }],
    });
    const paid = person.payments.find((each) => each.transactionId === transactionId);
    expect(paid?.chargedBackAt).not.toBeNull();
    const { entries } = await listTimeline(billing.ctx, subscriberId, { kind: "money" });
    expect(entries.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["Payment disputed", "Cancellation requested"]),
    );
  });
});
