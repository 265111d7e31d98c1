import { afterEach, describe, expect, test } from "vitest";
import {
  cancelRequested,
  requestCancellation,
  withdrawCancellation,
  type EndReason,
} from "@/lib/domain/billing/cancel-requests";
import { isEntitled } from "@/lib/domain/billing/entitlement";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "./harness";

const billing = useForFile(startBilling);
let counter = 0;

afterEach(async () => {
  await billing.control("DELETE", "/sandbox/faults");
  await billing.setTime("2026-11-20T12:00:00Z");
  await billing.ctx.db.operatorAlert.deleteMany();
  await billing.ctx.db.subscription.updateMany({
    data: { endReason: null, endRequestedAt: null, endNextAttemptAt: null },
  });
});

async function subscribe() {
  counter += 1;
  const email = `requested${counter}@example.com`;
  const { subscriptionId } = await billing.buy({ uid: `uid_requested_${counter}`, email });
  const where = { paddleSubscriptionId: subscriptionId };
  const find = () => billing.ctx.db.subscription.findUniqueOrThrow({ where });
  const { id } = await find();
  const request = async (reason: EndReason) => {
    // Without a dispute, the next event about the customer withdraws the request.
    const chargedBackAt = reason === "chargeback" ? billing.ctx.clock.now() : null;
    await billing.ctx.db.payment.updateMany({ where, data: { chargedBackAt } });
    return billing.ctx.db.$transaction((tx) => requestCancellation(billing.ctx, tx, id, reason));
  };
  const isServed = async () => isEntitled(await find(), billing.ctx.clock.now());
  /** The time of the next attempt is real, so a test doesn't wait for it. */
  const makeDue = () =>
    billing.ctx.db.subscription.update({ where, data: { endNextAttemptAt: new Date(0) } });
  return { id, email, subscriptionId, find, request, isServed, makeDue };
}

const refuse = (mode: string, count?: number) =>
  billing.control("POST", "/sandbox/faults", {
    provider: "paddle",
    mode,
    endpoint: "all",
    ...(count !== undefined && { count }),
  });

const alerts = async () =>
  (await billing.ctx.db.operatorAlert.findMany()).map(({ subject }) => subject);

describe("a cancellation that we requested", () => {
  test("after a chargeback ends the subscription at Paddle immediately", async () => {
    const { subscriptionId, request, find, isServed } = await subscribe();
    await billing.simulate(subscriptionId, "activate");
    expect(await request("chargeback")).toBe(true);
    expect(await isServed()).toBe(false);
    await cancelRequested(billing.ctx);
    expect(await find()).toMatchObject({ status: "canceled", endReason: "chargeback" });
    const requests = await billing.ctx.db.moneyEvent.findMany({
      where: { subscriptionId, kind: "request" },
    });
    expect(requests.map(({ reason }) => reason)).toEqual(["refunded"]);
  });

  test("of a repeat trial takes effect at its end, and nothing is served until then", async () => {
    const { request, find, isServed } = await subscribe();
    await request("repeat_trial");
    await cancelRequested(billing.ctx);
    const row = await find();
    expect(row.status).toBe("trialing");
    expect(row.cancelAt).toEqual(row.firstChargeAt);
    expect(await isServed()).toBe(false);
  });

  test("of a repeat trial is over once it was paid for", async () => {
    const { subscriptionId, request, find, isServed } = await subscribe();
    await request("repeat_trial");
    await billing.simulate(subscriptionId, "activate");
    expect(await find()).toMatchObject({ status: "active", endReason: null });
    expect(await isServed()).toBe(true);
  });

  test("is made once, and a chargeback replaces a repeat trial but not the other way around", async () => {
    const { request, find } = await subscribe();
    expect(await request("repeat_trial")).toBe(true);
    expect(await request("repeat_trial")).toBe(false);
    expect(await request("chargeback")).toBe(true);
    expect(await request("repeat_trial")).toBe(false);
    expect((await find()).endReason).toBe("chargeback");
  });

  test("can be withdrawn before Paddle was asked", async () => {
    const { id, request, find, isServed } = await subscribe();
    await request("chargeback");
    const withdraw = () =>
      billing.ctx.db.$transaction((tx) => withdrawCancellation(billing.ctx, tx, id, "chargeback"));
    expect(await withdraw()).toBe(true);
    expect(await withdraw()).toBe(false);
    await cancelRequested(billing.ctx);
    expect(await find()).toMatchObject({ status: "trialing", endReason: null });
    expect(await isServed()).toBe(true);
  });

  test("is rolled back with the transaction that made it", async () => {
    const { id, find } = await subscribe();
    const failing = billing.ctx.db.$transaction(async (tx) => {
      await requestCancellation(billing.ctx, tx, id, "chargeback");
      throw new Error("The connection was lost.");
    });
    await expect(failing).rejects.toThrow("The connection was lost.");
    expect((await find()).endReason).toBeNull();
  });

  test("is repeated until Paddle answers, with a growing delay", async () => {
    const { request, find, makeDue } = await subscribe();
    await request("chargeback");
    await refuse("error");
    const delays: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await makeDue();
      await cancelRequested(billing.ctx);
      const [row] = await billing.ctx.db.$queryRaw<{ seconds: number }[]>`
        SELECT round(extract(epoch FROM end_next_attempt_at - now()) / 30)::int AS seconds
        FROM subscriptions WHERE id = ${(await find()).id}`;
      delays.push(row?.seconds ?? 0);
    }
    expect(delays).toEqual([1, 2, 4]);
    await cancelRequested(billing.ctx);
    expect((await find()).status).toBe("trialing");
    await billing.control("DELETE", "/sandbox/faults");
    await makeDue();
    await cancelRequested(billing.ctx);
    expect((await find()).status).toBe("canceled");
  });

  test("counts when Paddle canceled but its response was lost", async () => {
    const { request, find } = await subscribe();
    await request("chargeback");
    await billing.control("POST", "/sandbox/faults", {
      provider: "paddle",
      mode: "accept-then-drop",
      count: 1,
    });
    await cancelRequested(billing.ctx);
    expect((await find()).status).toBe("canceled");
  });

  test("asks Paddle once when two workers run", async () => {
    const { subscriptionId, request, find } = await subscribe();
    await request("chargeback");
    await Promise.all([cancelRequested(billing.ctx), cancelRequested(billing.ctx)]);
    expect(await find()).toMatchObject({ status: "canceled", endAttempts: 1 });
    await cancelRequested(billing.ctx);
    const events = await billing.events();
    const canceled = events.filter(
      ({ event_type: type, data }) =>
        type === "subscription.canceled" && data["id"] === subscriptionId,
    );
    expect(canceled).toHaveLength(1);
  });

  test("is requested again when the cancellation is withdrawn at Paddle", async () => {
    const { subscriptionId, request, find, makeDue } = await subscribe();
    await request("repeat_trial");
    await cancelRequested(billing.ctx);
    await billing.ctx.payments.keepSubscription(subscriptionId);
    await expect.poll(async () => (await find()).cancelAt).toBeNull();
    await makeDue();
    await cancelRequested(billing.ctx);
    expect((await find()).cancelAt).not.toBeNull();
  });
});

describe("the operator", () => {
  test("hears of a request that hasn't worked for an hour, once", async () => {
    const { subscriptionId, request, makeDue } = await subscribe();
    await request("chargeback");
    await refuse("error");
    await cancelRequested(billing.ctx);
    expect(await alerts()).toEqual([]);
    await billing.setTime("2026-11-20T13:00:00Z");
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await makeDue();
      await cancelRequested(billing.ctx);
    }
    expect(await alerts()).toEqual([`Cancel ${subscriptionId} at Paddle`]);
  });

  test("hears of it at once when the end of the trial is near", async () => {
    const { subscriptionId, request } = await subscribe();
    await billing.setTime("2026-11-26T13:00:00Z");
    await request("repeat_trial");
    await refuse("error");
    await cancelRequested(billing.ctx);
    expect(await alerts()).toEqual([`Cancel ${subscriptionId} at Paddle`]);
  });
});
