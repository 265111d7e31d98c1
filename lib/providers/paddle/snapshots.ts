import type { Customer, Subscription, Transaction } from "@paddle/paddle-node-sdk";
import { z } from "zod";
import { paddleStatuses } from "@/lib/contracts/billing";
import type {
  PaymentSnapshot,
  ReadCustomer,
  SubscriptionSnapshot,
} from "@/lib/domain/ports/payments";

import { storedAddress } from "./address";
import { chargeOf, isDiscounted, priceOf } from "./charge";

const statusSchema = z.enum(paddleStatuses);
const customDataSchema = z.object({ uid: z.string() });

function toDate(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null;
}

export function uidOf(customData: unknown): string | null {
  const read = customDataSchema.safeParse(customData);
  return read.success ? read.data.uid : null;
}

export function toCustomer(customer: Customer): ReadCustomer {
  return {
    customerId: customer.id,
    email: storedAddress(customer.email),
    name: customer.name,
    updatedAt: new Date(customer.updatedAt),
  };
}

function planOf({
  interval,
  frequency,
}: Subscription["billingCycle"]): "monthly" | "annual" | null {
  if (frequency !== 1) return null;
  if (interval === "month") return "monthly";
  return interval === "year" ? "annual" : null;
}

/** What a subscription costs. */
export function termsOf({
  items,
  discount,
  nextBilledAt,
}: Pick<Subscription, "items" | "discount" | "nextBilledAt">) {
  const ending = discount && { endsAt: toDate(discount.endsAt) };
  return {
    price: priceOf(items),
    isTaxAdded: items.some(({ price }) => price.taxMode === "external"),
    isDiscounted: isDiscounted(ending, toDate(nextBilledAt)),
  };
}

export function toSubscription(subscription: Subscription): SubscriptionSnapshot {
  const status = statusSchema.parse(subscription.status);
  const { scheduledChange: change } = subscription;
  return {
    subscriptionId: subscription.id,
    customerId: subscription.customerId,
    status,
    plan: planOf(subscription.billingCycle),
    priceIds: subscription.items.map(({ price }) => price.id),
    ...termsOf(subscription),
    uid: uidOf(subscription.customData),
    firstChargeAt: toDate(
      subscription.firstBilledAt ??
        subscription.items[0]?.trialDates?.endsAt ??
        (status === "trialing" ? subscription.nextBilledAt : null),
    ),
    nextChargeAt: toDate(subscription.nextBilledAt),
    periodEndsAt: toDate(subscription.currentBillingPeriod?.endsAt),
    cancelAt: change?.action === "cancel" ? toDate(change.effectiveAt) : null,
    canceledAt: toDate(subscription.canceledAt),
    updatedAt: new Date(subscription.updatedAt),
  };
}

export function toPayment(transaction: Transaction): PaymentSnapshot {
  return {
    transactionId: transaction.id,
    customerId: transaction.customerId,
    subscriptionId: transaction.subscriptionId,
    uid: uidOf(transaction.customData),
    priceIds: transaction.items.flatMap(({ price }) => price?.id ?? []),
    periodEndsAt: toDate(transaction.billingPeriod?.endsAt),
    adjustments: [],
    charge: chargeOf({
      total: transaction.details?.totals?.grandTotal,
      tax: transaction.details?.totals?.tax,
      currency: transaction.currencyCode,
      at: toDate(transaction.billedAt),
    }),
  };
}
