import type { AccountView } from "@/lib/contracts/account";
import { localDateAt } from "@/lib/contracts/calendar";
import { planNames } from "@/lib/contracts/plans";
import { isEntitled } from "../billing/entitlement";
import { currentOf, findSubscriptions, type CurrentSubscription } from "../billing/status";
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
  const subscriptions = await findSubscriptions(ctx.db, subscriberId);
  const subscription = currentOf(subscriptions);
  const now = ctx.clock.now();
  const served = subscriptions.filter((each) => isEntitled(each, now));
  const endsAt = lastEnd(served);
  return {
    user,
    plan: planNames.find((name) => name === subscription?.plan) ?? null,
    standing: standings.find((standing) => standing === subscription?.status) ?? null,
    canCancel: subscription !== null && user.status !== "Cancelled",
    isServed: served.length > 0,
    servedUntilDate: endsAt && localDateAt(endsAt, user.timezone),
    ...(await findChannels(ctx, subscriberId, user.email)),
  };
}

/** The latest end that a cancellation has set; null when nothing is served, or something goes on. */
function lastEnd(served: readonly CurrentSubscription[]): Date | null {
  const ends = served.map(({ status, cancelAt, accessEndsAt }) =>
    status === "canceled" ? accessEndsAt : cancelAt,
  );
  if (ends.includes(null)) return null;
  const [last = null] = ends.toSorted((a, b) => Number(b) - Number(a));
  return last;
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
