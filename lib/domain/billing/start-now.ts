import { paymentErrorCodes, type StartOffer } from "@/lib/contracts/billing";
import { limits } from "@/lib/contracts/limits";
import { priceOf, type StoredPrice } from "@/lib/contracts/plans";
import { billingMessages } from "@/lib/messages/billing";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { countHit, refundHit, tooManyRequests } from "../limits/rate-limit";
import { PaymentDeclined, PaymentsUnavailable, type SubscriptionSnapshot } from "../ports/payments";
import { postponeCancellation, resumeCancellation } from "./cancel-requests";
import { lockCustomer, saveAnswer } from "./paddle-sync";
import { isRefusedTrial } from "./repeat-trial";
import type { CurrentSubscription } from "./status";

/**
 * What it costs to start a subscription whose trial is refused. Null for others, and once its trial is over.
 */
export function findStartOffer(
  subscription: StoredPrice &
    Pick<CurrentSubscription, "paddleSubscriptionId" | "status" | "stoppedAt" | "endReason">,
): StartOffer | null {
  const { paddleSubscriptionId: subscriptionId, status, stoppedAt } = subscription;
  const isOpen = isRefusedTrial(subscription) && status === "trialing" && stoppedAt === null;
  return isOpen && subscriptionId !== null ? { subscriptionId, ...priceOf(subscription) } : null;
}

/**
 * Starts a subscription whose trial is refused: Paddle ends the trial and charges the card, and the
 * briefing is sent from then on. Repeating it, even at once or after a lost answer, never charges twice.
 *
 * @throws AppError 402 `payment_declined`, 409 for a subscription that has ended, 429 while another
 *   call for it may still be charging, 503 when Paddle can't be reached, or didn't answer
 */
export async function startNow(
  ctx: Context,
  subscription: { id: number; paddleSubscriptionId: string },
  actor: Actor,
): Promise<void> {
  const { id, paddleSubscriptionId } = subscription;
  const key = `start-now:${paddleSubscriptionId}`;
  const limit = limits.chargePerSubscription;
  const { hits, expiresAt } = await countHit(ctx, key, limit);
  if (hits > limit.hits) {
    const waitMs = expiresAt.getTime() - ctx.clock.now().getTime();
    throw tooManyRequests(waitMs, billingMessages.charging);
  }
  await postponeCancellation(ctx.db, id);
  const snapshot = await activate(ctx, paddleSubscriptionId).catch(async (error: unknown) => {
    // While the outcome is unknown, nothing may charge again or cancel.
    if (error instanceof AppError && error.code !== paymentErrorCodes.unknown) {
      await resumeCancellation(ctx.db, id);
      await refundHit(ctx, key, limit);
    }
    throw error;
  });
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, snapshot.customerId);
    await saveAnswer(ctx, tx, snapshot);
    await recordAudit(ctx, tx, {
      actor,
      action: "subscription.start",
      subject: `subscription:${paddleSubscriptionId}`,
    });
  });
  await refundHit(ctx, key, limit);
}

/** Ends the trial at Paddle, which charges the card, unless an earlier call already has. */
async function activate(ctx: Context, subscriptionId: string): Promise<SubscriptionSnapshot> {
  const { declined, chargeUnavailable, notOffered } = billingMessages;
  let active: SubscriptionSnapshot | null;
  try {
    const found = await ctx.payments.findSubscription(subscriptionId);
    if (found?.status !== "active" && found?.status !== "trialing") {
      throw new AppError(409, notOffered);
    }
    // Paddle changes nothing about a subscription with a scheduled cancellation.
    const { cancelAt } = found;
    const kept = cancelAt === null ? found : await ctx.payments.keepSubscription(subscriptionId);
    active = kept.status === "active" ? kept : null;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    throw new AppError(503, chargeUnavailable, { cause: error });
  }
  active ??= await activateOrLookUp(ctx, subscriptionId);
  if (active.status === "active") return active;
  throw new AppError(402, declined, { code: paymentErrorCodes.declined });
}

/** Activates at Paddle. When the call's outcome is unknown, looks the subscription up. */
async function activateOrLookUp(
  ctx: Context,
  subscriptionId: string,
): Promise<SubscriptionSnapshot> {
  const { declined, chargeUnknown } = billingMessages;
  try {
    return await ctx.payments.activateSubscription(subscriptionId);
  } catch (error) {
    if (error instanceof PaymentDeclined) {
      throw new AppError(402, declined, { code: paymentErrorCodes.declined, cause: error });
    }
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ctx.log.warn({ err: error, subscriptionId }, "charge outcome unknown");
    const found = await ctx.payments.findSubscription(subscriptionId).catch(() => null);
    if (found?.status === "active") return found;
    throw new AppError(503, chargeUnknown, { code: paymentErrorCodes.unknown, cause: error });
  }
}
