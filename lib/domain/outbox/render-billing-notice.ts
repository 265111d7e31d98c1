import { z } from "zod";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { describePrice, formatAmount } from "@/lib/contracts/money";
import { planNames, priceOf } from "@/lib/contracts/plans";
import type { Context } from "../context";
import type { RenderedNotice } from "../ports/notice-renderer";
import { findSubscriber, readPlan, type StoredNotice } from "./notice-facts";

const instantSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const endingSchema = z.object({ subscriptionId: z.int() });
const planChangedSchema = z.object({
  subscriptionId: z.int(),
  plan: z.enum(planNames),
  at: instantSchema.nullable().default(null),
  isKept: z.boolean().default(false),
});
const chargedSchema = z.object({
  subscriptionId: z.int(),
  amount: z.number(),
  currency: z.string(),
  at: instantSchema,
  periodEndsAt: instantSchema.nullable(),
});

/** After a cancellation. Null if it was withdrawn since. */
export async function renderCanceled(
  ctx: Context,
  { subscriberId, detail }: StoredNotice,
): Promise<RenderedNotice | null> {
  const { subscriptionId } = endingSchema.parse(detail);
  const found = await findBoth(ctx, subscriberId, subscriptionId);
  if (!found) return null;
  const { subscriber, subscription } = found;
  const { status, cancelAt, accessEndsAt, stoppedAt, endReason } = subscription;
  if (status !== "canceled" && cancelAt === null && stoppedAt === null) return null;
  const { siteUrl } = ctx.settings;
  if (status === "trialing" && endReason === "repeat_trial") {
    return ctx.notices.renderEvent({ kind: "trial_used", siteUrl });
  }
  const endsAt = status === "canceled" ? accessEndsAt : cancelAt;
  const isEnded = stoppedAt !== null || (status !== "canceled" && endReason !== null);
  const isServed = endsAt !== null && endsAt > ctx.clock.now() && !isEnded;
  const lastDay = isServed
    ? formatShortMonthDayYear(localDateAt(endsAt, subscriber.timezone))
    : null;
  return ctx.notices.renderEvent({ kind: "canceled", siteUrl, lastDay });
}

/** After a cancellation was withdrawn. Null if the subscription ends after all. */
export async function renderKept(
  ctx: Context,
  { subscriberId, detail }: StoredNotice,
): Promise<RenderedNotice | null> {
  const { subscriptionId } = endingSchema.parse(detail);
  const found = await findBoth(ctx, subscriberId, subscriptionId);
  if (!found) return null;
  const { subscriber, subscription } = found;
  const { status, plan, cancelAt, stoppedAt, endReason, nextChargeAt } = subscription;
  if (status === "canceled" || cancelAt !== null || stoppedAt !== null || endReason !== null) {
    return null;
  }
  const nextDate =
    nextChargeAt && formatShortMonthDayYear(localDateAt(nextChargeAt, subscriber.timezone));
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderEvent({ kind: "kept", siteUrl, plan: readPlan(plan), nextDate });
}

/** After a charge. */
export async function renderCharged(
  ctx: Context,
  { subscriberId, detail }: StoredNotice,
): Promise<RenderedNotice | null> {
  const charge = chargedSchema.parse(detail);
  const found = await findBoth(ctx, subscriberId, charge.subscriptionId);
  if (!found) return null;
  const { subscriber, subscription } = found;
  const { status, cancelAt, stoppedAt, endReason, firstChargeAt } = subscription;
  const isEnding =
    status === "canceled" || cancelAt !== null || stoppedAt !== null || endReason !== null;
  const dayOf = (at: Date) => localDateAt(at, subscriber.timezone);
  return ctx.notices.renderEvent({
    kind: "charged",
    siteUrl: ctx.settings.siteUrl,
    amount: formatAmount(charge.amount, charge.currency),
    plan: readPlan(subscription.plan),
    date: formatShortMonthDayYear(dayOf(charge.at)),
    isFirst: firstChargeAt !== null && dayOf(firstChargeAt) === dayOf(charge.at),
    nextDate:
      isEnding || charge.periodEndsAt === null
        ? null
        : formatShortMonthDayYear(dayOf(charge.periodEndsAt)),
  });
}

/** After a charge failed. Null once the subscription is paid for or has ended. */
export async function renderPaymentFailed(
  ctx: Context,
  { subscriberId, detail }: StoredNotice,
): Promise<RenderedNotice | null> {
  const { subscriptionId } = endingSchema.parse(detail);
  const found = await findBoth(ctx, subscriberId, subscriptionId);
  const { paddleSubscriptionId: name = null } = found?.subscription ?? {};
  // Ours may not be past due yet: Paddle says that a moment later.
  const current = name === null ? null : await ctx.payments.findSubscription(name);
  if (!found || name === null || current?.status !== "past_due") return null;
  const link = await ctx.payments.findCardLink(name);
  const price = describePrice(priceOf(found.subscription));
  const { siteUrl } = ctx.settings;
  return link === null
    ? null
    : ctx.notices.renderEvent({ kind: "payment_failed", siteUrl, link, price });
}

/** After the plan was changed, or will be when it renews, or won't after all. */
export async function renderPlanChanged(
  ctx: Context,
  { subscriberId, detail }: StoredNotice,
): Promise<RenderedNotice | null> {
  const { subscriptionId, plan, at, isKept } = planChangedSchema.parse(detail);
  const found = await findBoth(ctx, subscriberId, subscriptionId);
  if (!found) return null;
  const { subscriber, subscription } = found;
  const day = (date: Date) => formatShortMonthDayYear(localDateAt(date, subscriber.timezone));
  const price = at === null ? describePrice(priceOf(subscription)) : null;
  const { nextChargeAt } = subscription;
  return ctx.notices.renderEvent({
    kind: "plan_changed",
    siteUrl: ctx.settings.siteUrl,
    plan,
    price,
    change: isKept ? "kept" : at === null ? "now" : "scheduled",
    date: at ? day(at) : nextChargeAt && day(nextChargeAt),
  });
}

/** The subscriber and the subscription that a notice is about; null once either is deleted. */
async function findBoth(ctx: Context, subscriberId: number | null, id: number) {
  const subscriber = await findSubscriber(ctx, subscriberId);
  const subscription = await ctx.db.subscription.findUnique({ where: { id } });
  return subscriber && subscription ? { subscriber, subscription } : null;
}
