import type { Context } from "../context";
import type { CustomerSnapshot, SubscriptionSnapshot } from "../ports/payments";
import { isErased } from "./erasure";
import { linkPurchase } from "./link-purchase";
import { lockCustomer, syncCustomer, syncPayment, writeSubscription } from "./paddle-sync";

/** What a comparison with the payment company found. */
export type ReconcileReport = {
  /** Subscriptions the company has. */
  checked: number;
  /** Those that stood otherwise here, or not at all. */
  repaired: string[];
  /** Those that changed here while the company was asked; the next run looks again. */
  skipped: number;
};

/** Payments and cancellations this young are looked at for refunds again. */
const refundWindowMs = 60 * 24 * 60 * 60 * 1_000;

type KnownRow = NonNullable<Awaited<ReturnType<typeof findKnown>>>;

/**
 * Compares every subscription and buyer with the payment company and takes over whatever differs:
 * events that were lost, in whole or in part. What a webhook changes meanwhile is left to it.
 * Throws PaymentsUnavailable when the company cannot be asked; what was repaired until then stays.
 */
export async function reconcile(ctx: Context): Promise<ReconcileReport> {
  const report: ReconcileReport = { checked: 0, repaired: [], skipped: 0 };
  await reconcileCustomers(ctx);
  await reconcilePayments(ctx);
  for await (const snapshot of ctx.payments.listSubscriptions()) {
    report.checked += 1;
    const outcome = await reconcileSubscription(ctx, snapshot);
    if (outcome === "repaired") report.repaired.push(snapshot.subscriptionId);
    if (outcome === "skipped") report.skipped += 1;
  }
  ctx.log.info({ ...report, repaired: report.repaired.length }, "reconciled with Paddle");
  return report;
}

async function reconcileCustomers(ctx: Context): Promise<void> {
  const askedAt = ctx.clock.now();
  for await (const customer of ctx.payments.listCustomers()) {
    const known = await ctx.db.paddleCustomer.findUnique({ where: { id: customer.customerId } });
    if (known?.email === customer.email && known.name === customer.name) continue;
    await storeCustomer(ctx, customer, known?.occurredAt ?? null, askedAt);
  }
}

/** Older ones are looked at where the subscription they belong to is. */
async function reconcilePayments(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - refundWindowMs);
  for await (const payment of ctx.payments.listRecentPayments(since)) {
    const known = await ctx.db.payment.findUnique({
      where: { paddleTransactionId: payment.transactionId },
    });
    const isKnown = known && known.periodEndsAt?.getTime() === payment.periodEndsAt?.getTime();
    if (isKnown && (known.refundedAt !== null || payment.refundedAt === null)) continue;
    await ctx.db.$transaction(async (tx) => {
      if (payment.customerId !== null) await lockCustomer(tx, payment.customerId);
      await syncPayment(ctx, tx, payment);
    });
  }
}

async function storeCustomer(
  ctx: Context,
  customer: CustomerSnapshot,
  knownAt: Date | null,
  askedAt: Date,
): Promise<void> {
  const { customerId: id } = customer;
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, id);
    // An event dated after the present, from a clock that was set back since, must not stay the newest.
    if (knownAt && knownAt > askedAt) await tx.paddleCustomer.deleteMany({ where: { id } });
    await syncCustomer(tx, customer, { occurredAt: askedAt, eventId: "" });
    await linkPurchase(ctx, tx, id);
  });
}

async function reconcileSubscription(
  ctx: Context,
  listed: SubscriptionSnapshot,
): Promise<"same" | "repaired" | "skipped"> {
  const known = await findKnown(ctx, listed.subscriptionId);
  const paidUntil = await findPaidUntil(ctx, listed.subscriptionId);
  if (known && !(await needsALook(ctx, known, listed, paidUntil))) return "same";
  if (!known && (await isErased(ctx.db, listed.subscriptionId))) return "same";
  const askedAt = ctx.clock.now();
  // The list may be minutes old by now.
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
    await writeSubscription(ctx, tx, snapshot, { occurredAt: askedAt, eventId: "" });
    await linkPurchase(ctx, tx, snapshot.customerId);
    const after = await tx.subscription.findUnique({
      where: { paddleSubscriptionId: snapshot.subscriptionId },
    });
    return known && after && differsIn(known, after).length === 0 ? "same" : "repaired";
  });
}

function findKnown(ctx: Context, paddleSubscriptionId: string) {
  return ctx.db.subscription.findUnique({
    where: { paddleSubscriptionId },
    select: {
      subscriberId: true,
      status: true,
      plan: true,
      firstChargeAt: true,
      nextChargeAt: true,
      cancelAt: true,
      canceledAt: true,
      accessEndsAt: true,
      paddleOccurredAt: true,
      paddleEventId: true,
    },
  });
}

async function findPaidUntil(ctx: Context, paddleSubscriptionId: string): Promise<Date | null> {
  const paid = await ctx.db.payment.aggregate({
    where: { paddleSubscriptionId },
    _max: { periodEndsAt: true },
  });
  return paid._max.periodEndsAt;
}

const mirroredFields = [
  "status",
  "plan",
  "firstChargeAt",
  "nextChargeAt",
  "cancelAt",
  "canceledAt",
] as const;

type Mirrored = Pick<KnownRow, (typeof mirroredFields)[number]>;

function differsIn(known: Mirrored, other: Mirrored): string[] {
  const plain = (value: Date | string | null) => (value instanceof Date ? value.getTime() : value);
  return mirroredFields.filter((name) => plain(known[name]) !== plain(other[name]));
}

async function needsALook(
  ctx: Context,
  known: KnownRow,
  listed: SubscriptionSnapshot,
  paidUntil: Date | null,
): Promise<boolean> {
  if (differsIn(known, listed).length > 0) return true;
  if (listed.status === "canceled") {
    const youngestMs = ctx.clock.now().getTime() - refundWindowMs;
    return known.accessEndsAt === null || (listed.canceledAt?.getTime() ?? 0) > youngestMs;
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
