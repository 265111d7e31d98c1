import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { planNoticeTo } from "../outbox/notices";
import type { PaymentEvent } from "../ports/payments";
import type { EventHandler } from "../webhooks/provider-events";
import { syncAdjustment } from "./adjustments";
import { linkPurchase } from "./link-purchase";
import { recordFailure } from "./money-events";
import { isOurPayment } from "./is-our-product";
import { lockCustomer, syncCustomer, syncPayment, syncSubscription } from "./paddle-sync";
import { reviewRefunds } from "./review-refunds";

/**
 * Applies the payment company's events. A buyer's events lead to the same state in whatever order, and
 * however often, they arrive.
 */
export const paymentEvents: EventHandler<PaymentEvent, void> = {
  async apply(ctx, tx, event) {
    const customerId = customerOf(event);
    if (customerId !== null) await lockCustomer(tx, customerId);
    await applyByKind(ctx, tx, event);
    if (customerId === null) return;
    await linkPurchase(ctx, tx, customerId);
    await reviewRefunds(ctx, tx, customerId);
  },
};

function customerOf(event: PaymentEvent): string | null {
  switch (event.kind) {
    case "customer_changed":
      return event.customer.customerId;
    case "subscription_changed":
      return event.subscription.customerId;
    case "transaction_completed":
      return event.payment.customerId;
    case "payment_failed":
    case "adjusted":
      break;
  }
  return event.customerId;
}

async function applyByKind(ctx: Context, tx: Transaction, event: PaymentEvent): Promise<void> {
  switch (event.kind) {
    case "customer_changed":
      return syncCustomer(ctx, tx, event.customer, { ...event, isFromWebhook: true });
    // Each event carries the whole subscription, so only the newest counts, whatever its name.
    case "subscription_changed":
      return syncSubscription(ctx, tx, event.subscription, { ...event, isFromWebhook: true });
    case "transaction_completed":
      return syncPayment(ctx, tx, event.payment);
    case "payment_failed":
      return auditPaymentFailure(ctx, tx, event);
    case "adjusted":
      break;
  }
  return syncAdjustment(ctx, tx, event.adjustment, event);
}

/**
 * Records `transaction.payment_failed`, and sends its subscriber a link to change the card, once for each
 * charge. What it means for the subscription arrives as `subscription.past_due`.
 */
async function auditPaymentFailure(
  ctx: Context,
  tx: Transaction,
  event: Extract<PaymentEvent, { kind: "payment_failed" }>,
): Promise<void> {
  if (!(await isOurPayment(ctx, tx, event))) return;
  if (event.failure) {
    await recordFailure(tx, event.subscriptionId, event.failure, event);
    await planFailureNotice(ctx, tx, event);
  }
  await recordAudit(ctx, tx, {
    actor: "paddle",
    action: "payment.failed",
    subject: `subscription:${event.subscriptionId ?? "none"}`,
    detail: { transactionId: event.transactionId, occurredAt: event.occurredAt.toISOString() },
  });
}

async function planFailureNotice(
  ctx: Context,
  tx: Transaction,
  { subscriptionId, transactionId }: Extract<PaymentEvent, { kind: "payment_failed" }>,
): Promise<void> {
  const subscription = await tx.subscription.findUnique({
    where: { paddleSubscriptionId: subscriptionId ?? "" },
    select: { id: true, subscriberId: true },
  });
  if (!subscription || subscription.subscriberId === null) return;
  await planNoticeTo(ctx, tx, subscription.subscriberId, {
    key: `payment_failed:${transactionId}`,
    kind: "payment_failed",
    detail: { subscriptionId: subscription.id },
  });
}
