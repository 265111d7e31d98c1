import { expect, test } from "vitest";
import { describePrice } from "@/lib/contracts/money";
import { getAccount } from "@/lib/domain/account/account-view";
import { reconcile } from "@/lib/domain/billing/reconcile";
import { planTrialReminders } from "@/lib/domain/billing/trial-reminders";
import { findBuyer } from "@/lib/domain/onboarding/find-buyer";
import { planNotice, sendNotices } from "@/lib/domain/outbox/notices";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling } from "./harness";

const billing = useForFile(startBilling);

// As a checkout in another country, with a discount, or after a price was raised.
test.each([
  ["pounds", { amount: 450, currency: "GBP" }, "£4.50 per month", null],
  ["yen", { amount: 800, currency: "JPY", plan: "annual" }, "¥800 per year", null],
  ["a discount", { hasDiscount: true }, "$5 per month, less your discount", "$4 in all"],
])(
  "every sentence about a subscription in %s names its price",
  async (name, terms, price, total) => {
    await billing.setTime("2026-11-20T12:00:00Z");
    const email = `price-${name.replace(" ", "-")}@example.com`;
    const uid = `uid_price_${name.replace(" ", "_")}`;
    const { subscriptionId } = await billing.buy({ uid, email, ...terms });
    const buyer = await findBuyer(billing.ctx, uid);
    expect(buyer && describePrice(buyer.price)).toBe(price);
    const { subscriberId } = await billing.ctx.db.subscription.findUniqueOrThrow({
      where: { paddleSubscriptionId: subscriptionId },
    });
    const id = subscriberId ?? 0;
    await billing.ctx.db.$transaction((tx) =>
      planNotice(billing.ctx, tx, {
        key: `welcome:${email}`,
        kind: "welcome",
        subscriberId: id,
        recipient: email,
      }),
    );
    await billing.setTime("2026-11-26T12:00:00Z");
    await planTrialReminders(billing.ctx);
    await sendNotices(billing.ctx);
    const sent = (await billing.messages()).filter(({ to }) => to === email);
    const texts = sent.map(({ text }) => text.replaceAll(/\s+/g, " "));
    // The welcome, and then the reminder.
    expect(texts.toSorted()).toEqual([
      expect.stringContaining(`After that, it’s ${price} unless you cancel.`),
      expect.stringContaining(`charge you ${price}${total ? ` (${total})` : ""}, starting on`),
    ]);
    const account = await getAccount(billing.ctx, id);
    expect(account.price && describePrice(account.price)).toBe(price);

    await billing.control("POST", `/sandbox/paddle/subscriptions/${subscriptionId}/price`, {
      amount: 900,
    });
    const raised = (await getAccount(billing.ctx, id)).price;
    expect(raised?.amount).toBe(900);
  },
);

test("a price that changed unnoticed is found at night", async () => {
  const { subscriptionId } = await billing.buy({ uid: "uid_lost", email: "lost@example.com" });
  await billing.control("POST", `/sandbox/paddle/subscriptions/${subscriptionId}/price`, {
    amount: 600,
    deliver: "none",
  });
  const { repaired } = await reconcile(billing.ctx);
  expect(repaired).toContain(subscriptionId);
  const where = { paddleSubscriptionId: subscriptionId };
  expect(await billing.ctx.db.subscription.findUnique({ where })).toMatchObject({ price: 600n });
});

test("a subscription for nothing counts as nothing, not as the list price", async () => {
  const { subscriptionId } = await billing.buy({
    uid: "uid_nothing",
    email: "nothing@example.com",
    amount: 0,
  });
  await billing.simulate(subscriptionId, "activate");
  const states = await billing.ctx.db.moneyEvent.findMany({
    where: { subscriptionId, kind: "state" },
    select: { yearly: true },
  });
  expect(new Set(states.map(({ yearly }) => yearly))).toEqual(new Set([0n]));
});
