import { z } from "zod";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { formatAmount } from "@/lib/contracts/plans";
import type { Context } from "../context";
import type { RenderedNotice } from "../ports/notice-renderer";
import { findSubscriber, readPlan } from "./notice-facts";
import type { StoredNotice } from "./notices";

const instantSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const endingSchema = z.object({ subscriptionId: z.int() });
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

/** The subscriber and the subscription that a notice is about; null once either is deleted. */
async function findBoth(ctx: Context, subscriberId: number | null, id: number) {
  const subscriber = await findSubscriber(ctx, subscriberId);
  const subscription = await ctx.db.subscription.findUnique({ where: { id } });
  return subscriber && subscription ? { subscriber, subscription } : null;
}
