import type { PlanName } from "@/lib/contracts/plans";

/** The status of a subscription, as Paddle names it. */
export type PaymentStatus = "trialing" | "active" | "past_due" | "paused" | "canceled";

/** Orders the states of an object: by time, then by event ID. */
export type Version = { occurredAt: Date; eventId: string };

export type CustomerSnapshot = { customerId: string; email: string; name: string | null };

/** A subscription at one instant. */
export type SubscriptionSnapshot = {
  subscriptionId: string;
  customerId: string;
  status: PaymentStatus;
  plan: PlanName | null;
  /** What it costs for each period, before tax; null when Paddle doesn't say. */
  price: Money | null;
  /** The uid from our checkout; null when the subscription was created another way. */
  uid: string | null;
  firstChargeAt: Date | null;
  nextChargeAt: Date | null;
  /** End of the current period; null when paused or canceled. */
  periodEndsAt: Date | null;
  /** When a scheduled cancellation takes effect. */
  cancelAt: Date | null;
  canceledAt: Date | null;
  /** When Paddle last changed it. */
  updatedAt: Date;
};

/** In the currency's smallest unit. `currency` is an ISO 4217 code. */
export type Money = { amount: number; currency: string };

/** Money that was paid back. */
export type Refund = Money & {
  /** Paddle's ID of the adjustment. */
  refundId: string;
  at: Date;
};

/** A completed transaction. A trial starts with one of zero. */
export type PaymentSnapshot = {
  transactionId: string;
  customerId: string | null;
  subscriptionId: string | null;
  uid: string | null;
  /** End of the period it pays for. */
  periodEndsAt: Date | null;
  /** When it was refunded in full. */
  refundedAt: Date | null;
  /** Refunds of it, in full or in part, before tax. Webhooks report them on their own. */
  refunds: readonly Refund[];
  /** What was refunded or is being reviewed, with tax, in the charge's currency. Webhooks don't say. */
  refundedTotal: number;
  /** Null when nothing was charged, as at the start of a trial. */
  charge: Charge | null;
};

/** Money that was taken. */
export type Charge = Money & {
  /** The same without tax. */
  beforeTax: number;
  at: Date;
};

/** A charge that failed. */
export type FailedCharge = Money & {
  /** Paddle's error code of the last attempt; null when it gives none. */
  reason: string | null;
  /** How many times it was tried so far. */
  attempts: number;
};

/** An event from the payment provider. */
export type PaymentEvent = Version &
  (
    | { kind: "customer_changed"; customer: CustomerSnapshot }
    | { kind: "subscription_changed"; subscription: SubscriptionSnapshot }
    | { kind: "transaction_completed"; payment: PaymentSnapshot }
    | {
        kind: "payment_failed";
        customerId: string | null;
        subscriptionId: string | null;
        transactionId: string;
        /** Null when Paddle doesn't say how much. */
        failure: FailedCharge | null;
      }
    | {
        kind: "refunded";
        customerId: string;
        subscriptionId: string | null;
        transactionId: string;
        /** False for a partial refund. */
        isFull: boolean;
        /** Null when Paddle doesn't say how much. */
        refund: Refund | null;
      }
  );

/** One purchase, with everything the provider knows about it. */
export type Purchase = {
  customer: CustomerSnapshot;
  subscription: SubscriptionSnapshot;
  payments: PaymentSnapshot[];
};

/** The provider couldn't be reached, or refused; as far as we know, nothing changed. */
export class PaymentsUnavailable extends Error {
  override name = "PaymentsUnavailable";
}

/** The card was declined, and nothing was charged or changed. */
export class PaymentDeclined extends Error {
  override name = "PaymentDeclined";
}

/** The payment provider. Every call may throw PaymentsUnavailable. */
export type PaymentsProvider = {
  /**
   * Finds the purchase of a checkout's uid among the newest transactions.
   *
   * @param options.timeoutMs for the whole search, in real time
   * @param options.since oldest transaction to look at
   */
  findPurchase(uid: string, options: { timeoutMs: number; since: Date }): Promise<Purchase | null>;
  /** The current state of a subscription. */
  findSubscription(subscriptionId: string): Promise<SubscriptionSnapshot | null>;
  /** All customers. */
  listCustomers(): AsyncIterable<CustomerSnapshot>;
  /** All subscriptions, with any status. */
  listSubscriptions(): AsyncIterable<SubscriptionSnapshot>;
  /** Completed transactions since an instant, with their refunds. */
  listRecentPayments(since: Date): AsyncIterable<PaymentSnapshot>;
  /** Completed transactions of a subscription, with their refunds. */
  listPayments(subscriptionId: string): Promise<PaymentSnapshot[]>;
  /** Cancels right away or at the end of the period, and returns the new state. */
  cancelSubscription(
    subscriptionId: string,
    effectiveFrom: "immediately" | "next_billing_period",
  ): Promise<SubscriptionSnapshot>;
  /** Withdraws a scheduled cancellation, and returns the new state. */
  keepSubscription(subscriptionId: string): Promise<SubscriptionSnapshot>;
  /**
   * Ends a trial and charges the card now, and returns the new state. Works only in a trial without a
   * scheduled cancellation.
   *
   * @throws PaymentDeclined
   */
  activateSubscription(subscriptionId: string): Promise<SubscriptionSnapshot>;
  /**
   * Refunds a payment. Paddle may review it first, and reports its approval as an event.
   *
   * @param amount with tax, in the currency's smallest unit; null refunds it in full
   */
  refundPayment(transactionId: string, reason: string, amount: number | null): Promise<void>;
  /** Moves the next charge, and with it the end of a trial, and returns the new state. */
  moveNextCharge(subscriptionId: string, at: Date): Promise<SubscriptionSnapshot>;
  /** The URL of the customer's own portal, where they find receipts and change the card. */
  openPortal(customerId: string, subscriptionIds: string[]): Promise<string>;
};
