import type { AccountView, UserData } from "@/lib/contracts/account";
import { localDateAt } from "@/lib/calendar/days";
import { paddleStatuses } from "@/lib/contracts/billing";
import { planNames, priceOf } from "@/lib/contracts/plans";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import { isChangeable } from "../billing/change-plan";
import { isEntitled } from "../billing/entitlement";
import { canKeep } from "../billing/keep";
import { findFailedPayment } from "../billing/failed-payment";
import { findStartOffer } from "../billing/start-now";
import {
  currentOf,
  findCurrentSubscription,
  listSubscriptions,
  statusLabel,
  type CurrentSubscription,
} from "../billing/status";
import type { Context } from "../context";
import { currentPause } from "./pause";

/**
 * The user data that the browser stores for display.
 *
 * @throws AppError 401 when the account no longer exists
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
  const dateOf = (at: Date | null | undefined) =>
    at ? localDateAt(at, subscriber.timezone) : null;
  return {
    ...subscriber,
    status,
    subscriptionId: subscription?.paddleSubscriptionId ?? null,
    firstChargeDate: dateOf(subscription?.firstChargeAt),
    nextChargeDate: status === "Cancelled" ? null : dateOf(subscription?.nextChargeAt),
  };
}

/**
 * What the account details screen shows.
 *
 * @throws AppError 401 when the account no longer exists
 */
export async function getAccount(
  ctx: Pick<Context, "db" | "clock" | "settings">,
  subscriberId: number,
): Promise<AccountView> {
  const user = await getUserData(ctx, subscriberId);
  const subscriptions = await listSubscriptions(ctx.db, subscriberId);
  const subscription = currentOf(subscriptions);
  const failed = await findFailedPayment(ctx.db, subscription);
  const now = ctx.clock.now();
  const served = subscriptions.filter((each) => isEntitled(each, now));
  const endsAt = lastEnd(served);
  return {
    user,
    plan: planNames.find((name) => name === subscription?.plan) ?? null,
    paddleStatus: paddleStatuses.find((status) => status === subscription?.status) ?? null,
    failedPayment: failed && {
      amount: failed.amount,
      currency: failed.currency,
      reason: failed.reason,
      date: localDateAt(failed.at, user.timezone),
    },
    canChangePlan: isChangeable(subscription),
    nextPlan: nextPlanOf(subscription, user.timezone),
    canCancel: subscription !== null && user.status !== "Cancelled",
    canKeep: subscription !== null && canKeep(subscription),
    price: subscription && priceOf(subscription),
    startOffer: subscription && findStartOffer(subscription),
    isServed: served.length > 0,
    servedUntilDate: endsAt && localDateAt(endsAt, user.timezone),
    ...(await findDelivery(ctx, subscriberId, user)),
  };
}

function nextPlanOf(
  subscription: CurrentSubscription | null,
  timezone: string,
): AccountView["nextPlan"] {
  const plan = planNames.find((name) => name === subscription?.nextPlan);
  const at = subscription?.nextPlanAt;
  return plan && at ? { plan, date: localDateAt(at, timezone) } : null;
}

/** The latest end set by a cancellation; null if nothing is served or a subscription has no end. */
function lastEnd(served: readonly CurrentSubscription[]): Date | null {
  const ends = served.map(({ status, cancelAt, accessEndsAt }) =>
    status === "canceled" ? accessEndsAt : cancelAt,
  );
  if (ends.includes(null)) return null;
  const [last = null] = ends.toSorted((a, b) => Number(b) - Number(a));
  return last;
}

/** Whether and how the briefing arrives. */
async function findDelivery(
  ctx: Pick<Context, "db" | "clock" | "settings">,
  subscriberId: number,
  { email, timezone }: UserData,
): Promise<Pick<AccountView, "pause" | "email" | "sms">> {
  const subscriber = await ctx.db.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: {
      emailEnabled: true,
      smsEnabled: true,
      phone: true,
      smsConsentAt: true,
      pausedFrom: true,
      pausedUntil: true,
      phoneChange: { select: { phone: true, expiresAt: true } },
    },
  });
  const { phone, smsConsentAt, phoneChange } = subscriber;
  const suppressions = await ctx.db.suppression.findMany({
    where: {
      OR: [
        { channel: "email", address: email.toLowerCase() },
        { channel: "sms", address: phone ?? "" },
      ],
    },
    select: { channel: true, reason: true },
  });
  const reasonOf = (name: string) => suppressions.find(({ channel }) => channel === name)?.reason;
  const [emailReason, smsReason] = [reasonOf("email"), reasonOf("sms")];
  const now = ctx.clock.now();
  const isCodePending = phoneChange !== null && phoneChange.expiresAt > now;
  const pause = currentPause(ctx, { ...subscriber, timezone });
  return {
    pause: pause && { ...pause, isNow: pause.from <= localDateAt(now, timezone) },
    email: {
      isOn: subscriber.emailEnabled,
      problem: emailReason ? (emailReason === "spam_complaint" ? "reported" : "bounced") : null,
    },
    sms: {
      isOn: subscriber.smsEnabled,
      phoneNumber: smsConsentAt === null ? null : phone,
      problem: smsReason ? (smsReason === "stop" ? "stopped" : "unreachable") : null,
      pendingNumber: isCodePending ? phoneChange.phone : null,
      countries: ctx.settings.smsCountries,
    },
  };
}
