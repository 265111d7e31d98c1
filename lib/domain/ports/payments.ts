import type { PlanName } from "@/lib/contracts/plans";

/** Paddle's word for how a subscription stands. */
export type PaymentStatus = "trialing" | "active" | "past_due" | "paused" | "canceled";

/** When something was so, in an order that everybody agrees on: by time, then by event id. */
export type Version = { occurredAt: Date; eventId: string };

/** A buyer. */
export type CustomerSnapshot = { customerId: string; email: string; name: string | null };

/** A whole subscription at one instant. */
export type SubscriptionSnapshot = {
  subscriptionId: string;
  customerId: string;
  status: PaymentStatus;
  plan: PlanName | null;
  /** What the checkout gave along; null when the subscription came about otherwise. */
  uid: string | null;
  firstChargeAt: Date | null;
  nextChargeAt: Date | null;
  /** End of the period under way; null when paused or cancelled. */
  periodEndsAt: Date | null;
  /** A cancellation booked for later. */
  cancelAt: Date | null;
  canceledAt: Date | null;
  /** When the company itself last changed it. */
  updatedAt: Date;
};

/** A transaction that went through; a trial's first one is over nothing. */
export type PaymentSnapshot = {
  transactionId: string;
  customerId: string | null;
  subscriptionId: string | null;
  uid: string | null;
  /** Until when it pays. */
  periodEndsAt: Date | null;
  /** When the money was given back in full. */
  refundedAt: Date | null;
};

/** Something that happened at the payment company. */
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
      }
    | {
        kind: "refunded";
        customerId: string;
        subscriptionId: string | null;
        transactionId: string;
        /** Everything of the transaction, not a part. */
        isFull: boolean;
      }
  );

/** Everything the company knows about one purchase. */
export type Purchase = {
  customer: CustomerSnapshot;
  subscription: SubscriptionSnapshot;
  payments: PaymentSnapshot[];
};

/** The company could not be asked, or refused; nothing is known to have changed. */
export class PaymentsUnavailable extends Error {
  override name = "PaymentsUnavailable";
}

/** What the house asks of a payment company. All of it throws PaymentsUnavailable. */
export type PaymentsProvider = {
  /**
   * The purchase that a checkout's uid stands for, or null when the company knows none: looks
   * through the newest transactions, those of the last day.
   *
   * @param options.timeoutMs real milliseconds for all of it
   */
  findPurchase(uid: string, options: { timeoutMs: number; since: Date }): Promise<Purchase | null>;
  /** A subscription as it stands now; null when there is none of this id. */
  findSubscription(subscriptionId: string): Promise<SubscriptionSnapshot | null>;
  findCustomer(customerId: string): Promise<CustomerSnapshot | null>;
  /** Every buyer there is. */
  listCustomers(): AsyncIterable<CustomerSnapshot>;
  /** Every subscription there is, whatever its status. */
  listSubscriptions(): AsyncIterable<SubscriptionSnapshot>;
  /** The transactions since an instant that went through, refunds noted. */
  listRecentPayments(since: Date): AsyncIterable<PaymentSnapshot>;
  /** The transactions of a subscription that went through. */
  listPayments(subscriptionId: string): Promise<PaymentSnapshot[]>;
  /** Cancels at once or when the period ends, and answers how the subscription stands then. */
  cancelSubscription(
    subscriptionId: string,
    effectiveFrom: "immediately" | "next_billing_period",
  ): Promise<SubscriptionSnapshot>;
  /** Address at which the buyer sees receipts and changes the card; it is theirs alone. */
  openPortal(customerId: string, subscriptionIds: string[]): Promise<string>;
};
