import { formatAmount } from "@/lib/contracts/plans";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../../audit";
import { findOwnSubscriptions } from "../../billing/erasure";
import { lockCustomer, saveSubscription } from "../../billing/paddle-sync";
import { findCurrentSubscription } from "../../billing/status";
import type { Context } from "../../context";
import { PaymentsUnavailable } from "../../ports/payments";
import { getAddressed, type By } from "./find-person";

const dayMs = 86_400_000;

/**
 * Moves the end of a trial, and with it the first charge, at Paddle.
 *
 * @throws AppError 409 without a trial that Paddle bills, 503 when Paddle can't be reached, 404
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
  const requestedAt = ctx.clock.now();
  const to = new Date(firstChargeAt.getTime() + days * dayMs);
  const snapshot = await atPaddle(() => ctx.payments.moveNextCharge(paddleSubscriptionId, to));
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, snapshot.customerId);
    await saveSubscription(ctx, tx, snapshot, { occurredAt: requestedAt, eventId: "" });
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

/**
 * Refunds one payment in full through Paddle, which reports its approval as an event.
 *
 * @param input.limitCents the most that the role may refund, in US cents; null without a limit
 * @throws AppError 404 when the payment isn't theirs, 409 when nothing was paid or it was refunded,
 *   403 above the limit, 503 when Paddle can't be reached
 */
export async function refundPayment(
  ctx: Context,
  id: number,
  {
    transactionId,
    limitCents,
    actor,
    why,
  }: By & { transactionId: string; limitCents: number | null },
): Promise<void> {
  await getAddressed(ctx, id);
  const subject = await findOwner(ctx, id, transactionId);
  const payments = await atPaddle(() => ctx.payments.listPayments(subject));
  const payment = payments.find((each) => each.transactionId === transactionId);
  const { charge, refundedAt } = payment ?? {};
  if (refundedAt) throw new AppError(409, personMessages.refundedBefore);
  if (!charge) throw new AppError(409, personMessages.nothingPaid);
  const { amount, currency } = charge;
  if (limitCents !== null && (currency !== "USD" || amount > limitCents)) {
    throw new AppError(403, personMessages.refundTooLarge(formatAmount(limitCents, "USD")));
  }
  const event = { actor, subject: `subscription:${subject}` } as const;
  const detail = { transactionId, amount, currency, why };
  // Before the call: if its outcome is unknown, the log still says that it was requested.
  const action = "payment.refund_requested";
  await recordAudit(ctx, ctx.db, { ...event, action, detail });
  await atPaddle(() => ctx.payments.refundPayment(transactionId, why));
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
