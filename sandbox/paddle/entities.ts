import { priceEntity, productEntity, type CatalogPrice } from "./catalog";

export type Period = { starts_at: string; ends_at: string };

/** A customer, complete (https://developer.paddle.com/api-reference/customers/overview). */
export type CustomerEntity = ReturnType<typeof customerEntity>;

/** A subscription, complete (https://developer.paddle.com/api-reference/subscriptions/overview). */
export type SubscriptionEntity = ReturnType<typeof subscriptionEntity>;

/** A transaction, complete (https://developer.paddle.com/api-reference/transactions/overview). */
export type TransactionEntity = ReturnType<typeof transactionEntity>;

/** An adjustment, complete (https://developer.paddle.com/api-reference/adjustments/overview). */
export type AdjustmentEntity = ReturnType<typeof adjustmentEntity>;

/** Custom data that the checkout passes along. */
export type CustomData = Record<string, unknown> | null;

export type SubscriptionStatus = "trialing" | "active" | "past_due" | "paused" | "canceled";

type ScheduledChange = {
  action: "cancel" | "pause" | "resume";
  effective_at: string;
  resume_at: string | null;
};

export function customerEntity(input: {
  id: string;
  email: string;
  name: string | null;
  at: string;
}) {
  return {
    id: input.id,
    name: input.name,
    email: input.email,
    marketing_consent: false,
    status: "active",
    custom_data: null,
    locale: "en",
    created_at: input.at,
    updated_at: input.at,
    import_meta: null,
  };
}

function discountOf(id: string, at: string) {
  return { id, starts_at: at, ends_at: null, type: "percentage" };
}

/** A subscription that just started its trial. */
export function subscriptionEntity(input: {
  id: string;
  customerId: string;
  addressId: string;
  price: CatalogPrice;
  customData: CustomData;
  at: string;
  trial: Period;
  siteUrl: string;
  /** A discount on every charge. */
  discountId: string | null;
}) {
  const { id, at, trial, price } = input;
  const status: SubscriptionStatus = "trialing";
  return {
    id,
    status: status as SubscriptionStatus,
    customer_id: input.customerId,
    address_id: input.addressId,
    business_id: null,
    currency_code: price.currency ?? "USD",
    created_at: at,
    updated_at: at,
    started_at: at,
    first_billed_at: null as string | null,
    next_billed_at: trial.ends_at as string | null,
    paused_at: null as string | null,
    canceled_at: null as string | null,
    discount: input.discountId === null ? null : discountOf(input.discountId, at),
    collection_mode: "automatic",
    billing_details: null,
    current_billing_period: trial as Period | null,
    billing_cycle: { interval: price.interval, frequency: 1 },
    scheduled_change: null as ScheduledChange | null,
    management_urls: {
      update_payment_method: `${input.siteUrl}/paddle/portal/${id}/update-payment-method`,
      cancel: `${input.siteUrl}/paddle/portal/${id}/cancel`,
    },
    items: [
      {
        status: "trialing",
        quantity: 1,
        recurring: true,
        created_at: at,
        updated_at: at,
        previously_billed_at: null as string | null,
        next_billed_at: trial.ends_at as string | null,
        trial_dates: trial as Period | null,
        price: priceEntity(price),
        product: productEntity(price.plan),
      },
    ],
    custom_data: input.customData,
    import_meta: null,
  };
}

const nothing = { subtotal: "0", discount: "0", tax: "0", total: "0" };

/** The sandbox's only discount, in percent. */
const discountPercent = 20;

type Origin =
  | "web"
  | "subscription_recurring"
  | "subscription_update"
  | "subscription_payment_method_change";

/** A transaction for one price; a trial's first one is for $0. */
export function transactionEntity(input: {
  id: string;
  status: "completed" | "past_due" | "ready";
  customerId: string;
  addressId: string;
  subscriptionId: string;
  price: CatalogPrice;
  amount: string;
  origin: Origin;
  discountId: string | null;
  customData: CustomData;
  at: string;
  period: Period;
}) {
  const { at, price, discountId } = input;
  const currency = price.currency ?? "USD";
  const discount =
    discountId === null ? 0 : Math.round((Number(input.amount) * discountPercent) / 100);
  const amount = String(Number(input.amount) - discount);
  const totals = { subtotal: input.amount, discount: String(discount), tax: "0", total: amount };
  const isCompleted = input.status === "completed";
  return {
    id: input.id,
    status: input.status,
    customer_id: input.customerId,
    address_id: input.addressId,
    business_id: null,
    custom_data: input.customData,
    currency_code: currency,
    origin: input.origin,
    subscription_id: input.subscriptionId,
    invoice_id: null,
    invoice_number: null,
    collection_mode: "automatic",
    discount_id: discountId,
    billing_details: null,
    billing_period: input.period,
    items: [{ price_id: price.priceId, price: priceEntity(price), quantity: 1, proration: null }],
    details: {
      tax_rates_used: [{ tax_rate: "0", totals }],
      totals: {
        ...totals,
        credit: "0",
        credit_to_balance: "0",
        balance: isCompleted ? "0" : amount,
        grand_total: amount,
        grand_total_tax: "0",
        fee: isCompleted ? "0" : null,
        earnings: isCompleted ? amount : null,
        currency_code: currency,
      },
      adjusted_totals: {
        ...totals,
        grand_total: amount,
        grand_total_tax: "0",
        fee: "0",
        earnings: amount,
        currency_code: currency,
        retained_fee: "0",
      },
      payout_totals: null,
      adjusted_payout_totals: null,
      line_items: [
        {
          id: input.id.replace(/^txn_/, "txnitm_"),
          price_id: price.priceId,
          quantity: 1,
          proration: null,
          tax_rate: "0",
          unit_totals: amount === "0" ? nothing : totals,
          totals,
          product: productEntity(price.plan),
        },
      ],
    },
    payments: [
      {
        payment_attempt_id: input.id.replace(/^txn_/, "pay_"),
        stored_payment_method_id: input.customerId.replace(/^ctm_/, "paymtd_"),
        payment_method_id: input.customerId.replace(/^ctm_/, "paymtd_"),
        amount,
        status: isCompleted ? "captured" : "error",
        error_code: isCompleted ? null : "declined",
        method_details: {
          type: "card",
          card: {
            type: "visa",
            last4: "4242",
            expiry_month: 12,
            expiry_year: 2030,
            cardholder_name: "Card Holder",
          },
        },
        created_at: at,
        captured_at: isCompleted ? at : null,
      },
    ],
    checkout: { url: null as string | null },
    created_at: at,
    updated_at: at,
    billed_at: at,
    revised_at: null,
  };
}

/** The effect of an adjustment on a transaction, in Paddle's terms. */
export const adjustmentActions = [
  "refund",
  "credit",
  "credit_reverse",
  "chargeback",
  "chargeback_reverse",
  "chargeback_warning",
  "chargeback_warning_reverse",
] as const;

export const adjustmentStatuses = ["pending_approval", "approved", "rejected", "reversed"] as const;

type AdjustmentStatus = (typeof adjustmentStatuses)[number];

/** An adjustment of a transaction, in full if no amount is given. */
export function adjustmentEntity(input: {
  id: string;
  action: (typeof adjustmentActions)[number];
  status: AdjustmentStatus;
  transaction: TransactionEntity;
  at: string;
  amount?: number | undefined;
}) {
  const { id, action, transaction, at, amount } = input;
  const total = amount === undefined ? transaction.details.totals.total : String(amount);
  const type = amount === undefined ? "full" : "partial";
  const status: AdjustmentStatus = input.status;
  const currency = transaction.currency_code;
  const totals = { subtotal: total, tax: "0", total };
  const fees = { fee: "0", retained_fee: "0", earnings: total, currency_code: currency };
  const fee = { amount: "1500", original: { amount: "1500", currency_code: currency } };
  return {
    id,
    action,
    type,
    transaction_id: transaction.id,
    subscription_id: transaction.subscription_id,
    customer_id: transaction.customer_id,
    reason: action === "refund" ? "requested_by_customer" : action,
    credit_applied_to_balance: action === "credit",
    currency_code: currency,
    status,
    items: transaction.details.line_items.map((item) => ({
      id: id.replace(/^adj_/, "adjitm_"),
      item_id: item.id,
      type,
      amount: total,
      proration: null,
      totals,
    })),
    totals: { ...totals, ...fees },
    payout_totals: {
      ...totals,
      ...fees,
      ...(action.startsWith("chargeback") && { chargeback_fee: fee }),
    },
    tax_rates_used: [{ tax_rate: "0", totals }],
    created_at: at,
    updated_at: at,
  };
}
