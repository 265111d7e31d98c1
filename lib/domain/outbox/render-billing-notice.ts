import { z } from "zod";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { describePrice, formatAmount } from "@/lib/contracts/money";
import { planNames, priceOf } from "@/lib/contracts/plans";
import type { Prisma } from "@/lib/platform/database/database";
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

/** What a notice is about. */
type Facts<Detail> = {
  detail: Detail;
  subscription: Prisma.SubscriptionGetPayload<object>;
  /** A day in words, in the subscriber's time zone. */
  dayOf: (at: Date) => string;
};

/** Renders notices about a subscription; null once it or its subscriber is deleted. */
function about<Detail extends { subscriptionId: number }>(
  schema: z.ZodType<Detail>,
  render: (ctx: Context, facts: Facts<Detail>) => Promise<RenderedNotice | null> | null,
) {
  return async (ctx: Context, notice: StoredNotice): Promise<RenderedNotice | null> => {
    const detail = schema.parse(notice.detail);
    const subscriber = await findSubscriber(ctx, notice.subscriberId);
    const subscription = await ctx.db.subscription.findUnique({
      where: { id: detail.subscriptionId },
    });
    if (!subscriber || !subscription) return null;
    const dayOf = (at: Date) => formatShortMonthDayYear(localDateAt(at, subscriber.timezone));
    return render(ctx, { detail, subscription, dayOf });
  };
}

/** Whether a subscription has ended or will end. */
function isEnding({ status, cancelAt, stoppedAt, endReason }: Facts<unknown>["subscription"]) {
  return status === "canceled" || cancelAt !== null || stoppedAt !== null || endReason !== null;
}

/** After a cancellation. Null if it has been withdrawn. */
export const renderCanceled = about(endingSchema, (ctx, { subscription, dayOf }) => {
  const { status, cancelAt, accessEndsAt, stoppedAt, endReason } = subscription;
  if (status !== "canceled" && cancelAt === null && stoppedAt === null) return null;
  const { siteUrl } = ctx.settings;
  if (status === "trialing" && endReason === "repeat_trial") {
    return ctx.notices.renderEvent({ kind: "trial_used", siteUrl });
  }
  const endsAt = status === "canceled" ? accessEndsAt : cancelAt;
  const isEnded = stoppedAt !== null || (status !== "canceled" && endReason !== null);
  const isServed = endsAt !== null && endsAt > ctx.clock.now() && !isEnded;
  const lastDay = isServed ? dayOf(endsAt) : null;
  return ctx.notices.renderEvent({ kind: "canceled", siteUrl, lastDay });
});

/** After a cancellation was withdrawn. Null if the subscription ends after all. */
export const renderKept = about(endingSchema, (ctx, { subscription, dayOf }) => {
  if (isEnding(subscription)) return null;
  const { plan, nextChargeAt } = subscription;
  const nextDate = nextChargeAt && dayOf(nextChargeAt);
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderEvent({ kind: "kept", siteUrl, plan: readPlan(plan), nextDate });
});

/** After a charge. */
export const renderCharged = about(chargedSchema, (ctx, { detail, subscription, dayOf }) => {
  const { amount, currency, at, periodEndsAt } = detail;
  const { plan, firstChargeAt } = subscription;
  return ctx.notices.renderEvent({
    kind: "charged",
    siteUrl: ctx.settings.siteUrl,
    amount: formatAmount(amount, currency),
    plan: readPlan(plan),
    date: dayOf(at),
    isFirst: firstChargeAt !== null && dayOf(firstChargeAt) === dayOf(at),
    nextDate: isEnding(subscription) || periodEndsAt === null ? null : dayOf(periodEndsAt),
  });
});

/** After a charge failed. Null once the subscription is paid for or has ended. */
export const renderPaymentFailed = about(endingSchema, async (ctx, { subscription }) => {
  const { paddleSubscriptionId: name } = subscription;
  // Our copy may not be past due yet: that event comes a moment later.
  const current = name === null ? null : await ctx.payments.findSubscription(name);
  if (name === null || current?.status !== "past_due") return null;
  const link = await ctx.payments.findCardLink(name);
  const price = describePrice(priceOf(subscription));
  const { siteUrl } = ctx.settings;
  return link === null
    ? null
    : ctx.notices.renderEvent({ kind: "payment_failed", siteUrl, link, price });
});

/** After the plan was changed, was scheduled to change at renewal, or won't change after all. */
export const renderPlanChanged = about(planChangedSchema, (ctx, facts) => {
  const { subscription, dayOf } = facts;
  const { plan, at, isKept } = facts.detail;
  const { nextChargeAt } = subscription;
  return ctx.notices.renderEvent({
    kind: "plan_changed",
    siteUrl: ctx.settings.siteUrl,
    plan,
    price: at === null ? describePrice(priceOf(subscription)) : null,
    change: isKept ? "kept" : at === null ? "now" : "scheduled",
    date: at ? dayOf(at) : nextChargeAt && dayOf(nextChargeAt),
  });
});
