import { randomBytes } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { isEntitled } from "@/lib/domain/billing/entitlement";
import { lockCustomer } from "@/lib/domain/billing/paddle-sync";
import { statusLabel } from "@/lib/domain/billing/status";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "./harness";

const billing = useForFile(startBilling);

const statusesSchema = z.object({ statuses: z.array(z.number()) });

let counter = 0;
const unique = (name: string) => `${name}${(counter += 1)}@example.com`;

async function send(body: Record<string, unknown>): Promise<number[]> {
  const answer = await billing.control("POST", "/sandbox/paddle/webhooks", body);
  return statusesSchema.parse(answer).statuses;
}

const find = (paddleSubscriptionId: string) =>
  billing.ctx.db.subscription.findUniqueOrThrow({
    where: { paddleSubscriptionId },
    include: { subscriber: true },
  });

describe("a purchase", () => {
  test.each(["in-order", "reversed", "twice"])(
    "makes subscriber, subscription and onboarding record when told of %s",
    async (deliver) => {
      const email = unique("Buyer");
      const uid = `uid_${email.split("@").join("_")}`;
      const ids = await billing.buy({ uid, email, name: "Ada", plan: "annual", deliver });
      const subscription = await find(ids.subscriptionId);
      expect(subscription).toMatchObject({
        status: "trialing",
        plan: "annual",
        paddleCustomerId: ids.customerId,
        cancelAt: null,
        subscriber: { email, paymentEmail: email, name: "Ada", emailEnabled: true },
      });
      expect(subscription.firstChargeAt?.toISOString().slice(0, 10)).toBe("2026-11-27");
      expect(subscription.nextChargeAt).toEqual(subscription.firstChargeAt);
      const record = await billing.ctx.db.onboardingRecord.findUniqueOrThrow({ where: { uid } });
      expect(record).toMatchObject({
        subscriberId: subscription.subscriberId,
        paddleSubscriptionId: ids.subscriptionId,
        completedAt: null,
      });
    },
  );

  test("stays unlinked while the email has an active subscription", async () => {
    const email = unique("twice");
    await billing.buy({ uid: "uid_first", email });
    const second = await billing.buy({ uid: "uid_second", email: email.toUpperCase() });
    expect((await find(second.subscriptionId)).subscriberId).toBeNull();
  });

  test("returns the old record to someone who buys again", async () => {
    const email = unique("again");
    const first = await billing.buy({ uid: "uid_again_1", email });
    await billing.simulate(first.subscriptionId, "refund");
    await billing.simulate(first.subscriptionId, "cancel");
    const { subscriberId } = await find(first.subscriptionId);
    const second = await billing.buy({ uid: "uid_again_2", email });
    expect((await find(second.subscriptionId)).subscriberId).toBe(subscriberId);
    const notes = await billing.ctx.db.operatorAlert.findMany({
      where: { key: `second-trial:${second.subscriptionId}` },
    });
    expect(notes).toHaveLength(1);
  });
});

describe("a subscription", () => {
  test("follows a trial, renewal, past due, recovery, pause, resume, and cancellation", async () => {
    const { subscriptionId } = await billing.buy({ uid: "uid_life", email: unique("life") });
    const label = async () => statusLabel(await find(subscriptionId));
    expect(await label()).toBe("Free Trial");
    const steps = [
      ["activate", "Active"],
      ["renew", "Active"],
      ["past_due", "Past Due"],
      ["renew", "Active"],
      ["pause", "Paused"],
      ["resume", "Active"],
      ["cancel", "Cancelled"],
    ] as const;
    for (const [event, expected] of steps) {
      await billing.simulate(subscriptionId, event);
      expect([event, await label()]).toEqual([event, expected]);
    }
    const ended = await find(subscriptionId);
    expect(isEntitled(ended, new Date("2026-11-21T00:00:00Z"))).toBe(true);
    expect(isEntitled(ended, new Date("2028-11-21T00:00:00Z"))).toBe(false);
  });

  test("stays canceled when the cancellation arrives before the creation", async () => {
    const { subscriptionId } = await billing.buy({
      uid: "uid_early",
      email: unique("early"),
      deliver: "none",
    });
    await billing.simulate(subscriptionId, "cancel");
    const own = (await billing.events()).filter(
      ({ data }) => data["id"] === subscriptionId || data["subscription_id"] === subscriptionId,
    );
    for (const event of own) expect(await send({ event })).toEqual([200]);
    expect(await find(subscriptionId)).toMatchObject({ status: "canceled", nextChargeAt: null });
  });

  test("ends at a full refund when it was canceled", async () => {
    const { subscriptionId } = await billing.buy({ uid: "uid_refund", email: unique("refund") });
    await billing.simulate(subscriptionId, "activate");
    await billing.simulate(subscriptionId, "cancel");
    const paid = await find(subscriptionId);
    expect(paid.accessEndsAt?.toISOString().slice(0, 10)).toBe("2026-12-20");
    await billing.simulate(subscriptionId, "refund");
    const refunded = await find(subscriptionId);
    expect(refunded.accessEndsAt?.toISOString().slice(0, 10)).toBe("2026-11-27");
  });
});

describe("a burst of events", () => {
  const customerCreated = (id: string) => ({
    event_id: `evt_${id}`,
    event_type: "customer.created",
    occurred_at: "2026-11-20T12:00:00.000000Z",
    data: { id, email: `${id}@example.com`, name: null },
  });
  const customers = (name: string) =>
    Array.from({ length: 30 }, (_, index) => `ctm_${name}_${index}`);
  const sendAll = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => send({ event: customerCreated(id) })))).flat();
  const known = (ids: readonly string[]) =>
    billing.ctx.db.paddleCustomer.count({ where: { id: { in: [...ids] } } });

  test("leaves connections for everyone else", async () => {
    const { db } = billing.ctx;
    const ids = customers("burst");
    const burst = await db.$transaction(async (tx) => {
      for (const id of ids) await lockCustomer(tx, id);
      const answers = sendAll(ids);
      await vi.waitFor(
        async () => {
          const [row] = await tx.$queryRaw<{ waiting: number }[]>`
            SELECT count(*)::int AS waiting FROM pg_locks
            WHERE locktype = 'advisory' AND NOT granted
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
          expect(row?.waiting).toBeGreaterThan(0);
        },
        { timeout: 15_000 },
      );
      expect(await Promise.all([1, 2, 3].map(() => db.subscriber.count()))).toHaveLength(3);
      return { answers };
    });
    expect(await burst.answers).toEqual(ids.map(() => 200));
    expect(await known(ids)).toBe(30);
  });

  test("is applied but for the event that can't be, which its sender can repeat", async () => {
    const { db } = billing.ctx;
    const ids = customers("refused");
    await db.$executeRaw`
      ALTER TABLE paddle_customers ADD CONSTRAINT refused CHECK (id <> 'ctm_refused_7')`;
    const answers = await sendAll(ids);
    await db.$executeRaw`ALTER TABLE paddle_customers DROP CONSTRAINT refused`;
    expect(answers).toEqual(ids.map((id) => (id === "ctm_refused_7" ? 500 : 200)));
    expect(await known(ids)).toBe(29);
    expect(await sendAll(["ctm_refused_7"])).toEqual([200]);
    expect(await known(ids)).toBe(30);
  });

  test("is applied once where it repeats itself", async () => {
    const ids = customers("repeated").slice(0, 5);
    const answers = await sendAll([...ids, ...ids, ...ids, ...ids]);
    expect(new Set(answers)).toEqual(new Set([200]));
    const where = { eventId: { startsWith: "evt_ctm_repeated_" } };
    expect(await billing.ctx.db.webhookEvent.count({ where })).toBe(5);
  });
});

describe("a signature", () => {
  const event = (id: string) => ({
    event_id: id,
    event_type: "customer.created",
    occurred_at: "2026-11-20T12:00:00.000000Z",
    data: { id: `ctm_${id}`, email: `${id}@example.com`, name: null },
  });
  const isStored = async (id: string) =>
    (await billing.ctx.db.webhookEvent.count({ where: { source: "paddle", eventId: id } })) > 0;

  test.each([
    ["of the current secret", {}, 200],
    ["of the previous secret", { secret: "previous" }, 200],
    ["of another secret", { secret: "wrong" }, 401],
    ["over another body", { tamper: true }, 401],
    ["six minutes old", { timestampOffsetS: -360 }, 401],
    ["six minutes in the future", { timestampOffsetS: 360 }, 401],
    ["four minutes old", { timestampOffsetS: -240 }, 200],
  ])("%s", async (name, how, status) => {
    const id = `evt_${name.replaceAll(" ", "_")}`;
    expect(await send({ event: event(id), ...how })).toEqual([status]);
    expect(await isStored(id)).toBe(status === 200);
  });

  test("on a repeated event is fresh, and the event is a duplicate", async () => {
    expect(await send({ event: event("evt_same"), repeat: 3 })).toEqual([200, 200, 200]);
    const stored = await billing.ctx.db.webhookEvent.count({ where: { eventId: "evt_same" } });
    expect(stored).toBe(1);
  });

  test("on unknown and unreadable kinds is accepted, and they're stored without effect", async () => {
    const data = { id: "x" };
    expect(
      await send({ event: { ...event("evt_kind"), event_type: "payout.paid", data } }),
    ).toEqual([200]);
    expect(await send({ event: { ...event("evt_shape"), data } })).toEqual([200]);
    expect(await isStored("evt_kind")).toBe(true);
    expect(await isStored("evt_shape")).toBe(true);
    expect(await billing.ctx.db.paddleCustomer.count({ where: { id: "x" } })).toBe(0);
  });

  test("on what the database can't store is accepted, and stored without it", async () => {
    const strange = {
      ...event("evt_nul"),
      event_id: "evt_nul\0",
      data: { id: "ctm_\0nul", email: "nul@example.com", name: "A\0da\uD800", "key\0": "a\0" },
    };
    expect(await send({ event: strange, repeat: 2 })).toEqual([200, 200]);
    expect(await isStored("evt_nul")).toBe(true);
    const customer = await billing.ctx.db.paddleCustomer.findUniqueOrThrow({
      where: { id: "ctm_nul" },
    });
    expect(customer).toMatchObject({ email: "nul@example.com" });
  });

  // Random, because PostgreSQL compresses what repeats.
  const long = randomBytes(4_000).toString("hex");

  test.each([
    ["an id that is too long for an index", { data: { id: long, email: "a@example.com" } }],
    ["a person whose id is too long", { event_type: "payout.paid", data: { customer_id: long } }],
    ["a payment whose id is too long", { event_type: "transaction.completed", data: { id: long } }],
    [
      "an id that isn't text",
      { event_type: "payout.paid", data: { customer_id: { [long]: long } } },
    ],
    ["a time before the calendar began", { occurred_at: "0000-01-01T00:00:00Z" }],
  ])("on %s is accepted, and stored without effect", async (_name, fields) => {
    const before = await billing.ctx.db.webhookEvent.count();
    const id = `evt_${randomBytes(8).toString("hex")}`;
    expect(await send({ event: { ...event(id), ...fields } })).toEqual([200]);
    expect(await billing.ctx.db.webhookEvent.count()).toBe(before + 1);
  });

  test("on deeply nested data is accepted, and the event is stored as text", async () => {
    const unreadable = { source: "paddle", kind: "unreadable" };
    const before = await billing.ctx.db.webhookEvent.count({ where: unreadable });
    let data: Record<string, unknown> = {};
    for (let depth = 0; depth < 1_000; depth += 1) data = { data };
    expect(await send({ event: { ...event("evt_deep"), data } })).toEqual([200]);
    expect(await isStored("evt_deep")).toBe(false);
    expect(await billing.ctx.db.webhookEvent.count({ where: unreadable })).toBe(before + 1);
  });
});
