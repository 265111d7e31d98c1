import { z } from "zod";
import { inTransaction } from "../state/database";
import type { PaddleAccount } from "./account";
import { plans, trialDays } from "./catalog";
import {
  adjustmentEntity,
  customerEntity,
  subscriptionEntity,
  transactionEntity,
  type SubscriptionEntity,
} from "./entities";
import { toPaddleTime } from "./notation";

const dayMs = 24 * 60 * 60 * 1_000;

const instant = z.iso.datetime({ error: "An instant must be an ISO 8601 text in UTC." });
const id = z.string().min(1);

/** A subscription with a history: who bought it, and its current state. */
const purchaseSchema = z.object({
  customer: z.object({ id, email: z.string(), name: z.string().nullable() }),
  subscriptionId: id,
  uid: z.string(),
  plan: z.enum(plans),
  status: z.enum(["trialing", "active", "past_due", "paused", "canceled"]),
  startedAt: instant,
  trialEndsAt: instant,
  firstBilledAt: instant.nullable(),
  nextBilledAt: instant.nullable(),
  /** End of the paid period. */
  periodEndsAt: instant.nullable(),
  /** When a scheduled cancellation takes effect. */
  cancelAt: instant.nullable(),
  canceledAt: instant.nullable(),
  /** When Paddle last changed it. */
  updatedAt: instant,
  /** Oldest first; payments that Paddle no longer shows can be left out. */
  payments: z.array(
    z.object({
      id,
      plan: z.enum(plans),
      /** In the currency's smallest unit. */
      amount: z.int().min(0),
      at: instant,
      periodEndsAt: instant,
      /** A full refund. */
      refund: z.object({ id, at: instant }).nullable(),
    }),
  ),
});

type Purchase = z.output<typeof purchaseSchema>;

export const historySchema = z.object(
  { purchases: z.array(purchaseSchema).max(10_000) },
  { error: "The body must be a JSON object with purchases." },
);

const timeOf = (text: string) => toPaddleTime(Date.parse(text), 0);
const optionalTimeOf = (text: string | null) => (text === null ? null : timeOf(text));

/**
 * Stores purchases with their history, replacing those with the same ids, without events, as if the webhooks
 * had arrived long ago.
 */
export function addHistory(
  account: PaddleAccount,
  { purchases, siteUrl }: z.output<typeof historySchema> & { siteUrl: string },
): void {
  inTransaction(account.database, () => {
    for (const purchase of purchases) addPurchase(account, purchase, siteUrl);
  });
}

function addPurchase(account: PaddleAccount, purchase: Purchase, siteUrl: string): void {
  const { store } = account;
  const { customer } = purchase;
  store.save("customer", customerEntity({ ...customer, at: timeOf(purchase.startedAt) }));
  const subscription = subscriptionOf(account, purchase, siteUrl);
  store.save("subscription", subscription);
  for (const payment of purchase.payments) {
    const at = timeOf(payment.at);
    const transaction = transactionEntity({
      id: payment.id,
      status: "completed",
      customerId: customer.id,
      addressId: subscription.address_id,
      subscriptionId: subscription.id,
      price: account.requirePrice(payment.plan),
      amount: String(payment.amount),
      origin: payment.amount === 0 ? "web" : "subscription_recurring",
      discountId: null,
      customData: subscription.custom_data,
      at,
      period: { starts_at: at, ends_at: timeOf(payment.periodEndsAt) },
    });
    store.save("transaction", transaction);
    if (payment.refund === null) continue;
    const refund = { action: "refund", status: "approved", transaction } as const;
    const { id: refundId, at: refundedAt } = payment.refund;
    store.save("adjustment", adjustmentEntity({ ...refund, id: refundId, at: timeOf(refundedAt) }));
  }
}

function subscriptionOf(
  account: PaddleAccount,
  purchase: Purchase,
  siteUrl: string,
): SubscriptionEntity {
  const { status, subscriptionId, customer } = purchase;
  const trialEndsAt = timeOf(purchase.trialEndsAt);
  const trialStartsAt = toPaddleTime(Date.parse(purchase.trialEndsAt) - trialDays * dayMs, 0);
  const started = subscriptionEntity({
    id: subscriptionId,
    customerId: customer.id,
    addressId: subscriptionId.replace(/^sub_/, "add_"),
    price: account.requirePrice(purchase.plan),
    customData: { uid: purchase.uid },
    at: timeOf(purchase.startedAt),
    trial: { starts_at: trialStartsAt, ends_at: trialEndsAt },
    siteUrl,
    discountId: null,
  });
  const [nextBilledAt, periodEndsAt, cancelAt, updatedAt] = [
    optionalTimeOf(purchase.nextBilledAt),
    optionalTimeOf(purchase.periodEndsAt),
    optionalTimeOf(purchase.cancelAt),
    timeOf(purchase.updatedAt),
  ];
  return {
    ...started,
    status,
    updated_at: updatedAt,
    first_billed_at: optionalTimeOf(purchase.firstBilledAt),
    next_billed_at: nextBilledAt,
    paused_at: status === "paused" ? updatedAt : null,
    canceled_at: optionalTimeOf(purchase.canceledAt),
    current_billing_period:
      periodEndsAt && status !== "paused" && status !== "canceled"
        ? {
            starts_at: timeOf(purchase.payments.at(-1)?.at ?? purchase.startedAt),
            ends_at: periodEndsAt,
          }
        : null,
    scheduled_change:
      cancelAt === null ? null : { action: "cancel", effective_at: cancelAt, resume_at: null },
    items: started.items.map((item) => ({
      ...item,
      status: status === "trialing" ? "trialing" : "active",
      updated_at: updatedAt,
      next_billed_at: nextBilledAt,
    })),
  };
}
