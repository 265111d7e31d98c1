import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { POST as giftRoute } from "@/app/api/admin/subscribers/[id]/gift/route";
import { POST as cardLinkRoute } from "@/app/api/admin/subscribers/[id]/card-link/route";
import { POST as onboard } from "@/app/api/email-onboarding/route";
import { POST as cancelSecond } from "@/app/api/subscription/cancel-second/route";
import { cancelOwnSubscription } from "@/lib/domain/account/account-settings";
import { getAccount } from "@/lib/domain/account/account-view";
import {
  applyPlanChanges,
  changePlan,
  keepPlan,
  previewPlan,
} from "@/lib/domain/billing/change-plan";
import { isEntitled } from "@/lib/domain/billing/entitlement";
import { findCurrentSubscription } from "@/lib/domain/billing/status";
import { countAnswers, countGifts } from "@/lib/domain/money/answers";
import { sendNotices } from "@/lib/domain/outbox/notices";
import { getPerson } from "@/lib/domain/subscribers/person/person";
import { openAdminClient, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";
import { openBrowser } from "../onboarding/browser";
import { startBilling } from "./harness";

const billing = useForFile(startBilling);
let owner: ApiClient;
let counter = 0;

beforeAll(async () => {
  owner = await openAdminClient(billing.ctx);
});

afterEach(async () => {
  await billing.control("DELETE", "/sandbox/faults");
  await billing.control("PUT", "/sandbox/setup", { paddleDeclinesCards: false });
  await billing.setTime("2026-11-20T12:00:00Z");
});

async function subscribe(terms: Record<string, unknown> = {}) {
  counter += 1;
  const email = `after${counter}@example.com`;
  const uid = `uid_after_${counter}`;
  const ids = await billing.buy({ uid, email, ...terms });
  const find = () =>
    billing.ctx.db.subscription.findUniqueOrThrow({
      where: { paddleSubscriptionId: ids.subscriptionId },
    });
  return { ...ids, uid, email, find, id: (await find()).subscriberId ?? 0 };
}

async function pay(terms: Record<string, unknown> = {}) {
  const person = await subscribe(terms);
  await billing.simulate(person.subscriptionId, "activate");
  return person;
}

async function emailsTo(recipient: string): Promise<string[]> {
  await sendNotices(billing.ctx);
  const sent = (await billing.messages()).filter(({ to }) => to === recipient);
  return sent.map(({ text }) => text.replaceAll(/\s+/g, " "));
}

const chargesOf = async (subscriptionId: string) => {
  const rows = await billing.ctx.db.moneyEvent.findMany({
    where: { subscriptionId, kind: "charge" },
    orderBy: { occurredAt: "asc" },
  });
  return rows.map(({ amount }) => Number(amount));
};

const actionsOn = async (subscriptionId: string) => {
  const rows = await billing.ctx.db.auditEvent.findMany({
    where: { subject: `subscription:${subscriptionId}`, action: { contains: "plan_" } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ action }) => action);
};

describe("a change of plan", () => {
  test("from monthly to annual charges at once what Paddle's preview said", async () => {
    const { id, email, subscriptionId, find } = await pay();
    await billing.setTime("2026-12-05T12:00:00Z");
    const preview = await previewPlan(billing.ctx, id);
    expect(preview).toMatchObject({
      plan: "annual",
      at: null,
      price: { amount: 4_000, currency: "USD", interval: "year" },
    });
    const charge = preview.charge?.amount ?? 0;
    // Half of a month that cost $5 is left.
    expect(charge).toBeGreaterThan(3_700);
    expect(charge).toBeLessThan(3_800);
    await changePlan(billing.ctx, id, "annual");
    await changePlan(billing.ctx, id, "annual");
    expect(await find()).toMatchObject({ plan: "annual", price: 4_000n });
    await expect.poll(() => chargesOf(subscriptionId)).toEqual([500, charge]);
    expect(await actionsOn(subscriptionId)).toEqual(["subscription.plan_changed"]);
    expect(await emailsTo(email)).toContainEqual(
      expect.stringContaining("Your plan is now annual: $40 per year."),
    );
  });

  test("in a trial charges nothing, and moves nothing", async () => {
    const { id, find } = await subscribe({ plan: "annual" });
    const { nextChargeAt } = await find();
    expect(await previewPlan(billing.ctx, id)).toMatchObject({ charge: null, at: null });
    await changePlan(billing.ctx, id, "monthly");
    expect(await find()).toMatchObject({ plan: "monthly", status: "trialing", nextChargeAt });
  });

  test("from annual to monthly happens when it renews, and can be undone until then", async () => {
    const { id, email, subscriptionId, find } = await pay({ plan: "annual" });
    const { nextChargeAt } = await find();
    expect(await previewPlan(billing.ctx, id)).toMatchObject({
      plan: "monthly",
      charge: null,
      at: nextChargeAt?.toISOString(),
    });
    await changePlan(billing.ctx, id, "monthly");
    await changePlan(billing.ctx, id, "monthly");
    expect((await getAccount(billing.ctx, id)).nextPlan).toEqual({
      plan: "monthly",
      date: "2027-11-20",
    });
    await sendNotices(billing.ctx);
    await keepPlan(billing.ctx, id);
    await sendNotices(billing.ctx);
    expect((await getAccount(billing.ctx, id)).nextPlan).toBeNull();
    await billing.setTime("2026-11-20T12:01:00Z");
    await changePlan(billing.ctx, id, "monthly");
    await applyPlanChanges(billing.ctx);
    expect(await find()).toMatchObject({ plan: "annual" });

    await billing.setTime("2027-11-20T00:00:00Z");
    await applyPlanChanges(billing.ctx);
    expect(await find()).toMatchObject({ plan: "monthly", nextPlan: null, nextChargeAt });
    await billing.simulate(subscriptionId, "renew");
    expect(await chargesOf(subscriptionId)).toEqual([4_000, 500]);
    expect(await actionsOn(subscriptionId)).toEqual([
      "subscription.plan_scheduled",
      "subscription.plan_kept",
      "subscription.plan_scheduled",
      "subscription.plan_changed",
    ]);
    const emails = await emailsTo(email);
    for (const sentence of [
      "Your plan becomes monthly on Nov 20, 2027, when your paid period ends.",
      "Your plan stays annual: $40 per year.",
      "Your plan is now monthly: $5 per month.",
    ]) {
      expect(emails).toContainEqual(expect.stringContaining(sentence));
    }
  });

  test("that doesn't work is tried again, and the operator hears of it in time", async () => {
    const { id, find, subscriptionId } = await pay({ plan: "annual" });
    await changePlan(billing.ctx, id, "monthly");
    const fault = { provider: "paddle", endpoint: "send", mode: "error", status: 500 };
    await billing.control("POST", "/sandbox/faults", fault);
    await billing.setTime("2027-11-20T00:00:00Z");
    await applyPlanChanges(billing.ctx);
    const key = { startsWith: `plan-not-changed:${subscriptionId}` };
    expect(await billing.ctx.db.operatorAlert.count({ where: { key } })).toBe(0);
    await billing.setTime("2027-11-20T10:00:00Z");
    await applyPlanChanges(billing.ctx);
    expect(await billing.ctx.db.operatorAlert.count({ where: { key } })).toBe(1);
    await billing.control("DELETE", "/sandbox/faults");
    await applyPlanChanges(billing.ctx);
    expect(await find()).toMatchObject({ plan: "monthly" });
  });

  test("isn't made when the card is declined, nor offered to whom it isn't possible", async () => {
    const { id, find, subscriptionId } = await pay();
    await billing.control("PUT", "/sandbox/setup", { paddleDeclinesCards: true });
    await expect(changePlan(billing.ctx, id, "annual")).rejects.toMatchObject({ status: 402 });
    expect(await find()).toMatchObject({ plan: "monthly" });
    await billing.simulate(subscriptionId, "past_due");
    expect((await getAccount(billing.ctx, id)).canChangePlan).toBe(false);
    await expect(changePlan(billing.ctx, id, "annual")).rejects.toMatchObject({ status: 409 });
  });
});

describe("a failed payment", () => {
  test("is emailed with a link to change the card, which the team can send again", async () => {
    const { id, email, subscriptionId } = await pay({ amount: 450, currency: "GBP" });
    await billing.simulate(subscriptionId, "past_due");
    const [link] = (await emailsTo(email)).filter((text) => text.includes("didn’t go through"));
    expect(link).toContain("Your last payment for Threeline, £4.50 per month, didn’t go through.");
    expect(link).toMatch(/Update your card: http:\S+\/pricing\?_ptxn=txn_\w+/);
    const person = await getPerson(billing.ctx, id);
    expect(person.failedPayment).toMatchObject({
      amount: 450,
      currency: "GBP",
      reason: "declined",
    });
    expect((await getAccount(billing.ctx, id)).failedPayment).toMatchObject({ reason: "declined" });

    await billing.setTime("2026-11-20T12:05:00Z");
    const send = () =>
      owner.call(cardLinkRoute, "POST", `/api/admin/subscribers/${id}/card-link`, {
        json: { why: "Asked by phone" },
        params: { id: `${id}` },
      });
    expect((await send()).status).toBe(200);
    const links = (await emailsTo(email)).filter((text) => text.includes("?_ptxn="));
    expect(links).toHaveLength(2);
    await billing.simulate(subscriptionId, "activate");
    expect((await getPerson(billing.ctx, id)).failedPayment).toBeNull();
    expect((await send()).status).toBe(409);
  });

  test("that was paid in the meantime isn't emailed", async () => {
    const { email, subscriptionId } = await pay();
    await billing.simulate(subscriptionId, "past_due");
    await billing.simulate(subscriptionId, "activate");
    const texts = await emailsTo(email);
    expect(texts.filter((text) => text.includes("didn’t go through"))).toEqual([]);
  });
});

describe("a second purchase", () => {
  test("says so, and cancels itself before its first charge", async () => {
    const first = await pay();
    const second = await subscribe();
    const browser = openBrowser();
    const json = {
      email: first.email,
      timezone: "America/New_York",
      termsAgreed: true,
      threelineUid: second.uid,
    };
    const refused = await browser.call(onboard, "POST", "/api/email-onboarding", { json });
    expect([refused.status, refused.body["code"]]).toEqual([409, "duplicate_active_email"]);
    const cancel = () =>
      browser.call(cancelSecond, "POST", "/api/subscription/cancel-second", { json: {} });
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).status).toBe(200);
    expect(await second.find()).toMatchObject({ status: "canceled" });
    expect(await chargesOf(second.subscriptionId)).toEqual([]);
    expect(await first.find()).toMatchObject({ status: "active", cancelAt: null });
  });

  test("of somebody else's browser, or one that was finished, stays", async () => {
    const { uid, email, find } = await subscribe();
    const stranger = await openBrowser().call(
      cancelSecond,
      "POST",
      "/api/subscription/cancel-second",
      { json: {} },
    );
    expect(stranger.status).toBe(404);
    const browser = openBrowser();
    const json = { email, timezone: "America/New_York", termsAgreed: true, threelineUid: uid };
    expect((await browser.call(onboard, "POST", "/api/email-onboarding", { json })).status).toBe(
      200,
    );
    const own = await browser.call(cancelSecond, "POST", "/api/subscription/cancel-second", {
      json: {},
    });
    expect(own.status).toBe(409);
    expect(await find()).toMatchObject({ status: "trialing" });
  });
});

test("what people answer to why they leave is counted, and what they write is shown", async () => {
  const { id, email, subscriptionId } = await pay();
  await cancelOwnSubscription(billing.ctx, id, {
    email,
    subscriptionId,
    emailPreference: "continue_until_expiry",
    answer: "too_expensive",
    comment: "Half of it would be fine.",
  });
  const other = await subscribe();
  await cancelOwnSubscription(billing.ctx, other.id, {
    email: other.email,
    subscriptionId: other.subscriptionId,
    emailPreference: "stop_immediately",
  });
  expect(await countAnswers(billing.ctx, "2026-11")).toEqual({
    rows: [{ answer: "too_expensive", people: 1 }],
    comments: [{ comment: "Half of it would be fine.", at: expect.any(String) }],
  });
  expect(await countAnswers(billing.ctx, "2026-12")).toEqual({ rows: [], comments: [] });
});

test("the team gives somebody the briefing until a date, apart from the figures", async () => {
  const { id, subscriptionId } = await subscribe();
  const give = (until: string | null) =>
    owner.call(giftRoute, "POST", `/api/admin/subscribers/${id}/gift`, {
      json: { why: "Won the raffle", until },
      params: { id: `${id}` },
    });
  expect((await give("2026-12-31")).status).toBe(409);
  await billing.simulate(subscriptionId, "cancel");
  expect((await give("2026-11-19")).status).toBe(400);
  expect((await give(null)).status).toBe(400);
  expect((await give("2026-12-24")).status).toBe(200);
  expect((await give("2026-12-31")).status).toBe(200);
  const gift = await findCurrentSubscription(billing.ctx.db, id);
  // The end of the day in New York.
  expect(gift).toMatchObject({
    giftReason: "Won the raffle",
    accessEndsAt: new Date("2027-01-01T05:00:00Z"),
  });
  expect(gift && isEntitled(gift, new Date("2027-01-01T04:59:00Z"))).toBe(true);
  expect(gift && isEntitled(gift, new Date("2027-01-01T05:00:00Z"))).toBe(false);
  expect(await countGifts(billing.ctx)).toBe(1);
  const audited = await billing.ctx.db.auditEvent.findMany({ where: { action: "briefing.given" } });
  expect(audited).toHaveLength(2);
});
