// Over 300 lines because all kinds of events share the schemas of IDs, times, and prices.

import { storedAddress } from "./address";
import { chargeOf, isDiscounted, moneyOf, priceOf, sizeOf } from "./charge";
import type { ProviderEvent } from "@/lib/domain/ports/provider-event";
import { paddleStatuses } from "@/lib/contracts/billing";
import type { Money } from "@/lib/contracts/money";
import type {
  CustomerSnapshot,
  FailedCharge,
  PaymentEvent,
  PaymentSnapshot,
  SubscriptionSnapshot,
  Version,
} from "@/lib/domain/ports/payments";
import { createHmac } from "node:crypto";
import { equalInConstantTime } from "@/lib/platform/tokens";
import { z } from "zod";

type PaddleRequest = { headers: Headers; body: string };

/** How far a signature's time may differ from ours in either direction, in seconds. */
const toleranceS = 300;

/**
 * Returns whether a call was signed with one of our secrets
 * (https://developer.paddle.com/webhooks/signature-verification): HMAC-SHA256 over `ts:body`. Each `h1` is
 * compared with each secret in constant time, and `ts` may differ from real time by five minutes. Real time,
 * because in local mode the service's clock can be days ahead or run faster.
 *
 * @param expected.secrets the current one and, during a rotation, the previous one; empty secrets never match
 */
export function isPaddleRequest(
  { headers, body }: PaddleRequest,
  expected: { secrets: readonly (string | undefined)[]; now?: Date },
): boolean {
  const parts = (headers.get("paddle-signature") ?? "").split(";").map((part) => part.trim());
  const [ts, ...more] = valuesOf(parts, "ts");
  if (ts === undefined || more.length > 0 || !/^\d{1,12}$/.test(ts)) return false;
  const nowS = (expected.now ?? new Date()).getTime() / 1_000;
  if (Math.abs(nowS - Number(ts)) > toleranceS) return false;
  // At most two during a rotation; more would only cost time.
  const signatures = valuesOf(parts, "h1").slice(0, 10);
  const secrets = expected.secrets.filter((secret) => secret !== undefined && secret !== "");
  let isAuthentic = false;
  for (const secret of secrets) {
    const own = createHmac("sha256", secret ?? "")
      .update(`${ts}:${body}`)
      .digest("hex");
    for (const signature of signatures) {
      if (equalInConstantTime(signature, own)) isAuthentic = true;
    }
  }
  return isAuthentic;
}

function valuesOf(parts: readonly string[], name: string): string[] {
  return parts.flatMap((part) =>
    part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : [],
  );
}

/** Paddle's IDs are under 40 characters, and an index row has a limit. */
const idSchema = z.string().max(200);

const timeSchema = z.iso
  .datetime({ offset: true })
  // PostgreSQL's calendar has no year 0.
  .refine((text) => new Date(text).getUTCFullYear() >= 1970, "before 1970");

const requiredInstantSchema = timeSchema.transform((text) => new Date(text));

const instantSchema = requiredInstantSchema.nullish().transform((date) => date ?? null);

const periodSchema = z.object({ ends_at: instantSchema }).nullish();

const uidSchema = z
  .object({ uid: idSchema })
  .transform(({ uid }) => uid)
  .nullish()
  .catch(null)
  .transform((uid) => uid ?? null);

const unitPriceSchema = z
  .object({ amount: z.string(), currency_code: z.string() })
  .nullish()
  .catch(null);

const itemPriceSchema = z
  .object({
    id: idSchema.optional(),
    unit_price: unitPriceSchema,
    tax_mode: z.string().nullish().catch(null),
  })
  .nullish()
  .catch(null);

const priceIdsOf = (items: readonly { price?: z.output<typeof itemPriceSchema> }[]) =>
  items.flatMap(({ price }) => price?.id ?? []);

const quantity = z.number().int().positive().default(1);

const customerSchema = z
  .object({ id: idSchema, email: z.string().min(1).max(1_000), name: z.string().nullish() })
  .transform(({ id, email, name }): CustomerSnapshot => ({
    customerId: id,
    email: storedAddress(email),
    name: name ?? null,
  }));

const subscriptionSchema = z
  .object({
    id: idSchema,
    customer_id: idSchema,
    status: z.enum(paddleStatuses),
    updated_at: requiredInstantSchema,
    first_billed_at: instantSchema,
    next_billed_at: instantSchema,
    canceled_at: instantSchema,
    current_billing_period: periodSchema,
    billing_cycle: z.object({ interval: z.string(), frequency: z.number() }).nullish(),
    discount: z
      .object({ ends_at: instantSchema })
      .nullish()
      .catch(null)
      .transform((discount) => discount ?? null),
    scheduled_change: z.object({ action: z.string(), effective_at: instantSchema }).nullish(),
    items: z
      .array(z.object({ trial_dates: periodSchema, price: itemPriceSchema, quantity }).loose())
      .default([]),
    custom_data: uidSchema,
  })
  .transform((subscription): SubscriptionSnapshot => {
    const { scheduled_change: change, billing_cycle: cycle, status } = subscription;
    const trialEndsAt = subscription.items[0]?.trial_dates?.ends_at ?? null;
    const plan = cycle?.frequency === 1 ? (planOfInterval.get(cycle.interval) ?? null) : null;
    return {
      subscriptionId: subscription.id,
      customerId: subscription.customer_id,
      status,
      plan,
      priceIds: priceIdsOf(subscription.items),
      price: priceOf(subscription.items.flatMap(toItem)),
      isTaxAdded: subscription.items.some(({ price }) => price?.tax_mode === "external"),
      isDiscounted: isDiscounted(
        subscription.discount && { endsAt: subscription.discount.ends_at },
        subscription.next_billed_at,
      ),
      uid: subscription.custom_data,
      firstChargeAt:
        subscription.first_billed_at ??
        trialEndsAt ??
        (status === "trialing" ? subscription.next_billed_at : null),
      nextChargeAt: subscription.next_billed_at,
      periodEndsAt: subscription.current_billing_period?.ends_at ?? null,
      cancelAt: change?.action === "cancel" ? change.effective_at : null,
      canceledAt: subscription.canceled_at,
      updatedAt: subscription.updated_at,
    };
  });

function toItem({
  price,
  quantity: count,
}: {
  price?: z.output<typeof itemPriceSchema>;
  quantity: number;
}) {
  if (!price?.unit_price) return [];
  const { amount, currency_code: currencyCode } = price.unit_price;
  return [{ quantity: count, price: { unitPrice: { amount, currencyCode } } }];
}

const planOfInterval: ReadonlyMap<string, "monthly" | "annual"> = new Map([
  ["month", "monthly"],
  ["year", "annual"],
]);

const totalsSchema = z.object({ grand_total: z.string(), tax: z.string().optional() });

/** Newest first. */
const attemptSchema = z.object({ status: z.string(), error_code: z.string().nullish() });

const transactionSchema = z
  .object({
    id: idSchema,
    customer_id: idSchema.nullish(),
    subscription_id: idSchema.nullish(),
    billing_period: periodSchema,
    billed_at: instantSchema,
    currency_code: z.string().nullish(),
    details: z.object({ totals: totalsSchema }).nullish(),
    payments: z.array(attemptSchema).default([]).catch([]),
    items: z
      .array(z.object({ price: itemPriceSchema }))
      .default([])
      .catch([]),
    custom_data: uidSchema,
  })
  .transform((transaction): PaymentSnapshot & { failure: FailedCharge | null } => ({
    transactionId: transaction.id,
    customerId: transaction.customer_id ?? null,
    subscriptionId: transaction.subscription_id ?? null,
    uid: transaction.custom_data,
    priceIds: priceIdsOf(transaction.items),
    periodEndsAt: transaction.billing_period?.ends_at ?? null,
    adjustments: [],
    charge: chargeOf({
      total: transaction.details?.totals.grand_total,
      tax: transaction.details?.totals.tax,
      currency: transaction.currency_code,
      at: transaction.billed_at,
    }),
    failure: failureOf(
      moneyOf(transaction.details?.totals.grand_total, transaction.currency_code),
      transaction.payments,
    ),
  }));

function failureOf(
  money: Money | null,
  payments: readonly z.output<typeof attemptSchema>[],
): FailedCharge | null {
  const failed = payments.filter(({ status }) => status === "error");
  if (!money) return null;
  return { ...money, reason: failed[0]?.error_code ?? null, attempts: Math.max(1, failed.length) };
}

const adjustmentTotalsSchema = z.object({
  total: z.string().optional(),
  subtotal: z.string(),
  currency_code: z.string().optional(),
});

const adjustmentSchema = z.object({
  id: idSchema,
  totals: adjustmentTotalsSchema.nullish().catch(null),
  currency_code: z.string().nullish(),
  action: z.string(),
  type: z.string().nullish(),
  status: z.string(),
  transaction_id: idSchema,
  subscription_id: idSchema.nullish(),
  customer_id: idSchema,
  updated_at: instantSchema,
});

const envelopeSchema = z.object({
  event_id: z.string().min(1).max(200),
  event_type: z.string().min(1).max(200),
  occurred_at: timeSchema,
  data: z.record(z.string(), z.json()),
});

const subscriptionKinds = new Set(
  [
    "created",
    "imported",
    "trialing",
    "activated",
    "updated",
    "past_due",
    "paused",
    "resumed",
    "canceled",
  ].map((word) => `subscription.${word}`),
);

const customerKinds = new Set(["customer.created", "customer.imported", "customer.updated"]);

/** Null for a kind we don't use. Throws ZodError if a kind we use has an unexpected shape. */
function toPaymentEvent(kind: string, data: unknown, version: Version): PaymentEvent | null {
  if (subscriptionKinds.has(kind)) {
    const subscription = subscriptionSchema.parse(data);
    return { ...version, kind: "subscription_changed", subscription };
  }
  if (customerKinds.has(kind)) {
    return { ...version, kind: "customer_changed", customer: customerSchema.parse(data) };
  }
  if (kind === "transaction.completed") {
    return { ...version, kind: "transaction_completed", payment: transactionSchema.parse(data) };
  }
  if (kind === "transaction.payment_failed") {
    const { customerId, subscriptionId, transactionId, priceIds, failure } =
      transactionSchema.parse(data);
    const ids = { customerId, subscriptionId, transactionId, priceIds };
    return { ...version, kind: "payment_failed", ...ids, failure };
  }
  if (kind === "adjustment.created" || kind === "adjustment.updated") {
    return toAdjusted(data, version);
  }
  return null;
}

function toAdjusted(data: unknown, version: Version): PaymentEvent {
  const adjustment = adjustmentSchema.parse(data);
  const { totals } = adjustment;
  return {
    ...version,
    kind: "adjusted",
    customerId: adjustment.customer_id,
    adjustment: {
      adjustmentId: adjustment.id,
      transactionId: adjustment.transaction_id,
      subscriptionId: adjustment.subscription_id ?? null,
      action: adjustment.action,
      status: adjustment.status,
      isFull: adjustment.type === "full",
      total: sizeOf(totals?.total ?? totals?.subtotal),
      subtotal: sizeOf(totals?.subtotal),
      currency: totals?.currency_code ?? adjustment.currency_code ?? null,
      changedAt: adjustment.updated_at ?? version.occurredAt,
    },
  };
}

/**
 * Translates a Paddle webhook (https://developer.paddle.com/webhooks/overview). A kind we use in an
 * unexpected shape comes back with a `problem`.
 *
 * @throws ZodError or SyntaxError when the body isn't an event
 */
export function readPaddleEvent({ body }: PaddleRequest): ProviderEvent<PaymentEvent> {
  const envelope = envelopeSchema.parse(JSON.parse(body));
  const { event_id: eventId, event_type: kind, data } = envelope;
  const occurredAt = new Date(envelope.occurred_at);
  const common = { eventId, kind, payload: envelope, occurredAt };
  try {
    return { ...common, event: toPaymentEvent(kind, data, { occurredAt, eventId }) };
  } catch (error) {
    return { ...common, event: null, problem: String(error) };
  }
}
