import type { AccountUpdate, Cancellation, ChannelSwitches } from "@/lib/contracts/account";
import { accountMessages } from "@/lib/messages/account";
import { billingMessages } from "@/lib/messages/billing";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import { recordLeaveAnswer } from "../billing/money-events";
import { cancelSubscription } from "../billing/cancel";
import { findCurrentSubscription } from "../billing/status";
import type { Context } from "../context";
import { changeTimezone } from "../delivery/subscriber/change-timezone";
import { PaymentsUnavailable } from "../ports/payments";
import { setChannelSwitch } from "../contact/channel-switch";
import { requireReachable } from "../contact/texts/service-text";

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
 * Cancels the subscription of the logged-in subscriber.
 *
 * @throws AppError 403 when the email or subscription in the request isn't theirs, and as
 *   `cancelSubscription`
 */
export async function cancelOwnSubscription(
  ctx: Context,
  subscriberId: number,
  { email, subscriptionId, emailPreference, answer, comment }: Cancellation,
): Promise<void> {
  await requireOwnEmail(ctx, subscriberId, email);
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  // An empty id, from a browser that doesn't know it, means the current subscription.
  if (subscriptionId !== "" && subscriptionId !== subscription?.paddleSubscriptionId) {
    throw new AppError(403, accountMessages.notYourSubscription, {
      field: "subscriptionId",
    });
  }
  await cancelSubscription(ctx, subscriberId, emailPreference);
  const name = subscription?.paddleSubscriptionId;
  if (name && (answer || comment)) await recordLeaveAnswer(ctx.db, name, { answer, comment });
}

/**
 * The session says who the subscriber is. A different address in the request comes from a screen that was
 * opened for a different account, so the request is refused.
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

/**
 * Creates a link to Paddle's page for the subscriber's card and invoices.
 *
 * @throws AppError 404 when Paddle doesn't bill this subscriber, 503 when it can't be reached
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

/**
 * Turns a subscriber's channels on or off; a channel that isn't given doesn't change. Turning a channel off
 * always works. Turning one on is refused if nothing would arrive, and then neither changes.
 *
 * @throws AppError 409 for an email address that bounced or reported spam, for texts without a
 *   number and consent, or for a number that replied STOP or can't receive texts
 */
export async function setChannelSwitches(
  ctx: Context,
  subscriberId: number,
  { emailEnabled, smsEnabled }: ChannelSwitches,
): Promise<void> {
  if (emailEnabled) await requireMailable(ctx, subscriberId);
  if (smsEnabled) await requireTextable(ctx, subscriberId);
  if (emailEnabled !== undefined) {
    await setChannelSwitch(ctx, subscriberId, "email", emailEnabled, "account");
  }
  if (smsEnabled !== undefined) {
    await setChannelSwitch(ctx, subscriberId, "sms", smsEnabled, "account");
  }
}

async function requireMailable(ctx: Context, subscriberId: number): Promise<void> {
  const { email } = await ctx.db.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: { email: true },
  });
  const suppression = await ctx.db.suppression.findUnique({
    where: { channel_address: { channel: "email", address: email.toLowerCase() } },
    select: { reason: true },
  });
  if (!suppression) return;
  const { emailReported, emailBounced } = accountMessages;
  const isReported = suppression.reason === "spam_complaint";
  throw new AppError(409, isReported ? emailReported : emailBounced, { field: "emailEnabled" });
}

async function requireTextable(ctx: Context, subscriberId: number): Promise<void> {
  const { phone, smsConsentAt } = await ctx.db.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: { phone: true, smsConsentAt: true },
  });
  if (phone === null || smsConsentAt === null) {
    throw new AppError(409, onboardingMessages.phoneMissing, { field: "phoneNumber" });
  }
  await requireReachable(ctx, phone);
}
