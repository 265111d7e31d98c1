import type { PaddleStatus } from "@/lib/contracts/billing";
import type { Money, Price } from "@/lib/contracts/money";
import type { PlanName } from "@/lib/contracts/plans";

/** Orders the states of an object: by time, then by event ID. */
export type Version = { occurredAt: Date; eventId: string };

export type CustomerSnapshot = { customerId: string; email: string; name: string | null };

/** A customer that we read from Paddle ourselves, and when Paddle last changed it. */
export type ReadCustomer = CustomerSnapshot & { updatedAt: Date };

/** A subscription at one instant. */
export type SubscriptionSnapshot = {
  subscriptionId: string;
  customerId: string;
  status: PaddleStatus;
  plan: PlanName | null;
  /** Of its items. */
  priceIds: readonly string[];
  /** What it costs for each period, before tax; null when Paddle doesn't say. */
  price: Money | null;
  /** Whether Paddle adds tax to it. */
  isTaxAdded: boolean;
  /** Whether a discount applies to the next charge. */
  isDiscounted: boolean;
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

/** A change of a completed transaction: a refund, a dispute, or a reversal of one. */
export type Adjustment = {
  adjustmentId: string;
  transactionId: string;
  subscriptionId: string | null;
  /** As Paddle names it, such as refund, chargeback, or chargeback_reverse. */
  action: string;
  /** As Paddle names it: pending_approval, approved, rejected, reversed. */
  status: string;
  /** Whether it's about the whole transaction. */
  isFull: boolean;
  /** With tax, in the currency's smallest unit; never negative, whatever the action. */
  total: number;
  /** The same before tax. */
  subtotal: number;
  /** ISO 4217 code; null when Paddle doesn't say. */
  currency: string | null;
  /** When Paddle last changed it. */
  changedAt: Date;
};

/** A completed transaction. A trial starts with one for zero. */
export type PaymentSnapshot = {
  transactionId: string;
  customerId: string | null;
  subscriptionId: string | null;
  uid: string | null;
  /** Of its items. */
  priceIds: readonly string[];
  /** End of the period it pays for. */
  periodEndsAt: Date | null;
  /** Webhooks report them separately. */
  adjustments: readonly Adjustment[];
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
  /** How many times it has been tried. */
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
        /** Of its items. */
        priceIds: readonly string[];
        /** Null when Paddle doesn't say how much. */
        failure: FailedCharge | null;
      }
    | { kind: "adjusted"; customerId: string; adjustment: Adjustment }
  );

/** One purchase, with everything the provider knows about it. */
export type Purchase = {
  customer: ReadCustomer;
  subscription: SubscriptionSnapshot;
  payments: PaymentSnapshot[];
};

/** The provider couldn't be reached, or refused the call; as far as we know, nothing changed. */
export class PaymentsUnavailable extends Error {
  override name = "PaymentsUnavailable";
}

/** The card was declined, and nothing was charged or changed. */
export class PaymentDeclined extends Error {
  override name = "PaymentDeclined";
}

export type PlanPreview = {
  /** Charged now, with tax; null for nothing. */
  charge: Money | null;
  price: Price;
  nextChargeAt: Date | null;
};

/** The payment provider. Every call can throw PaymentsUnavailable. */
export type PaymentsProvider = {
  /**
   * Finds the purchase of a checkout's uid among the newest transactions.
   *
   * @param options.timeoutMs for the whole search, in real time
   * @param options.since how far back to search
   */
  findPurchase(uid: string, options: { timeoutMs: number; since: Date }): Promise<Purchase | null>;
  /** The current state of a subscription. */
  findSubscription(subscriptionId: string): Promise<SubscriptionSnapshot | null>;
  /** What the next charge of a subscription will be, with tax and discounts; null if there's none. */
  findNextCharge(subscriptionId: string): Promise<Money | null>;
  /** The URL of the page where a subscription's card is changed and overdue charges are paid. */
  findCardLink(subscriptionId: string): Promise<string | null>;
  /** The current state of a customer. */
  findCustomer(customerId: string): Promise<ReadCustomer | null>;
  /** All customers. */
  listCustomers(): AsyncIterable<ReadCustomer>;
  /** All subscriptions, with any status. */
  listSubscriptions(): AsyncIterable<SubscriptionSnapshot>;
  /** Completed transactions since an instant, without their adjustments. */
  listRecentPayments(since: Date): AsyncIterable<PaymentSnapshot>;
  /** All adjustments. */
  listAdjustments(): AsyncIterable<Adjustment>;
  /** Completed transactions of a subscription, with their adjustments. */
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
  /** What a different plan costs now and from the next charge on, as Paddle says. */
  previewPlan(
    subscriptionId: string,
    change: { plan: PlanName; isBilled: boolean },
  ): Promise<PlanPreview>;
  /**
   * Changes the plan, and returns the new state.
   *
   * @param change.isBilled whether it's charged now, with credit for the rest of the current period
   * @param change.nextChargeAt if it isn't: the next charge, which stays the same
   * @throws PaymentDeclined
   */
  changePlan(
    subscriptionId: string,
    change: { plan: PlanName; isBilled: boolean; nextChargeAt: Date | null },
  ): Promise<SubscriptionSnapshot>;
  /**
   * Refunds a payment. Paddle may review it first, and reports its approval as an event.
   *
   * @param amount with tax, in the currency's smallest unit; null for a full refund
   */
  refundPayment(transactionId: string, reason: string, amount: number | null): Promise<void>;
  /** Moves the next charge, and with it the end of a trial, and returns the new state. */
  moveNextCharge(subscriptionId: string, at: Date): Promise<SubscriptionSnapshot>;
  /** The URL of the customer's own portal, where they find receipts and change the card. */
  openPortal(customerId: string, subscriptionIds: string[]): Promise<string>;
};
