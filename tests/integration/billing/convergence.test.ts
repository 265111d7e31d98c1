import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { paymentEvents } from "@/lib/domain/billing/apply-payment-event";
import { syncSubscription } from "@/lib/domain/billing/paddle-sync";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { ensurePurchase } from "@/lib/domain/onboarding/ensure-purchase";
import { applyOnce } from "@/lib/domain/webhooks/provider-events";
import { clockFrom } from "@/lib/platform/clock";
import { readPaddleEvent } from "@/lib/providers/paddle/webhook";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling, type ListedEvent } from "./harness";

// Hundreds of transactions per test can take minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const billing = useForFile(startBilling);

/** The event with other IDs, so that one history can be replayed many times. */
function renamed(event: ListedEvent, life: number): string {
  return JSON.stringify(event)
    .replaceAll(/\b(ctm|sub|txn|evt|adj|uid)_\w+/g, (id) => `${id}x${life}`)
    .replaceAll("life@example.com", `life${life}@example.com`);
}

async function apply(body: string): Promise<void> {
  const outside = readPaddleEvent({ headers: new Headers(), body });
  expect(outside.problem).toBeUndefined();
  await applyOnce(billing.ctx, "paddle", outside, paymentEvents);
}

/** The result of one history, without what depends on when events were applied. */
async function stateOf(paddleSubscriptionId: string, life: number): Promise<string> {
  const subscription = await billing.ctx.db.subscription.findUnique({
    where: { paddleSubscriptionId },
    select: {
      status: true,
      plan: true,
      paddleCustomerId: true,
      firstChargeAt: true,
      nextChargeAt: true,
      cancelAt: true,
      canceledAt: true,
      accessEndsAt: true,
      stoppedAt: true,
      subscriber: {
        select: {
          email: true,
          paymentEmail: true,
          name: true,
          onboarding: { select: { uid: true, paddleSubscriptionId: true, paddleCustomerId: true } },
        },
      },
    },
  });
  const payments = await billing.ctx.db.payment.findMany({
    where: { paddleSubscriptionId },
    orderBy: { paddleTransactionId: "asc" },
    select: { paddleTransactionId: true, periodEndsAt: true },
  });
  return JSON.stringify({ subscription, payments })
    .replaceAll(`x${life}"`, '"')
    .replaceAll(`life${life}@`, "life@");
}

async function liveOnce(): Promise<{ subscriptionId: string; events: ListedEvent[] }> {
  const { subscriptionId } = await billing.buy({
    uid: "uid_life",
    email: "life@example.com",
    name: "Life",
    deliver: "none",
  });
  await billing.simulate(subscriptionId, "activate", "none");
  await billing.simulate(subscriptionId, "past_due", "none");
  await billing.simulate(subscriptionId, "renew", "none");
  await billing.simulate(subscriptionId, "cancel", "none");
  // Eight events that each change something; the rest repeat them.
  const wanted = [
    "customer.created",
    "subscription.created",
    "transaction.completed",
    "subscription.activated",
    "transaction.payment_failed",
    "subscription.past_due",
    "subscription.canceled",
  ];
  const all = await billing.events();
  const renewal = all.findLast(({ event_type }) => event_type === "transaction.completed");
  const events = wanted.flatMap((type) => all.find(({ event_type }) => event_type === type) ?? []);
  return { subscriptionId, events: renewal ? [...events, renewal] : events };
}

// Takes eight minutes instead of seconds. Run it after changing what an event does.
const isEveryOrder = process.env["EVERY_ORDER"] === "1";

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first) =>
    permutations(items.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
}

/** All 40,320 orders, or a sample in which each event arrives twice. */
function ordersToTry(): number[][] {
  if (isEveryOrder) return permutations([0, 1, 2, 3, 4, 5, 6, 7]);
  const twice = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7];
  return fc.sample(fc.shuffledSubarray(twice, { minLength: twice.length }), 64);
}

test(
  "eight events end in the same state in every order, with duplicates",
  async () => {
    const { subscriptionId, events } = await liveOnce();
    expect(events).toHaveLength(8);
    let life = 0;
    const live = async (order: readonly number[]): Promise<string> => {
      life += 1;
      const own = life;
      for (const index of order) {
        const event = events[index];
        if (event) await apply(renamed(event, own));
      }
      return stateOf(`${subscriptionId}x${own}`, own);
    };
    const straight = await live([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(straight).toContain('"status":"canceled"');
    expect(straight).toContain('"uid":"uid_life"');
    expect(await live([7, 6, 5, 4, 3, 2, 1, 0])).toBe(straight);
    const orders = ordersToTry();
    // Histories of different people are independent, so many run at once, as in the service.
    while (orders.length > 0) {
      const some = orders.splice(0, 32);
      const ends = await Promise.all(some.map(async (order) => [order, await live(order)]));
      expect(ends).toEqual(some.map((order) => [order, straight]));
    }
  },
  isEveryOrder ? 3_600_000 : 300_000,
);

/** The result of several states of one subscription, applied in order. */
async function standAfter(id: string, told: readonly Told[]): Promise<string> {
  for (const [occurredAt, eventId, status] of told) {
    const snapshot = {
      subscriptionId: id,
      customerId: "ctm_told",
      status,
      plan: null,
      price: null,
      uid: null,
      isTaxAdded: false,
      isDiscounted: false,
      priceIds: ["pri_01sandbox000000000000month"],
      firstChargeAt: null,
      nextChargeAt: null,
      periodEndsAt: null,
      cancelAt: null,
      canceledAt: null,
      updatedAt: new Date(occurredAt),
    };
    const version = { occurredAt: new Date(occurredAt), eventId };
    await billing.ctx.db.$transaction((tx) =>
      syncSubscription(billing.ctx, tx, snapshot, { ...version, isFromWebhook: true }),
    );
  }
  const { paddleEventId } = await billing.ctx.db.subscription.findUniqueOrThrow({
    where: { paddleSubscriptionId: id },
  });
  return paddleEventId ?? "";
}

type Told = readonly [occurredAt: string, eventId: string, status: "active" | "canceled"];

const [early, late] = ["2026-11-20T12:00:00.000Z", "2026-11-20T12:00:00.001Z"];

test.each<[string, Told, Told]>([
  ["the later of two", [late, "evt_a", "active"], [early, "evt_b", "active"]],
  ["of one instant the greater id", [early, "evt_b", "active"], [early, "evt_a", "active"]],
  ["capitals before small letters", [early, "evt_a", "active"], [early, "evt_B", "active"]],
  ["the end before a later life", [early, "evt_a", "canceled"], [late, "evt_b", "active"]],
  ["the later of two ends", [late, "evt_a", "canceled"], [early, "evt_b", "canceled"]],
])("counts, whatever came first: %s", async (name, winner, other) => {
  expect(await standAfter(`sub_${name}_1`, [winner, other])).toBe(winner[1]);
  expect(await standAfter(`sub_${name}_2`, [other, winner, other])).toBe(winner[1]);
});

test("a status change is audited once, with its time", async () => {
  const id = "sub_audited";
  await standAfter(id, [
    [early, "evt_a", "active"],
    [late, "evt_b", "active"],
    [late, "evt_c", "canceled"],
    [late, "evt_d", "active"],
  ]);
  const written = await billing.ctx.db.auditEvent.findMany({
    where: { subject: `subscription:${id}` },
    orderBy: { id: "asc" },
    select: { actor: true, action: true, detail: true },
  });
  expect(written).toEqual([
    { actor: "paddle", action: "subscription.active", detail: { occurredAt: early } },
    { actor: "paddle", action: "subscription.canceled", detail: { occurredAt: late } },
  ]);
});

test("concurrent events of one customer create one subscriber", async () => {
  const ids = await billing.buy({ uid: "uid_rush", email: "rush@example.com", deliver: "none" });
  const mine = (await billing.events()).slice(-4);
  await Promise.all([...mine, ...mine].map((event) => apply(JSON.stringify(event))));
  const subscription = await billing.ctx.db.subscription.findUniqueOrThrow({
    where: { paddleSubscriptionId: ids.subscriptionId },
    include: { subscriber: true },
  });
  expect(subscription.subscriber?.email).toBe("rush@example.com");
});

async function forgetEverything(): Promise<void> {
  // DELETE, because TRUNCATE takes a second on a busy disk.
  await billing.ctx.db.$transaction([
    billing.ctx.db.onboardingRecord.deleteMany(),
    billing.ctx.db.subscriber.deleteMany(),
    billing.ctx.db.subscription.deleteMany(),
    billing.ctx.db.paddleCustomer.deleteMany(),
    billing.ctx.db.payment.deleteMany(),
    billing.ctx.db.webhookEvent.deleteMany(),
  ]);
}

async function liveManyLives(): Promise<{ bought: string[]; events: ListedEvent[] }> {
  const lives = [
    [],
    ["activate"],
    ["activate", "cancel"],
    ["activate", "past_due"],
    ["activate", "past_due", "renew"],
    ["pause"],
    ["pause", "resume"],
    ["cancel"],
  ];
  const before = (await billing.events()).length;
  const bought: string[] = [];
  for (const [index, life] of lives.entries()) {
    const email = `lost${index}@example.com`;
    const uid = `uid_lost_${index}`;
    const { subscriptionId } = await billing.buy({ uid, email, deliver: "none" });
    bought.push(subscriptionId);
    for (const event of life) await billing.simulate(subscriptionId, event, "none");
  }
  return { bought, events: (await billing.events()).slice(before) };
}

test("reconciling repairs every row after a fifth of the webhooks are lost", async () => {
  const { bought, events } = await liveManyLives();
  await forgetEverything();
  for (const event of events) await apply(JSON.stringify(event));
  const whole = await snapshot(bought);

  const arrivals = fc.shuffledSubarray(events, {
    minLength: Math.floor(events.length * 0.8),
    maxLength: Math.floor(events.length * 0.8),
  });
  await fc.assert(
    fc.asyncProperty(arrivals, async (arrived) => {
      await forgetEverything();
      for (const event of arrived) await apply(JSON.stringify(event));
      await reconcile(billing.ctx);
      expect(await snapshot(bought)).toEqual(whole);
    }),
    { numRuns: 3 },
  );

  await forgetEverything();
  const report = await reconcile(billing.ctx);
  expect(report.repaired).toEqual(expect.arrayContaining(bought));
  expect(await snapshot(bought)).toEqual(whole);
  expect((await reconcile(billing.ctx)).repaired).toEqual([]);
  // Webhooks that arrive days late change nothing.
  for (const event of events.toReversed()) await apply(JSON.stringify(event));
  expect(await snapshot(bought)).toEqual(whole);
});

test("later events count although this machine's clock is ahead of Paddle's", async () => {
  const clock = clockFrom(() => new Date(billing.ctx.clock.now().getTime() + 20 * 60_000));
  const ahead = { ...billing.ctx, clock };
  const buy = async (name: string) => {
    const uid = `uid_${name}`;
    return { uid, ...(await billing.buy({ uid, email: `${name}@example.com`, deliver: "none" })) };
  };
  await billing.setTime("2027-06-01T12:00:00Z");
  const reconciled = await buy("reconciled");
  await reconcile(ahead);
  const lookedUp = await buy("lookedup");
  await ensurePurchase(ahead, { uid: lookedUp.uid, clientAddress: "192.0.2.1" });
  await billing.setTime("2027-06-01T12:01:00Z");
  for (const { subscriptionId, customerId } of [reconciled, lookedUp]) {
    await billing.simulate(subscriptionId, "activate");
    await billing.control("POST", `/sandbox/paddle/customers/${customerId}`, {
      email: `new-${customerId}@example.com`,
    });
    const where = { paddleSubscriptionId: subscriptionId };
    expect(await billing.ctx.db.subscription.findUnique({ where })).toMatchObject({
      status: "active",
    });
    const customer = await billing.ctx.db.paddleCustomer.findUnique({ where: { id: customerId } });
    expect(customer?.email).toBe(`new-${customerId}@example.com`);
  }
});

test("reconciling repairs a customer, unless an event changes it in the meantime", async () => {
  const { db, payments } = billing.ctx;
  const { customerId } = await billing.buy({ uid: "uid_moves", email: "moves@example.com" });
  const where = { id: customerId };
  const move = (email: string) =>
    billing.control("POST", `/sandbox/paddle/customers/${customerId}`, { email });
  const emailOf = async () => (await db.paddleCustomer.findUniqueOrThrow({ where })).email;
  // As much later than the change as in Paddle's example of subscription.created.
  const occurredAt = new Date(billing.ctx.clock.now().getTime() + 1_441);
  await db.paddleCustomer.update({ where, data: { email: "former@example.com", occurredAt } });
  await reconcile(billing.ctx);
  expect(await emailOf()).toBe("moves@example.com");

  await db.paddleCustomer.update({ where, data: { email: "former@example.com" } });
  await billing.setTime("2027-06-01T12:02:00Z");
  const findCustomer: typeof payments.findCustomer = async (id) => {
    const found = await payments.findCustomer(id);
    await move("newest@example.com");
    return found;
  };
  await reconcile({ ...billing.ctx, payments: { ...payments, findCustomer } });
  expect(await emailOf()).toBe("newest@example.com");
});

const snapshot = (ids: readonly string[]) => Promise.all(ids.map(async (id) => stateOf(id, 0)));
