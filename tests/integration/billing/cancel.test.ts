import { afterEach, describe, expect, test } from "vitest";
import { cancelSubscription } from "@/lib/domain/billing/cancel";
import { isEntitled } from "@/lib/domain/billing/entitlement";
import { sendDueNotices } from "@/lib/domain/billing/nightly";
import { extendTrial } from "@/lib/domain/subscribers/actions/money";
import { statusLabel } from "@/lib/domain/billing/status";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "./harness";

const billing = useForFile(startBilling);
let counter = 0;

afterEach(async () => {
  await billing.control("DELETE", "/sandbox/faults");
  await billing.setTime("2026-11-20T12:00:00Z");
});

async function subscribe() {
  counter += 1;
  const email = `cancel${counter}@example.com`;
  const { subscriptionId } = await billing.buy({ uid: `uid_cancel_${counter}`, email });
  const find = () =>
    billing.ctx.db.subscription.findUniqueOrThrow({
      where: { paddleSubscriptionId: subscriptionId },
    });
  const { subscriberId } = await find();
  return { email, subscriptionId, find, subscriberId: subscriberId ?? 0 };
}

describe("canceling", () => {
  test("at the end of the period schedules it, and the briefing continues until then", async () => {
    const { subscriberId, find } = await subscribe();
    const answer = await cancelSubscription(billing.ctx, subscriberId, "continue_until_expiry");
    expect(statusLabel(answer)).toBe("Cancelled");
    const row = await find();
    expect(row.cancelAt?.toISOString().slice(0, 10)).toBe("2026-11-27");
    expect(isEntitled(row, new Date("2026-11-26T12:00:00Z"))).toBe(true);
    expect(isEntitled(row, new Date("2026-11-28T12:00:00Z"))).toBe(false);
    await cancelSubscription(billing.ctx, subscriberId, "continue_until_expiry");
    expect((await find()).cancelAt).toEqual(row.cancelAt);
  });

  test("immediately stops the briefing, even if paid for", async () => {
    const { subscriberId, find } = await subscribe();
    await cancelSubscription(billing.ctx, subscriberId, "stop_immediately");
    const row = await find();
    expect(row).toMatchObject({ status: "canceled", stoppedAt: billing.ctx.clock.now() });
    expect(isEntitled(row, new Date("2026-11-20T12:00:01Z"))).toBe(false);
  });

  test("immediately works after a scheduled cancellation", async () => {
    const { subscriberId, find } = await subscribe();
    await cancelSubscription(billing.ctx, subscriberId, "continue_until_expiry");
    await cancelSubscription(billing.ctx, subscriberId, "stop_immediately");
    expect(await find()).toMatchObject({ status: "canceled", cancelAt: null });
  });

  test.each(["stop_immediately", "continue_until_expiry"] as const)(
    "by the team is told apart from the subscriber's own in the figures: %s",
    async (preference) => {
      const reasonsOf = async (own: boolean) => {
        const { subscriberId, subscriptionId } = await subscribe();
        const by = own ? undefined : ({ actor: "admin:dana" } as const);
        await cancelSubscription(billing.ctx, subscriberId, preference, by);
        const where = { subscriptionId, kind: "request" };
        return (await billing.ctx.db.moneyEvent.findMany({ where })).map(({ reason }) => reason);
      };
      expect(await reasonsOf(false)).toEqual(["by_us"]);
      expect(await reasonsOf(true)).toEqual([
        preference === "stop_immediately" ? "stopped" : "at_period_end",
      ]);
    },
  );

  test("changes nothing when Paddle can't be reached", async () => {
    const { subscriberId, find } = await subscribe();
    await billing.control("POST", "/sandbox/faults", {
      provider: "paddle",
      mode: "error",
      endpoint: "all",
    });
    await expect(
      cancelSubscription(billing.ctx, subscriberId, "stop_immediately"),
    ).rejects.toMatchObject({
      status: 503,
      userMessage:
        "We can’t reach our payment provider, so nothing changed. Please try again in a moment.",
    });
    expect(await find()).toMatchObject({ status: "trialing", stoppedAt: null });
  });

  test("counts when Paddle canceled but its response was lost", async () => {
    const { subscriberId, find } = await subscribe();
    await billing.control("POST", "/sandbox/faults", {
      provider: "paddle",
      mode: "accept-then-drop",
      count: 1,
    });
    await cancelSubscription(billing.ctx, subscriberId, "stop_immediately");
    expect(await find()).toMatchObject({ status: "canceled" });
  });

  test("without a subscription is a 404", async () => {
    const { id } = await billing.ctx.db.subscriber.create({ data: { email: "none@example.com" } });
    await expect(cancelSubscription(billing.ctx, id, "stop_immediately")).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe("the reminder before the first charge", () => {
  const reminders = async (email: string) =>
    (await billing.messages())
      .filter(({ to, subject }) => to === email && subject?.startsWith("Your free trial"))
      .map(({ subject }) => subject);

  test("is sent once, two days before", async () => {
    const { email } = await subscribe();
    await sendDueNotices(billing.ctx);
    expect(await reminders(email)).toEqual([]);
    await billing.setTime("2026-11-25T13:00:00Z");
    await Promise.all([sendDueNotices(billing.ctx), sendDueNotices(billing.ctx)]);
    await sendDueNotices(billing.ctx);
    await billing.setTime("2026-11-26T13:00:00Z");
    await sendDueNotices(billing.ctx);
    expect(await reminders(email)).toEqual(["Your free trial ends Nov 27, 2026"]);
  });

  test("is sent again for the new date when the trial is extended after it", async () => {
    const { email, subscriberId } = await subscribe();
    await billing.setTime("2026-11-25T13:00:00Z");
    await sendDueNotices(billing.ctx);
    await extendTrial(billing.ctx, subscriberId, { days: 7, actor: "operator", why: "Asked" });
    await sendDueNotices(billing.ctx);
    expect(await reminders(email)).toEqual(["Your free trial ends Nov 27, 2026"]);
    await billing.setTime("2026-12-02T13:00:00Z");
    await Promise.all([sendDueNotices(billing.ctx), sendDueNotices(billing.ctx)]);
    await billing.setTime("2026-12-03T13:00:00Z");
    await sendDueNotices(billing.ctx);
    expect(await reminders(email)).toEqual([
      "Your free trial ends Nov 27, 2026",
      "Your free trial ends Dec 4, 2026",
    ]);
  });

  test("is sent once when the provider accepted it but its response was lost", async () => {
    const { email } = await subscribe();
    await billing.setTime("2026-11-25T13:00:00Z");
    await billing.control("POST", "/sandbox/faults", {
      provider: "postmark",
      mode: "accept-then-drop",
      count: 1,
    });
    await sendDueNotices(billing.ctx);
    // The database's own clock, which the test doesn't wait for.
    const waiting = await billing.ctx.db.$executeRaw`
      UPDATE notices SET next_attempt_at = now()
      WHERE sent_at IS NULL AND recipient = ${email} AND next_attempt_at > now()`;
    expect(waiting).toBe(1);
    await sendDueNotices(billing.ctx);
    expect(await reminders(email)).toHaveLength(1);
    const left = { recipient: email, sentAt: null };
    expect(await billing.ctx.db.notice.count({ where: left })).toBe(0);
  });

  test("isn't sent after a cancellation", async () => {
    const { email, subscriberId } = await subscribe();
    await cancelSubscription(billing.ctx, subscriberId, "continue_until_expiry");
    await billing.setTime("2026-11-25T13:00:00Z");
    await sendDueNotices(billing.ctx);
    expect(await reminders(email)).toEqual([]);
  });
});
