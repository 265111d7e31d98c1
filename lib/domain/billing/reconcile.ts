import type { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../context";
import type { SubscriptionSnapshot } from "../ports/payments";
import { applyAdjustments, saveAdjustments } from "./adjustments";
import { isErased } from "./erasure";
import { linkPurchase } from "./link-purchase";
import { yearlyPrice } from "./money-events";
import { isOurSubscription } from "./is-our-product";
import {
  lockCustomer,
  syncCustomer,
  syncPayment,
  syncSubscription,
  versionOf,
} from "./paddle-sync";
import { reviewRefunds } from "./review-refunds";

/** The result of a comparison with Paddle. */
export type ReconcileReport = {
  /** Our subscriptions at Paddle. */
  checked: number;
  /** IDs of subscriptions that differed or were missing here. */
  repaired: string[];
  /** Subscriptions that a webhook changed during the comparison; the next run checks them again. */
  skipped: number;
  startedAt: Date;
  /** What counts toward ARR in Paddle's list, by currency: active or past due, and not ending. */
  sums: PaddleSum[];
};

export type PaddleSum = { currency: string; paying: number; yearly: number };

/** How long payments and cancellations are checked for refunds. */
const refundWindowMs = 60 * 24 * 60 * 60 * 1_000;

type StoredRow = Prisma.SubscriptionGetPayload<object>;

/**
 * Compares every customer, payment, and subscription with Paddle and repairs differences left by lost
 * webhooks. Skips what a webhook changes during the comparison.
 *
 * @throws PaymentsUnavailable when Paddle can't be reached; earlier repairs stay
 */
export async function reconcile(ctx: Context): Promise<ReconcileReport> {
  const startedAt = ctx.clock.now();
  const report: ReconcileReport = { checked: 0, repaired: [], skipped: 0, startedAt, sums: [] };
  const sums = new Map<string, PaddleSum>();
  await reconcilePayments(ctx);
  for await (const snapshot of ctx.payments.listSubscriptions()) {
    if (!(await isOurSubscription(ctx, ctx.db, snapshot))) continue;
    report.checked += 1;
    addToSums(sums, snapshot);
    const outcome = await reconcileSubscription(ctx, snapshot);
    if (outcome === "repaired") report.repaired.push(snapshot.subscriptionId);
    if (outcome === "skipped") report.skipped += 1;
  }
  // Comes last, because only adjustments of our subscriptions are stored.
  await reconcileAdjustments(ctx);
  await reconcileCustomers(ctx);
  report.sums = [...sums.values()];
  ctx.log.info({ ...report, repaired: report.repaired.length }, "reconciled with Paddle");
  return report;
}

function addToSums(sums: Map<string, PaddleSum>, snapshot: SubscriptionSnapshot): void {
  const { status, cancelAt } = snapshot;
  const isCounted = (status === "active" || status === "past_due") && cancelAt === null;
  const price = yearlyPrice(snapshot);
  if (!isCounted || !price || price.amount === 0) return;
  const { currency } = price;
  const { paying, yearly } = sums.get(currency) ?? { paying: 0, yearly: 0 };
  sums.set(currency, { currency, paying: paying + 1, yearly: yearly + price.amount });
}

async function reconcileCustomers(ctx: Context): Promise<void> {
  for await (const listed of ctx.payments.listCustomers()) {
    const where = { id: listed.customerId };
    const known = await ctx.db.paddleCustomer.findUnique({ where });
    if (known?.email === listed.email && known.name === listed.name) continue;
    if (!known && !(await hasSubscription(ctx, listed.customerId))) continue;
    // The list may be minutes old.
    const customer = (await ctx.payments.findCustomer(listed.customerId)) ?? listed;
    await ctx.db.$transaction(async (tx) => {
      await lockCustomer(tx, customer.customerId);
      const row = await tx.paddleCustomer.findUnique({ where });
      if (row?.eventId !== known?.eventId) return;
      await syncCustomer(ctx, tx, customer, { ...versionOf(customer), isFromWebhook: false });
      await linkPurchase(ctx, tx, customer.customerId);
    });
  }
}

async function hasSubscription(ctx: Context, paddleCustomerId: string): Promise<boolean> {
  return (await ctx.db.subscription.count({ where: { paddleCustomerId } })) > 0;
}

/** Compares recent payments. Older ones are compared with their subscription. */
async function reconcilePayments(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - refundWindowMs);
  for await (const payment of ctx.payments.listRecentPayments(since)) {
    const known = await ctx.db.payment.findUnique({
      where: { paddleTransactionId: payment.transactionId },
    });
    const isKnown = known && known.periodEndsAt?.getTime() === payment.periodEndsAt?.getTime();
    const isTotalKnown = !payment.charge || known?.total !== null;
    if (isKnown && isTotalKnown) continue;
    await ctx.db.$transaction(async (tx) => {
      if (payment.customerId !== null) await lockCustomer(tx, payment.customerId);
      await syncPayment(ctx, tx, payment);
    });
  }
}

/** Compares all refunds and disputes of our subscriptions: a dispute can come a year after the payment. */
async function reconcileAdjustments(ctx: Context): Promise<void> {
  for await (const adjustment of ctx.payments.listAdjustments()) {
    const { adjustmentId, transactionId, status } = adjustment;
    const where = { paddleAdjustmentId: adjustmentId, status };
    if ((await ctx.db.adjustment.count({ where })) > 0) continue;
    const payment = await ctx.db.payment.findUnique({
      where: { paddleTransactionId: transactionId },
      select: { paddleSubscriptionId: true },
    });
    const subscription = await ctx.db.subscription.findFirst({
      where: { paddleSubscriptionId: payment?.paddleSubscriptionId ?? "" },
      select: { paddleCustomerId: true },
    });
    const customerId = subscription?.paddleCustomerId;
    if (!customerId) continue;
    await ctx.db.$transaction(async (tx) => {
      await lockCustomer(tx, customerId);
      await saveAdjustments(tx, [adjustment]);
      await applyAdjustments(tx, transactionId);
      await reviewRefunds(ctx, tx, customerId);
    });
  }
}

async function reconcileSubscription(
  ctx: Context,
  listed: SubscriptionSnapshot,
): Promise<"same" | "repaired" | "skipped"> {
  const known = await ctx.db.subscription.findUnique({
    where: { paddleSubscriptionId: listed.subscriptionId },
  });
  const paidUntil = await findPaidUntil(ctx, listed.subscriptionId);
  if (known && !(await mayNeedRepair(ctx, known, listed, paidUntil))) return "same";
  if (!known && (await isErased(ctx.db, listed.subscriptionId))) return "same";
  // The list may be minutes old.
  const snapshot = (await ctx.payments.findSubscription(listed.subscriptionId)) ?? listed;
  const payments = await ctx.payments.listPayments(listed.subscriptionId);
  return ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, snapshot.customerId);
    const row = await tx.subscription.findUnique({
      where: { paddleSubscriptionId: snapshot.subscriptionId },
      select: { paddleOccurredAt: true, paddleEventId: true },
    });
    const isUnchanged =
      (row?.paddleEventId ?? null) === (known?.paddleEventId ?? null) &&
      row?.paddleOccurredAt?.getTime() === known?.paddleOccurredAt?.getTime();
    if (!isUnchanged) return "skipped";
    for (const payment of payments) await syncPayment(ctx, tx, payment);
    await syncSubscription(ctx, tx, snapshot, { ...versionOf(snapshot), isFromWebhook: false });
    await linkPurchase(ctx, tx, snapshot.customerId);
    await reviewRefunds(ctx, tx, snapshot.customerId);
    const after = await tx.subscription.findUnique({
      where: { paddleSubscriptionId: snapshot.subscriptionId },
    });
    return known && after && differsIn(known, after).length === 0 ? "same" : "repaired";
  });
}

async function findPaidUntil(ctx: Context, paddleSubscriptionId: string): Promise<Date | null> {
  const paid = await ctx.db.payment.aggregate({
    where: { paddleSubscriptionId },
    _max: { periodEndsAt: true },
  });
  return paid._max.periodEndsAt;
}

const comparedFields = [
  "status",
  "plan",
  "price",
  "currency",
  "isTaxAdded",
  "isDiscounted",
  "firstChargeAt",
  "nextChargeAt",
  "cancelAt",
  "canceledAt",
] as const;

type Compared = Pick<StoredRow, (typeof comparedFields)[number]>;

/** A snapshot's fields, as they're stored. */
function storedOf({ price, ...snapshot }: SubscriptionSnapshot): Compared {
  const { amount, currency } = price ?? { amount: null, currency: null };
  return { ...snapshot, price: amount === null ? null : BigInt(amount), currency };
}

function differsIn(known: Compared, other: Compared): string[] {
  const comparable = (value: Compared[keyof Compared]) =>
    value instanceof Date ? value.getTime() : value;
  return comparedFields.filter((name) => comparable(known[name]) !== comparable(other[name]));
}

async function mayNeedRepair(
  ctx: Context,
  known: StoredRow,
  listed: SubscriptionSnapshot,
  paidUntil: Date | null,
): Promise<boolean> {
  if (differsIn(known, storedOf(listed)).length > 0) return true;
  if (listed.status === "canceled") {
    const refundableSinceMs = ctx.clock.now().getTime() - refundWindowMs;
    return known.accessEndsAt === null || (listed.canceledAt?.getTime() ?? 0) > refundableSinceMs;
  }
  const isUnpaidFor =
    listed.status !== "past_due" &&
    listed.periodEndsAt !== null &&
    (paidUntil === null || paidUntil < listed.periodEndsAt);
  if (isUnpaidFor) return true;
  const hasNoRecord =
    listed.uid !== null &&
    (await ctx.db.onboardingRecord.count({ where: { uid: listed.uid } })) === 0;
  return hasNoRecord;
}
