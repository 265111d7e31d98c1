import type { AccountView } from "@/lib/contracts/account-details";
import { toLocalDate } from "@/lib/contracts/dates";
import { planNames } from "@/lib/contracts/plans";
import { isEntitled } from "../billing/entitlement";
import { findCurrentSubscription, type CurrentSubscription } from "../billing/status";
import type { Context } from "../context";
import { getUserData } from "./user-data";

const standings = ["trialing", "active", "past_due", "paused", "canceled"] as const;

/**
 * Everything that the account details show of one subscriber.
 *
 * @throws AppError 401 when the account is no longer there
 */
export async function getAccount(
  ctx: Pick<Context, "db" | "clock">,
  subscriberId: number,
): Promise<AccountView> {
  const user = await getUserData(ctx, subscriberId);
  const subscription = await findCurrentSubscription(ctx.db, subscriberId);
  const now = ctx.clock.now();
  const endsAt = subscription && servedUntil(subscription);
  const isServed = subscription !== null && isEntitled(subscription, now);
  return {
    user,
    plan: planNames.find((name) => name === subscription?.plan) ?? null,
    standing: standings.find((standing) => standing === subscription?.status) ?? null,
    canCancel: subscription !== null && user.status !== "Cancelled",
    isServed,
    servedUntilDate: isServed && endsAt ? toLocalDate(endsAt, user.timezone) : null,
    ...(await findChannels(ctx, subscriberId, user.email)),
  };
}

/** The end that a cancellation has set. */
function servedUntil({ status, cancelAt, accessEndsAt }: CurrentSubscription): Date | null {
  return status === "canceled" ? accessEndsAt : cancelAt;
}

async function findChannels(
  ctx: Pick<Context, "db" | "clock">,
  subscriberId: number,
  email: string,
): Promise<Pick<AccountView, "email" | "sms">> {
  const subscriber = await ctx.db.subscriber.findUniqueOrThrow({
    where: { id: subscriberId },
    select: {
      emailEnabled: true,
      smsEnabled: true,
      phone: true,
      smsConsentAt: true,
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
  const [mailReason, textReason] = [reasonOf("email"), reasonOf("sms")];
  const isWaiting = phoneChange !== null && phoneChange.expiresAt > ctx.clock.now();
  return {
    email: {
      isOn: subscriber.emailEnabled,
      problem: mailReason ? (mailReason === "spam_complaint" ? "reported" : "returned") : null,
    },
    sms: {
      isOn: subscriber.smsEnabled,
      phoneNumber: smsConsentAt === null ? null : phone,
      problem: textReason ? (textReason === "stop" ? "stopped" : "unreachable") : null,
      pendingNumber: isWaiting ? phoneChange.phone : null,
    },
  };
}
