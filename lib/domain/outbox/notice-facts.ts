import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { formatAmount, type Price } from "@/lib/contracts/money";
import { priceOf, type PlanName } from "@/lib/contracts/plans";
import type { Context } from "../context";

export type NoticeKind =
  | "welcome"
  | "confirm_address"
  | "delivery_address"
  | "unfinished_sign_up"
  | "address_changed"
  | "email_change"
  | "email_change_requested"
  | "phone_changed"
  | "new_device"
  | "trial_reminder"
  | "charged"
  | "canceled"
  | "kept"
  | "payment_failed"
  | "plan_changed"
  | "days_given_back"
  | "unreachable"
  | "account_deleted";

/** A notice as stored. */
export type StoredNotice = {
  kind: string;
  recipient: string;
  subscriberId: number | null;
  detail: unknown;
};

/** The subscriber of a notice; null once the account is deleted. */
export async function findSubscriber(ctx: Context, id: number | null) {
  if (id === null) return null;
  return ctx.db.subscriber.findUnique({
    where: { id },
    select: { id: true, name: true, email: true, paymentEmail: true, timezone: true },
  });
}

/** The plan of a subscription; an unknown price counts as monthly. */
export function readPlan(plan: string | null): PlanName {
  return plan === "annual" ? "annual" : "monthly";
}

/** When a free trial leads to a charge; null if there's none, or it was canceled. */
export async function findCharge(
  ctx: Context,
  { id: subscriberId, timezone }: { id: number; timezone: string },
) {
  const trial = await ctx.db.subscription.findFirst({
    where: { subscriberId, status: "trialing", cancelAt: null, stoppedAt: null, endReason: null },
    orderBy: { id: "desc" },
  });
  if (!trial?.firstChargeAt) return null;
  const { paddleSubscriptionId } = trial;
  const chargeDate = formatShortMonthDayYear(localDateAt(trial.firstChargeAt, timezone));
  return { price: priceOf(trial), chargeDate, paddleSubscriptionId };
}

/** What Paddle will charge, if it differs from the price: with tax, less any discount. */
export async function findTotal(
  ctx: Context,
  { price, paddleSubscriptionId }: { price: Price; paddleSubscriptionId: string | null },
): Promise<string | null> {
  if (paddleSubscriptionId === null) return null;
  const total = await ctx.payments.findNextCharge(paddleSubscriptionId);
  if (!total || (total.amount === price.amount && total.currency === price.currency)) return null;
  return formatAmount(total.amount, total.currency);
}
