import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import type { PaymentEvent } from "../ports/payments";
import { applyCustomerChanged } from "./events/customer-changed";
import { applyPaymentFailed } from "./events/payment-failed";
import { applyRefunded } from "./events/refunded";
import { applySubscriptionChanged } from "./events/subscription-changed";
import { applyTransactionCompleted } from "./events/transaction-completed";
import { joinPurchase } from "./join-purchase";
import { lockCustomer } from "./mirror";

/**
 * Applies one event of the payment company, in the transaction that stores it. Whatever order the
 * events of a buyer arrive in, and however often, they end in the same state.
 */
export async function applyPaymentEvent(
  ctx: Context,
  tx: Transaction,
  event: PaymentEvent,
): Promise<void> {
  const customerId = customerOf(event);
  if (customerId !== null) await lockCustomer(tx, customerId);
  await applyByKind(ctx, tx, event);
  if (customerId !== null) await joinPurchase(ctx, tx, customerId);
}

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
