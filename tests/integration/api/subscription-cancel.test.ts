import { describe, expect, test } from "vitest";
import { POST as CANCEL } from "@/app/api/subscription/cancel/route";
import { startBilling } from "@/tests/integration/billing/harness";
import { openSubscriberClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const billing = useForFile(startBilling);
let counter = 0;

async function subscribe() {
  counter += 1;
  const email = `ends${counter}@example.com`;
  const { subscriptionId } = await billing.buy({ uid: `uid_ends_${counter}`, email });
  const find = () =>
    billing.ctx.db.subscription.findUniqueOrThrow({
      where: { paddleSubscriptionId: subscriptionId },
    });
  const client = await openSubscriberClient(billing.ctx, (await find()).subscriberId ?? 0);
  const cancel = async (json: unknown) => {
    const { status, body } = await client.call(CANCEL, "POST", "/api/subscription/cancel", {
      json,
    });
    return [status, body];
  };
  return { email, subscriptionId, find, cancel };
}

const cancelled = [200, { message: "Subscription cancelled" }];

describe("POST /api/subscription/cancel", () => {
  test("cancels at period end, then immediately, and changes nothing when repeated", async () => {
    const { email, subscriptionId, find, cancel } = await subscribe();
    const own = { email, subscriptionId };
    expect(await cancel({ ...own, emailPreference: "continue_until_expiry" })).toEqual(cancelled);
    const booked = await find();
    expect(booked).toMatchObject({ status: "trialing", stoppedAt: null });
    expect(booked.cancelAt?.toISOString().slice(0, 10)).toBe("2026-11-27");
    expect(await cancel({ ...own, emailPreference: "stop_immediately" })).toEqual(cancelled);
    expect(await cancel({ ...own, emailPreference: "stop_immediately" })).toEqual(cancelled);
    expect(await find()).toMatchObject({
      status: "canceled",
      stoppedAt: billing.ctx.clock.now(),
    });
  });

  test("treats an empty id as the current subscription", async () => {
    const { email, find, cancel } = await subscribe();
    const json = { email, subscriptionId: "", emailPreference: "stop_immediately" };
    expect(await cancel(json)).toEqual(cancelled);
    expect(await find()).toMatchObject({ status: "canceled" });
  });

  test("answers 503 and changes nothing when Paddle can't be reached", async () => {
    const { email, subscriptionId, find, cancel } = await subscribe();
    const fault = { provider: "paddle", mode: "error", endpoint: "all" };
    await billing.control("POST", "/sandbox/faults", fault);
    expect(
      await cancel({ email, subscriptionId, emailPreference: "continue_until_expiry" }),
    ).toEqual([
      503,
      {
        message:
          "We can’t reach our payment provider, so nothing changed. Please try again in a moment.",
      },
    ]);
    await billing.control("DELETE", "/sandbox/faults");
    expect(await find()).toMatchObject({ status: "trialing", cancelAt: null, stoppedAt: null });
  });

  test.each([
    ["what was told of its period", "2026-12-05T12:00:00.000Z", "2026-12-05T12:00:00.000Z"],
    ["a period that is over", "2026-11-05T12:00:00.000Z", "2026-12-21T12:00:00.000Z"],
    ["nothing told of its period", null, "2026-12-21T12:00:00.000Z"],
  ])("of an imported one, by %s", async (_, nextChargeAt, accessEndsAt) => {
    counter += 1;
    const email = `imported${counter}@example.com`;
    const { db, clock } = billing.ctx;
    await billing.setTime("2026-11-20T12:00:00Z");
    const { id } = await db.subscriber.create({
      data: { email, subscriptions: { create: { status: "active", nextChargeAt } } },
    });
    const client = await openSubscriberClient(billing.ctx, id);
    const cancel = async (emailPreference: string) => {
      const json = { email, subscriptionId: "", emailPreference };
      const { status } = await client.call(CANCEL, "POST", "/api/subscription/cancel", { json });
      expect(status).toBe(200);
      return db.subscription.findFirstOrThrow({ where: { subscriberId: id } });
    };
    expect(await cancel("continue_until_expiry")).toMatchObject({
      status: "canceled",
      accessEndsAt: new Date(accessEndsAt),
      stoppedAt: null,
    });
    expect((await cancel("stop_immediately")).stoppedAt).toEqual(clock.now());
  });

  test("answers 404 without a subscription", async () => {
    const email = "nothing@example.com";
    const { id } = await billing.ctx.db.subscriber.create({ data: { email } });
    const client = await openSubscriberClient(billing.ctx, id);
    const json = { email, subscriptionId: "", emailPreference: "stop_immediately" };
    const answer = await client.call(CANCEL, "POST", "/api/subscription/cancel", { json });
    expect([answer.status, answer.body]).toEqual([
      404,
      { message: "You don’t have a subscription to cancel." },
    ]);
  });

  test("refuses invalid input", async () => {
    const { email, subscriptionId, find, cancel } = await subscribe();
    const emailPreference = "stop_immediately";
    const refusals = [
      [{}, "Please enter your email", "email"],
      [{ email, emailPreference }, "The subscription id must be text.", "subscriptionId"],
      [
        { email, subscriptionId: null, emailPreference },
        "The subscription id must be text.",
        "subscriptionId",
      ],
      [{ email, subscriptionId }, "Choose when the briefing should stop.", "emailPreference"],
      [
        { email, subscriptionId, emailPreference: "later" },
        "Choose when the briefing should stop.",
        "emailPreference",
      ],
    ] as const;
    for (const [json, message, field] of refusals) {
      expect(await cancel(json)).toEqual([400, { message, field }]);
    }
    expect(await find()).toMatchObject({ status: "trialing", cancelAt: null, stoppedAt: null });
  });
});
