import { z } from "zod";
import {
  firstBriefingDate,
  localDateAt,
  toDisplayDate,
  toWeekdayDate,
} from "@/lib/contracts/calendar";
import { addressConfirmationDays } from "@/lib/contracts/limits";
import type { PlanName } from "@/lib/contracts/plans";
import { timezones } from "@/lib/contracts/timezones";
import type { Context } from "../context";
import type { RenderedNotice } from "../ports/notice-renderer";
import { isSameEmail } from "../same-email";
import { confirmationPageUrl, createConfirmationToken } from "./confirmation-token";

/** A notice as stored. */
export type StoredNotice = {
  kind: string;
  recipient: string;
  subscriberId: number;
  detail: unknown;
};

const confirmAddressSchema = z.object({ confirmationId: z.int() });
const deliveryAddressSchema = z.object({ email: z.string() });

/** Null if the notice no longer applies. */
export async function renderNotice(
  ctx: Context,
  notice: StoredNotice,
): Promise<RenderedNotice | null> {
  const { siteUrl } = ctx.settings;
  const { kind, detail } = notice;
  switch (kind) {
    case "welcome":
      return renderWelcome(ctx, notice);
    case "trial_reminder":
      return renderTrialReminder(ctx, notice);
    case "confirm_address":
      return renderConfirmAddress(ctx, confirmAddressSchema.parse(detail));
    case "delivery_address": {
      const { email } = deliveryAddressSchema.parse(detail);
      return ctx.notices.renderEvent({ kind, siteUrl, email });
    }
    case "address_changed":
      return ctx.notices.renderEvent({ kind, siteUrl });
    default:
      throw new Error(`Unknown notice: ${kind}`);
  }
}

async function renderWelcome(
  ctx: Context,
  { subscriberId, recipient }: StoredNotice,
): Promise<RenderedNotice | null> {
  const subscriber = await findSubscriber(ctx, subscriberId);
  // Someone whose address was replaced isn't told the new one.
  if (!subscriber || !isSameEmail(subscriber.email, recipient)) return null;
  const { timezone, email } = subscriber;
  return ctx.notices.renderWelcome({
    siteUrl: ctx.settings.siteUrl,
    name: nameFor(recipient, subscriber),
    email,
    timezoneLabel: timezones.find(({ value }) => value === timezone)?.label ?? timezone,
    firstBriefingDay: toWeekdayDate(firstBriefingDate(ctx.clock.now(), timezone)),
    trialEndDate: (await findCharge(ctx, subscriberId, timezone))?.chargeDate ?? null,
  });
}

async function renderTrialReminder(
  ctx: Context,
  { subscriberId, recipient }: StoredNotice,
): Promise<RenderedNotice | null> {
  const subscriber = await findSubscriber(ctx, subscriberId);
  const charge = subscriber && (await findCharge(ctx, subscriberId, subscriber.timezone));
  if (!charge) return null;
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderTrialReminder({
    siteUrl,
    name: nameFor(recipient, subscriber),
    ...charge,
  });
}

/** Null when the buyer has entered another address since. */
async function renderConfirmAddress(
  ctx: Context,
  { confirmationId: id }: { confirmationId: number },
): Promise<RenderedNotice | null> {
  if ((await ctx.db.addressConfirmation.count({ where: { id } })) === 0) return null;
  const { siteUrl, signingSecret } = ctx.settings;
  const link = confirmationPageUrl(siteUrl, createConfirmationToken(id, signingSecret));
  const days = addressConfirmationDays;
  return ctx.notices.renderEvent({ kind: "confirm_address", siteUrl, link, days });
}

function findSubscriber(ctx: Context, id: number) {
  return ctx.db.subscriber.findUnique({
    where: { id },
    select: { name: true, email: true, paymentEmail: true, timezone: true },
  });
}

/**
 * The buyer chose the name, so it's only in emails to the address that they used at checkout: other
 * people must not get a stranger's words from us.
 */
function nameFor(
  recipient: string,
  { name, paymentEmail }: { name: string | null; paymentEmail: string | null },
): string | null {
  return isSameEmail(paymentEmail, recipient) ? name : null;
}

/** When a free trial leads to a charge; null if there's none, or it was canceled. */
async function findCharge(ctx: Context, subscriberId: number, timezone: string) {
  const trial = await ctx.db.subscription.findFirst({
    where: { subscriberId, status: "trialing", cancelAt: null, stoppedAt: null },
    select: { plan: true, firstChargeAt: true },
    orderBy: { id: "desc" },
  });
  if (!trial?.firstChargeAt) return null;
  const chargeDate = toDisplayDate(localDateAt(trial.firstChargeAt, timezone));
  return { plan: readPlan(trial.plan), chargeDate };
}

function readPlan(plan: string | null): PlanName {
  return plan === "annual" ? "annual" : "monthly";
}
