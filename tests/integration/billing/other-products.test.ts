import { beforeEach, expect, test } from "vitest";
import { POST as emailOnboarding } from "@/app/api/email-onboarding/route";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { isEntitled } from "@/lib/domain/billing/entitlement";
import { sendDueNotices } from "@/lib/domain/billing/nightly";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { callDocumented } from "@/tests/support/api-reference";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling, type ListedEvent } from "./harness";

// Other products may be sold in the same Paddle account, and a public token opens a checkout for them.

const otherPrice = "pri_01sandbox000000000000other";

const billing = useForFile(() => startBilling({ PADDLE_FORMER_PRICES: "pri_former, pri_older" }));
let counter = 0;

beforeEach(async () => {
  await billing.setTime("2026-11-20T12:00:00Z");
  await billing.ctx.db.operatorAlert.deleteMany();
});

async function buyOther(deliver: string) {
  counter += 1;
  const email = `other${counter}@example.com`;
  const uid = `uid_other_${counter}`;
  return { email, uid, ...(await billing.buy({ uid, email, plan: "other", deliver })) };
}

/** Everything but the stored events that could come from a purchase. */
async function traces() {
  const { db } = billing.ctx;
  return {
    subscribers: await db.subscriber.count(),
    subscriptions: await db.subscription.count(),
    records: await db.onboardingRecord.count(),
    payments: await db.payment.count(),
    notices: await db.notice.count(),
    figures: await db.moneyEvent.count(),
  };
}

const alerts = async () =>
  (await billing.ctx.db.operatorAlert.findMany({ orderBy: { key: "asc" } })).map(
    ({ subject }) => subject,
  );

const send = (event: object) => billing.control("POST", "/sandbox/paddle/webhooks", { event });

test.each(["in-order", "reversed", "twice"])(
  "a subscription of another product leaves nothing but its events when told %s",
  async (deliver) => {
    const before = await traces();
    const { subscriptionId, email } = await buyOther(deliver);
    for (const event of ["activate", "past_due", "renew", "refund", "cancel"]) {
      await billing.simulate(subscriptionId, event, deliver);
    }
    await sendDueNotices(billing.ctx);
    expect(await traces()).toEqual(before);
    expect((await billing.messages()).filter(({ to }) => to === email)).toEqual([]);
    expect(await alerts()).toEqual([`Someone bought something else in Paddle: ${otherPrice}`]);
    const stored = await billing.ctx.db.webhookEvent.count({
      where: {
        kind: "subscription.created",
        payload: { path: ["data", "id"], equals: subscriptionId },
      },
    });
    expect(stored).toBe(1);
  },
);

test("neither the nightly comparison nor a sign-up adds it", async () => {
  const before = await traces();
  const { subscriptionId, uid, email, customerId } = await buyOther("none");
  await billing.simulate(subscriptionId, "activate", "none");
  const report = await reconcile(billing.ctx);
  expect(report.repaired).not.toContain(subscriptionId);
  expect(report.sums).toEqual([]);
  const response = await callDocumented(
    emailOnboarding,
    new Request("http://localhost:3000/api/email-onboarding", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://localhost:3000" },
      body: JSON.stringify({
        threelineUid: uid,
        email,
        timezone: "America/New_York",
        termsAgreed: true,
      }),
    }),
  );
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "account_not_found" });
  expect(await traces()).toEqual(before);
  const customers = await billing.ctx.db.paddleCustomer.count({ where: { id: customerId } });
  expect(customers).toBe(0);
});

test("its buyer's address is deleted after 90 days, and a subscriber's isn't", async () => {
  const { customerId } = await buyOther("in-order");
  const ours = await billing.buy({ uid: "uid_keeps", email: "keeps@example.com" });
  const known = () =>
    billing.ctx.db.paddleCustomer.findMany({
      where: { id: { in: [customerId, ours.customerId] } },
      select: { id: true },
    });
  expect(await known()).toHaveLength(2);
  await billing.setTime("2027-02-21T12:00:00Z");
  await purgeExpired(billing.ctx);
  expect(await known()).toEqual([{ id: ours.customerId }]);
});

/** The event with another price in all of its items. */
function withPrice(event: ListedEvent, priceId: string): ListedEvent {
  const text = JSON.stringify(event).replaceAll(/pri_01sandbox0*(?:month|year)/g, priceId);
  const changed: ListedEvent = JSON.parse(text);
  return { ...changed, event_id: `${event.event_id}x` };
}

const find = (paddleSubscriptionId: string) =>
  billing.ctx.db.subscription.findUnique({ where: { paddleSubscriptionId } });

const lastEvents = async (subscriptionId: string) =>
  (await billing.events()).filter(({ data }) => data["id"] === subscriptionId);

test("a former price entitles", async () => {
  const { subscriptionId } = await billing.buy({
    uid: "uid_former",
    email: "former@example.com",
    deliver: "none",
  });
  for (const event of await lastEvents(subscriptionId)) await send(withPrice(event, "pri_older"));
  expect(await find(subscriptionId)).toMatchObject({ status: "trialing" });
  expect(await alerts()).toEqual([]);
});

test("someone we already serve stays served when their price isn't configured anymore", async () => {
  const email = "forgotten@example.com";
  const { subscriptionId } = await billing.buy({ uid: "uid_forgotten", email });
  await billing.simulate(subscriptionId, "activate", "none");
  const events = (await billing.events()).slice(-3);
  for (const event of events) await send(withPrice(event, "pri_forgotten"));
  const row = await find(subscriptionId);
  expect(row).toMatchObject({ status: "active" });
  expect(row && isEntitled(row, billing.ctx.clock.now())).toBe(true);
  expect(await alerts()).toEqual(["A subscriber has a price that isn’t configured: pri_forgotten"]);
  const payments = await billing.ctx.db.payment.count({
    where: { paddleSubscriptionId: subscriptionId },
  });
  expect(payments).toBe(2);
});
