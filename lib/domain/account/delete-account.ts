import { accountDataMessages } from "@/lib/messages/account";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import { stopNow } from "../billing/cancel";
import { findOwnSubscriptions, type OwnSubscription } from "../billing/erasure";
import type { Actor } from "../audit";
import type { Context } from "../context";
import { sendNotices } from "../outbox/notices";
import { deletionNoticeKey, eraseAccount } from "../erasure/erase-account";

/**
 * Deletes an account (docs/product-spec.md, section 7.6). Billing ends first, immediately, at Paddle; then
 * all personal data is deleted, including the sessions, and a last email says so. What remains: anonymous
 * ledger rows, hashes that recognize the account in later events and in a restored backup, proof of consent
 * that names no one, and suppressed addresses, so that we never write to them again.
 *
 * @param input.email typed by the user, in any case
 * @param input.actor who deletes it (default: the subscriber)
 * @throws AppError 400 for a different address, 503 when Paddle can't be reached, 409 when a purchase came in
 *   first; in each case nothing was deleted
 */
export async function deleteAccount(
  ctx: Context,
  { subscriberId, email, actor }: { subscriberId: number; email: string; actor?: Actor },
): Promise<void> {
  const subscriber = await ctx.db.subscriber.findUnique({
    where: { id: subscriberId },
    select: { email: true },
  });
  if (!subscriber) throw new AppError(401, httpMessages.loginRequired);
  if (subscriber.email.toLowerCase() !== email.toLowerCase()) {
    throw new AppError(400, accountDataMessages.emailDiffers, { field: "email" });
  }
  for (const subscription of await findOwnSubscriptions(ctx.db, subscriberId)) {
    await endBilling(ctx, subscription);
  }
  await eraseAccount(ctx, subscriberId, { tellsPerson: true, ...(actor && { actor }) });
  // Right away, because the address is stored until it's sent.
  await sendNotices(ctx, deletionNoticeKey(subscriberId));
}

async function endBilling(ctx: Context, subscription: OwnSubscription): Promise<void> {
  try {
    await stopNow(ctx, subscription, "account_deleted");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { paddleSubscriptionId: id } = subscription;
    // Paddle can't bill a subscription that it doesn't know.
    const isUnknownToPaddle =
      id !== null && (await ctx.payments.findSubscription(id).catch(() => undefined)) === null;
    if (!isUnknownToPaddle) {
      throw new AppError(503, accountDataMessages.billingUnavailable, { cause: error });
    }
    await ctx.db.subscription.update({
      where: { id: subscription.id },
      data: { stoppedAt: ctx.clock.now() },
      select: { id: true },
    });
  }
}
