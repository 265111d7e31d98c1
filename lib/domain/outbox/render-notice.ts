import { z } from "zod";
import { firstBriefingDate, localDateAt } from "@/lib/calendar/days";
import {
  formatShortMonthDayYear,
  formatLongWeekdayMonthDay,
  formatDateTimeIn,
} from "@/lib/calendar/format";
import {
  addressConfirmationDays,
  emailChangeDays,
  emailChangeWaitHours,
  unreachableBriefings,
} from "@/lib/contracts/limits";
import { timezones } from "@/lib/contracts/timezones";
import type { Context } from "../context";
import { listDaysOff } from "../daily-messages/days-off";
import type { RenderedNotice, SubscriptionStart } from "../ports/notice-renderer";
import { isSameEmail } from "./same-email";
import { createConfirmationLink } from "./confirmation-token";
import { firstNameOf } from "./first-name";
import { findCharge, findSubscriber, findTotal, type StoredNotice } from "./notice-facts";
import {
  renderCanceled,
  renderCharged,
  renderKept,
  renderPaymentFailed,
  renderPlanChanged,
} from "./render-billing-notice";

const instantSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const confirmAddressSchema = z.object({ confirmationId: z.int() });
const emailChangeSchema = z.object({ changeId: z.int() });
const deliveryAddressSchema = z.object({ email: z.string(), isNew: z.boolean().default(true) });
const newDeviceSchema = z.object({ device: z.string(), at: instantSchema });
const phoneChangedSchema = z.object({ phone: z.string() });
const unfinishedSignUpSchema = z.object({ onboardingId: z.int() });
const daysGivenBackSchema = z.object({
  mornings: z.array(z.string()),
  nextChargeAt: instantSchema,
  isTrial: z.boolean(),
});

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
    case "email_change":
      return renderEmailChange(ctx, emailChangeSchema.parse(detail));
    case "delivery_address":
      return renderDeliveryAddress(ctx, notice, deliveryAddressSchema.parse(detail));
    case "email_change_requested":
      return renderEmailChangeRequested(ctx, notice);
    case "address_changed":
    case "account_deleted":
      return ctx.notices.renderEvent({ kind, siteUrl });
    case "new_device":
      return renderNewDevice(ctx, notice, newDeviceSchema.parse(detail));
    case "phone_changed": {
      const { phone } = phoneChangedSchema.parse(detail);
      return ctx.notices.renderEvent({ kind, siteUrl, ending: phone.slice(-4) });
    }
    case "days_given_back":
      return renderDaysGivenBack(ctx, notice, daysGivenBackSchema.parse(detail));
    case "canceled":
      return renderCanceled(ctx, notice);
    case "kept":
      return renderKept(ctx, notice);
    case "charged":
      return renderCharged(ctx, notice);
    case "plan_changed":
      return renderPlanChanged(ctx, notice);
    case "payment_failed":
      return renderPaymentFailed(ctx, notice);
    case "unfinished_sign_up":
      return renderUnfinishedSignUp(ctx, notice, unfinishedSignUpSchema.parse(detail));
    case "unreachable":
      return renderUnreachable(ctx, notice);
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
    ...(await findStart(ctx, subscriber)),
  });
}

async function renderDeliveryAddress(
  ctx: Context,
  { subscriberId }: StoredNotice,
  { email, isNew }: z.output<typeof deliveryAddressSchema>,
): Promise<RenderedNotice | null> {
  const subscriber = await findSubscriber(ctx, subscriberId);
  if (!subscriber) return null;
  const start = isNew ? await findStart(ctx, subscriber) : null;
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderEvent({ kind: "delivery_address", siteUrl, email, start });
}

async function renderTrialReminder(
  ctx: Context,
  { subscriberId, recipient }: StoredNotice,
): Promise<RenderedNotice | null> {
  const subscriber = await findSubscriber(ctx, subscriberId);
  const charge = subscriber && (await findCharge(ctx, subscriber));
  if (!charge) return null;
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderTrialReminder({
    siteUrl,
    name: nameFor(recipient, subscriber),
    price: charge.price,
    chargeDate: charge.chargeDate,
    total: await findTotal(ctx, charge),
  });
}

/** Null if the buyer has since entered a different address. */
async function renderConfirmAddress(
  ctx: Context,
  { confirmationId: id }: { confirmationId: number },
): Promise<RenderedNotice | null> {
  if ((await ctx.db.addressConfirmation.count({ where: { id } })) === 0) return null;
  const { siteUrl } = ctx.settings;
  const link = createConfirmationLink("address-confirmation", id, ctx.settings);
  const days = addressConfirmationDays;
  return ctx.notices.renderEvent({ kind: "confirm_address", siteUrl, link, days });
}

/** Null if a different address has been entered since, or this one was confirmed or stopped. */
async function renderEmailChange(
  ctx: Context,
  { changeId: id }: z.output<typeof emailChangeSchema>,
): Promise<RenderedNotice | null> {
  const where = { id, confirmedAt: null, endedAt: null, expiresAt: { gt: ctx.clock.now() } };
  if ((await ctx.db.emailChange.count({ where })) === 0) return null;
  const { siteUrl } = ctx.settings;
  const link = createConfirmationLink("email-change", id, ctx.settings);
  return ctx.notices.renderEvent({ kind: "email_change", siteUrl, link, days: emailChangeDays });
}

/** The change that an email to the current address is about; null if an older version planned it. */
export function changeIdOf(detail: unknown): number | null {
  return emailChangeSchema.safeParse(detail).data?.changeId ?? null;
}

/** Null if a different address has been entered since, or the change was stopped. */
async function renderEmailChangeRequested(
  ctx: Context,
  { subscriberId, detail }: StoredNotice,
): Promise<RenderedNotice | null> {
  const id = changeIdOf(detail);
  const subscriber = await findSubscriber(ctx, subscriberId);
  if (id === null || !subscriber) return null;
  if ((await ctx.db.emailChange.count({ where: { id, endedAt: null } })) === 0) return null;
  const from = new Date(ctx.clock.now().getTime() + emailChangeWaitHours * 3_600_000);
  return ctx.notices.renderEvent({
    kind: "email_change_requested",
    siteUrl: ctx.settings.siteUrl,
    link: createConfirmationLink("email-change-stop", id, ctx.settings),
    from: formatDateTimeIn(from, subscriber.timezone),
  });
}

async function renderNewDevice(
  ctx: Context,
  { subscriberId }: StoredNotice,
  { device, at }: z.output<typeof newDeviceSchema>,
): Promise<RenderedNotice | null> {
  const subscriber = await findSubscriber(ctx, subscriberId);
  if (!subscriber) return null;
  const time = formatDateTimeIn(at, subscriber.timezone);
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderEvent({ kind: "new_device", siteUrl, device, time });
}

async function renderDaysGivenBack(
  ctx: Context,
  { subscriberId }: StoredNotice,
  { mornings, nextChargeAt, isTrial }: z.output<typeof daysGivenBackSchema>,
): Promise<RenderedNotice | null> {
  const subscriber = await findSubscriber(ctx, subscriberId);
  if (!subscriber) return null;
  return ctx.notices.renderEvent({
    kind: "days_given_back",
    siteUrl: ctx.settings.siteUrl,
    mornings: mornings.map(formatLongWeekdayMonthDay),
    nextDate: formatShortMonthDayYear(localDateAt(nextChargeAt, subscriber.timezone)),
    isTrial,
  });
}

/** Null if the sign-up has been completed. */
async function renderUnfinishedSignUp(
  ctx: Context,
  { subscriberId }: StoredNotice,
  { onboardingId: id }: z.output<typeof unfinishedSignUpSchema>,
): Promise<RenderedNotice | null> {
  const record = await ctx.db.onboardingRecord.findUnique({
    where: { id },
    select: { uid: true, createdAt: true, completedAt: true },
  });
  const subscriber = await findSubscriber(ctx, subscriberId);
  if (!subscriber || !record || record.completedAt !== null) return null;
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderEvent({
    kind: "unfinished_sign_up",
    siteUrl,
    boughtOn: formatShortMonthDayYear(localDateAt(record.createdAt, subscriber.timezone)),
    link: `${siteUrl}/onboarding?${new URLSearchParams({ uid: record.uid }).toString()}`,
    start: await findStart(ctx, subscriber),
  });
}

/** Null if the subscriber can be reached again. */
async function renderUnreachable(
  ctx: Context,
  { subscriberId }: StoredNotice,
): Promise<RenderedNotice | null> {
  const waiting = { id: subscriberId ?? 0, unreachableSince: { not: null } };
  if ((await ctx.db.subscriber.count({ where: waiting })) === 0) return null;
  const { siteUrl } = ctx.settings;
  return ctx.notices.renderEvent({ kind: "unreachable", siteUrl, briefings: unreachableBriefings });
}

/**
 * The buyer chose the name, so it's only in emails to the address that they used at checkout: other
 * people must not get a stranger's words from us.
 */
function nameFor(
  recipient: string,
  { name, paymentEmail }: { name: string | null; paymentEmail: string | null },
): string | null {
  return name !== null && isSameEmail(paymentEmail, recipient) ? firstNameOf(name) : null;
}

/** When someone who signs up now gets the first briefing, and what they're charged. */
async function findStart(
  ctx: Context,
  subscriber: { id: number; timezone: string },
): Promise<SubscriptionStart> {
  const charge = await findCharge(ctx, subscriber);
  const day = firstBriefingDate(ctx.clock.now(), subscriber.timezone, await listDaysOff(ctx));
  return {
    firstBriefingDay: formatLongWeekdayMonthDay(day),
    firstCharge: charge && { price: charge.price, chargeDate: charge.chargeDate },
  };
}
