import { dayMs } from "@/lib/calendar/units";
import { maxTrialExtensionTotalDays } from "@/lib/contracts/admin/person";
import { limits } from "@/lib/contracts/limits";
import { formatAmount } from "@/lib/contracts/money";
import { trialDays } from "@/lib/contracts/plans";
import { refundDayMs, type RefundLimits } from "@/lib/contracts/refund-limits";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../../audit";
import { findOwnSubscriptions } from "../../billing/erasure";
import { lockCustomer, saveAnswer } from "../../billing/paddle-sync";
import { findFailedPayment } from "../../billing/failed-payment";
import { deriveRefunds } from "../../billing/refunds";
import { findCurrentSubscription } from "../../billing/status";
import type { Context } from "../../context";
import { enforceRateLimit, takeFromLimit, tooManyRequests } from "../../limits/rate-limit";
import { planNotice } from "../../outbox/notices";
import { PaymentsUnavailable, type PaymentSnapshot } from "../../ports/payments";
import { getAddressed, type By } from "./find-person";

/**
 * Moves the end of a trial, and with it the first charge, at Paddle.
 *
 * @throws AppError 409 without a trial at Paddle, or when it was extended by too many days; 503 when Paddle
 *   can't be reached; 404
 */
export async function extendTrial(
  ctx: Context,
  id: number,
  { days, actor, why }: By & { days: number },
): Promise<void> {
  await getAddressed(ctx, id);
  const subscription = await findCurrentSubscription(ctx.db, id);
  const { paddleSubscriptionId = null, firstChargeAt = null } = subscription ?? {};
  if (subscription?.status !== "trialing" || !paddleSubscriptionId || !firstChargeAt) {
    throw new AppError(409, personMessages.noTrial);
  }
  requireDaysLeft({ startedAt: subscription.createdAt, endsAt: firstChargeAt }, days);
  const to = new Date(firstChargeAt.getTime() + days * dayMs);
  const snapshot = await atPaddle(() => ctx.payments.moveNextCharge(paddleSubscriptionId, to));
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, snapshot.customerId);
    await saveAnswer(ctx, tx, snapshot);
    await recordAudit(ctx, tx, {
      actor,
      action: "subscription.trial_extended",
      subject: `subscription:${paddleSubscriptionId}`,
      detail: {
        before: { firstCharge: firstChargeAt.toISOString().slice(0, 10) },
        after: { firstCharge: to.toISOString().slice(0, 10) },
        why,
      },
    });
  });
}

function requireDaysLeft(trial: { startedAt: Date; endsAt: Date }, days: number): void {
  const lastEnd = trial.startedAt.getTime() + (trialDays + maxTrialExtensionTotalDays) * dayMs;
  // Rounded, because Paddle's trial doesn't start exactly when we learn about it.
  const left = Math.max(0, Math.round((lastEnd - trial.endsAt.getTime()) / dayMs));
  if (days <= left) return;
  const message = personMessages.trialLimit(maxTrialExtensionTotalDays, left);
  throw new AppError(409, message, { field: "days" });
}

export type RefundRequest = By & {
  transactionId: string;
  /** In the currency's smallest unit, with tax; undefined refunds what is left. */
  amount?: number | undefined;
  /** How much the role may refund; null without a limit. */
  limits: RefundLimits | null;
};

/**
 * Refunds one payment through Paddle, in full or in part. Paddle reports its approval as an event.
 *
 * @throws AppError 404 when the payment isn't theirs, 409 when nothing was paid or less is left, 403 above
 *   the limit per subscription, 429 above the daily limit or right after another refund, 503 when Paddle
 *   can't be reached
 */
export async function refundPayment(
  ctx: Context,
  id: number,
  { actor, why, ...request }: RefundRequest,
): Promise<void> {
  const { transactionId } = request;
  await getAddressed(ctx, id);
  const owner = await findOwner(ctx, id, transactionId);
  await checkRefund(ctx, owner, request);
  const key = `refund:${owner}`;
  await enforceRateLimit(ctx, key, limits.refundPerSubscription);
  // Checked again, because another request may have been first.
  const refund = await checkRefund(ctx, owner, request);
  const { amount, isFull, currency } = refund;
  await countForDay(ctx, { actor, amount, limits: request.limits });
  // Before the call, so that the log shows the request even if the outcome is unknown.
  await recordAudit(ctx, ctx.db, {
    actor,
    action: "payment.refund_requested",
    subject: `subscription:${owner}`,
    detail: { transactionId, amount, currency, why },
  });
  await atPaddle(() => ctx.payments.refundPayment(transactionId, why, isFull ? null : amount));
}

/** Counts a refund toward the administrator's daily limit. A refund with an unknown outcome stays counted. */
async function countForDay(
  ctx: Context,
  { actor, amount, limits: of }: Pick<RefundRequest, "actor" | "limits"> & { amount: number },
): Promise<void> {
  if (of === null) return;
  const limit = { hits: of.dayCents, windowMs: refundDayMs };
  const { isTaken, left, waitMs } = await takeFromLimit(ctx, `refunds:${actor}`, amount, limit);
  if (isTaken) return;
  const [most, rest] = [formatAmount(of.dayCents, "USD"), formatAmount(left, "USD")];
  throw tooManyRequests(waitMs, personMessages.refundDay(most, rest));
}

const refundsOf = ({ adjustments, charge }: PaymentSnapshot) =>
  deriveRefunds(adjustments, charge?.amount ?? null);

/** How much would be refunded, based on what Paddle says was paid and refunded. */
async function checkRefund(
  ctx: Context,
  owner: string,
  { transactionId, amount, limits: of }: Pick<RefundRequest, "transactionId" | "amount" | "limits">,
): Promise<{ amount: number; isFull: boolean; currency: string }> {
  const payments = await atPaddle(() => ctx.payments.listPayments(owner));
  const payment = payments.find((each) => each.transactionId === transactionId);
  const { charge } = payment ?? {};
  const { refundedAt = null, refundedTotal = 0 } = payment ? refundsOf(payment) : {};
  const left = (charge?.amount ?? 0) - refundedTotal;
  if (refundedAt || (charge && left <= 0)) throw new AppError(409, personMessages.refundedBefore);
  if (!charge) throw new AppError(409, personMessages.nothingPaid);
  const { currency } = charge;
  const wanted = amount ?? left;
  if (wanted > left) {
    const message = personMessages.refundLeft(formatAmount(left, currency));
    throw new AppError(409, message, { field: "amount" });
  }
  const before = payments.reduce((sum, each) => sum + refundsOf(each).refundedTotal, 0);
  if (of !== null && (currency !== "USD" || before + wanted > of.subscriptionCents)) {
    const most = formatAmount(of.subscriptionCents, "USD");
    throw new AppError(403, personMessages.refundTooLarge(most));
  }
  return { amount: wanted, isFull: wanted === charge.amount, currency };
}

/** The subscription that a payment of this subscriber paid for. */
async function findOwner(ctx: Context, id: number, transactionId: string): Promise<string> {
  const own = await findOwnSubscriptions(ctx.db, id);
  const payment = await ctx.db.payment.findUnique({
    where: { paddleTransactionId: transactionId },
  });
  const found = own.find(
    ({ paddleSubscriptionId }) =>
      paddleSubscriptionId !== null && paddleSubscriptionId === payment?.paddleSubscriptionId,
  );
  if (!found?.paddleSubscriptionId) throw new AppError(404, personMessages.notTheirPayment);
  return found.paddleSubscriptionId;
}

async function atPaddle<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    throw new AppError(503, personMessages.paymentsUnavailable, { cause: error });
  }
}

/**
 * Emails a link to change the card of a past-due subscription.
 *
 * @throws AppError 409 unless a payment failed; 404
 */
export async function sendCardLink(ctx: Context, id: number, { actor, why }: By): Promise<void> {
  const { email: recipient } = await getAddressed(ctx, id);
  const subscription = await findCurrentSubscription(ctx.db, id);
  if (!subscription || !(await findFailedPayment(ctx.db, subscription))) {
    throw new AppError(409, personMessages.notPastDue);
  }
  await ctx.db.$transaction(async (tx) => {
    await planNotice(ctx, tx, {
      key: `payment_failed:${subscription.id}:${ctx.clock.now().toISOString()}`,
      kind: "payment_failed",
      subscriberId: id,
      recipient,
      detail: { subscriptionId: subscription.id },
    });
    await recordAudit(ctx, tx, {
      actor,
      action: "card_link.sent",
      subject: `subscriber:${id}`,
      detail: { why },
    });
  });
}
