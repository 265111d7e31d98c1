import { billingMessages } from "@/lib/messages/billing";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";
import { PaymentsUnavailable } from "../ports/payments";
import { findCurrentSubscription } from "../billing/status";

/**
 * The address at which the payment company shows a subscriber their card and invoices.
 *
 * @throws AppError 404 when it knows nothing of them, 503 when it cannot be reached
 */
export async function openBillingPortal(ctx: Context, subscriberId: number): Promise<string> {
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  const { paddleCustomerId = null, paddleSubscriptionId = null } = subscription ?? {};
  if (paddleCustomerId === null) throw new AppError(404, billingMessages.noPortal);
  const ids = paddleSubscriptionId === null ? [] : [paddleSubscriptionId];
  try {
    return await ctx.payments.openPortal(paddleCustomerId, ids);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    throw new AppError(503, billingMessages.portalUnavailable, { cause: error });
  }
}
