import type { UserData } from "@/lib/contracts/account";
import { localDateAt } from "@/lib/contracts/calendar";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import { findCurrentSubscription, statusLabel } from "../billing/status";
import type { Context } from "../context";

/**
 * What a subscriber's own browser may know of them.
 *
 * @throws AppError 401 when the account is no longer there
 */
export async function getUserData(
  ctx: Pick<Context, "db">,
  subscriberId: number,
): Promise<UserData> {
  const subscriber = await ctx.db.subscriber.findUnique({
    where: { id: subscriberId },
    select: { email: true, timezone: true, name: true, phone: true },
  });
  if (!subscriber) throw new AppError(401, httpMessages.loginRequired);
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  const status = statusLabel(subscription);
  const dayOf = (at: Date | null | undefined) => (at ? localDateAt(at, subscriber.timezone) : null);
  return {
    ...subscriber,
    status,
    subscriptionId: subscription?.paddleSubscriptionId ?? null,
    firstChargeDate: dayOf(subscription?.firstChargeAt),
    nextChargeDate: status === "Cancelled" ? null : dayOf(subscription?.nextChargeAt),
  };
}
