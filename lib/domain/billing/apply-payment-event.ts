import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import type { PaymentEvent } from "../ports/payments";
import type { EventHandler } from "../webhook-events";
import { applyCustomerChanged } from "./events/customer-changed";
import { applyPaymentFailed } from "./events/payment-failed";
import { applyRefunded } from "./events/refunded";
import { applySubscriptionChanged } from "./events/subscription-changed";
import { applyTransactionCompleted } from "./events/transaction-completed";
import { joinPurchase } from "./link-purchase";
import { lineOfCustomer } from "./paddle-sync";

/**
 * What the events of the payment company do. Whatever order those of a buyer arrive in, and
 * however often, they end in the same state.
 */
export const paymentEvents: EventHandler<PaymentEvent, void> = {
  subjectOf(event) {
    const customerId = customerOf(event);
    return customerId === null ? null : lineOfCustomer(customerId);
  },
  async apply(ctx, tx, event) {
    await applyByKind(ctx, tx, event);
    const customerId = customerOf(event);
    if (customerId !== null) await joinPurchase(ctx, tx, customerId);
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
    case "refunded":
      break;
  }
  return event.customerId;
}

async function applyByKind(ctx: Context, tx: Transaction, event: PaymentEvent): Promise<void> {
  switch (event.kind) {
    case "customer_changed":
      return applyCustomerChanged(tx, event);
    case "subscription_changed":
      return applySubscriptionChanged(ctx, tx, event);
    case "transaction_completed":
      return applyTransactionCompleted(ctx, tx, event);
    case "payment_failed":
      return applyPaymentFailed(ctx, tx, event);
    case "refunded":
      break;
  }
  return applyRefunded(ctx, tx, event);
}
