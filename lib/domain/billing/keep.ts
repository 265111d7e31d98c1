import { billingMessages } from "@/lib/messages/billing";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { PaymentsUnavailable, type SubscriptionSnapshot } from "../ports/payments";
import { lockCustomer, saveAnswer } from "./paddle-sync";
import { findCurrentSubscription, type CurrentSubscription } from "./status";

/** Whether a subscription ends only because of a cancellation scheduled at Paddle, and can still continue. */
export function canKeep({
  status,
  cancelAt,
  stoppedAt,
  endReason,
  paddleSubscriptionId,
}: CurrentSubscription) {
  return (
    cancelAt !== null &&
    stoppedAt === null &&
    endReason === null &&
    status !== "canceled" &&
    paddleSubscriptionId !== null
  );
}

/**
 * Withdraws the scheduled cancellation of the logged-in subscriber's subscription at Paddle, so that it
 * is charged again. Repeating the call changes nothing.
 *
 * @throws AppError 404 without a subscription, 409 when it has ended or was stopped, 503 when Paddle
 *   can't be reached and nothing changed
 */
export async function keepOwnSubscription(ctx: Context, subscriberId: number): Promise<void> {
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  if (!subscription) throw new AppError(404, billingMessages.noSubscription);
  const { paddleSubscriptionId, status, cancelAt, stoppedAt, endReason } = subscription;
  if (status === "canceled" || stoppedAt !== null || endReason !== null) {
    throw new AppError(409, billingMessages.ended);
  }
  if (paddleSubscriptionId === null || cancelAt === null) return;
  const snapshot = await keepOrLookUp(ctx, paddleSubscriptionId);
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, snapshot.customerId);
    await saveAnswer(ctx, tx, snapshot);
    await recordAudit(ctx, tx, {
      actor: `subscriber:${subscriberId}`,
      action: "subscription.keep",
      subject: `subscription:${paddleSubscriptionId}`,
      detail: { before: { cancelAt: cancelAt.toISOString() }, after: { cancelAt: null } },
    });
  });
}

/** Withdraws it at Paddle. When the call's outcome is unknown, looks the subscription up. */
async function keepOrLookUp(ctx: Context, subscriptionId: string): Promise<SubscriptionSnapshot> {
  try {
    return await ctx.payments.keepSubscription(subscriptionId);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ctx.log.warn({ err: error, subscriptionId }, "cancellation withdrawal outcome unknown");
    const found = await ctx.payments.findSubscription(subscriptionId).catch(() => null);
    if (found && found.status !== "canceled" && found.cancelAt === null) return found;
    throw new AppError(503, billingMessages.cancelUnavailable, { cause: error });
  }
}
