import { afterEach, describe, expect, test } from "vitest";
import { cancelSubscription } from "@/lib/domain/billing/cancel";
import { keepOwnSubscription } from "@/lib/domain/billing/keep";
import { sendDueNotices } from "@/lib/domain/billing/nightly";
import { statusLabel } from "@/lib/domain/billing/status";
import { clockFrom } from "@/lib/platform/clock";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "./harness";

const billing = useForFile(startBilling);
let counter = 0;

afterEach(() => billing.control("DELETE", "/sandbox/faults"));

async function subscribe() {
  counter += 1;
  const email = `keep${counter}@example.com`;
  const { subscriptionId } = await billing.buy({ uid: `uid_keep_${counter}`, email });
  const find = () =>
    billing.ctx.db.subscription.findUniqueOrThrow({
      where: { paddleSubscriptionId: subscriptionId },
    });
  const { id, subscriberId } = await find();
  return { email, subscriptionId, find, id, subscriberId: subscriberId ?? 0 };
}

let minute = 0;

/** So that Paddle's events have an order. */
async function passMinute(): Promise<void> {
  minute += 1;
  await billing.setTime(`2026-11-20T13:${String(minute).padStart(2, "0")}:00Z`);
}

/** Cancels at the end of the period. */
async function cancel(subscriberId: number): Promise<void> {
  await cancelSubscription(billing.ctx, subscriberId, "continue_until_expiry");
  await passMinute();
}

const failPaddle = (fault: Record<string, unknown>) =>
  billing.control("POST", "/sandbox/faults", { provider: "paddle", endpoint: "all", ...fault });

const noticesTo = async (recipient: string) => {
  const kind = { in: ["canceled", "kept"] };
  const rows = await billing.ctx.db.notice.findMany({
    where: { recipient, kind },
    orderBy: { createdAt: "asc" },
  });
  return rows.map((row) => row.kind);
};

describe("keeping a subscription that is to end", () => {
  test("withdraws the cancellation at Paddle, and confirms it by email", async () => {
    const { email, find, subscriberId, subscriptionId } = await subscribe();
    const before = await find();
    await cancel(subscriberId);
    await keepOwnSubscription(billing.ctx, subscriberId);
    await keepOwnSubscription(billing.ctx, subscriberId);
    const row = await find();
    expect(statusLabel(row)).toBe("Free Trial");
    expect(row).toMatchObject({ cancelAt: null, nextChargeAt: before.nextChargeAt });
    expect(await billing.ctx.payments.findSubscription(subscriptionId)).toMatchObject({
      cancelAt: null,
    });
    await sendDueNotices(billing.ctx);
    const mail = (await billing.messages()).find(
      ({ to, metadata }) => to === email && metadata["notice"] === "kept",
    );
    expect(mail?.subject).toBe("Your Threeline subscription continues");
    expect(mail?.text).toContain("your monthly plan continues");
    expect(mail?.text).toContain("Your next charge is on Nov 27, 2026.");
    expect(await noticesTo(email)).toEqual(["canceled", "kept"]);
    const audited = { subject: `subscription:${subscriptionId}`, action: "subscription.keep" };
    expect(await billing.ctx.db.auditEvent.count({ where: audited })).toBe(1);
  });

  test("works while this machine's clock is ahead of Paddle's", async () => {
    const { subscriberId, find } = await subscribe();
    const clock = clockFrom(() => new Date(billing.ctx.clock.now().getTime() + 20 * 60_000));
    const ahead = { ...billing.ctx, clock };
    await cancelSubscription(ahead, subscriberId, "continue_until_expiry");
    await passMinute();
    await keepOwnSubscription(ahead, subscriberId);
    expect(await find()).toMatchObject({ cancelAt: null });
  });

  test("works again after another cancellation, and each is confirmed", async () => {
    const { email, subscriberId, find } = await subscribe();
    for (let round = 0; round < 2; round += 1) {
      await cancel(subscriberId);
      await keepOwnSubscription(billing.ctx, subscriberId);
      await passMinute();
    }
    expect((await find()).cancelAt).toBeNull();
    expect(await noticesTo(email)).toEqual(["canceled", "kept", "canceled", "kept"]);
  });

  test("succeeds when only Paddle's response was lost", async () => {
    const { subscriberId, find } = await subscribe();
    await cancel(subscriberId);
    await failPaddle({ mode: "accept-then-drop", count: 1 });
    await keepOwnSubscription(billing.ctx, subscriberId);
    expect((await find()).cancelAt).toBeNull();
  });

  test("changes nothing when Paddle can't be reached", async () => {
    const { subscriberId, find } = await subscribe();
    await cancel(subscriberId);
    await failPaddle({ mode: "error" });
    await expect(keepOwnSubscription(billing.ctx, subscriberId)).rejects.toMatchObject({
      status: 503,
    });
    expect((await find()).cancelAt).not.toBeNull();
  });

  test("is refused once the briefings were stopped", async () => {
    const { subscriberId, find } = await subscribe();
    await cancelSubscription(billing.ctx, subscriberId, "stop_immediately");
    await expect(keepOwnSubscription(billing.ctx, subscriberId)).rejects.toMatchObject({
      status: 409,
    });
    expect(await find()).toMatchObject({ status: "canceled" });
  });
});

test("a cancellation withdrawn at Paddle is confirmed too", async () => {
  const { email, subscriberId, subscriptionId } = await subscribe();
  await cancel(subscriberId);
  await billing.ctx.payments.keepSubscription(subscriptionId);
  await expect.poll(() => noticesTo(email)).toEqual(["canceled", "kept"]);
});
