import type { AccountUpdate, Cancellation } from "@/lib/contracts/account";
import { accountMessages } from "@/lib/messages/account";
import { AppError } from "@/lib/platform/app-error";
import { cancelSubscription } from "../billing/cancel";
import { findCurrentSubscription } from "../billing/status";
import type { Context } from "../context";
import { changeTimezone } from "../delivery/reader/change-timezone";

/**
 * Changes the time zone of the logged-in subscriber.
 *
 * @throws AppError 403 when the email in the request isn't theirs
 */
export async function changeOwnTimezone(
  ctx: Context,
  subscriberId: number,
  { email, timezone }: AccountUpdate,
): Promise<void> {
  await requireOwnEmail(ctx, subscriberId, email);
  await ctx.db.$transaction((tx) => changeTimezone(ctx, tx, subscriberId, timezone));
}

/**
 * Cancels what a subscriber has, once the request names their own e-mail and subscription.
 *
 * @throws AppError 403 when it names anybody else's, and as `cancelSubscription`
 */
export async function cancelOwnSubscription(
  ctx: Context,
  subscriberId: number,
  { email, subscriptionId, emailPreference }: Cancellation,
): Promise<void> {
  await requireOwnEmail(ctx, subscriberId, email);
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  // A screen that does not know the id sends none; then the one there is is meant.
  if (subscriptionId !== "" && subscriptionId !== subscription?.paddleSubscriptionId) {
    throw new AppError(403, accountMessages.notYourSubscription, {
      field: "subscriptionId",
    });
  }
  await cancelSubscription(ctx, subscriberId, emailPreference);
}

/**
 * Makes sure that an address in a request is the subscriber's own. The session decides who is
 * meant; an address that says otherwise comes from a screen of somebody else.
 *
 * @param email in any case
 * @throws AppError 403
 */
async function requireOwnEmail(ctx: Context, subscriberId: number, email: string): Promise<void> {
  const subscriber = await ctx.db.subscriber.findUnique({
    where: { id: subscriberId },
    select: { email: true },
  });
  if (subscriber?.email.toLowerCase() === email.toLowerCase()) return;
  throw new AppError(403, accountMessages.notYourEmail, { field: "email" });
}
