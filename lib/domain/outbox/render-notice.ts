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
} from "@/lib/contracts/durations";
import { unreachableBriefings } from "@/lib/contracts/limits";
import { timezones } from "@/lib/contracts/timezones";
import type { Context } from "../context";
import { listDaysOff } from "../daily-messages/days-off";
import type { RenderedNotice, SubscriptionStart } from "../ports/notice-renderer";
import { isSameEmail } from "./same-email";
import { createConfirmationLink } from "./confirmation-token";
import { firstNameOf } from "./first-name";
import {
  findCharge,
  findSubscriber,
  findTotal,
  type NoticeKind,
  type StoredNotice,
} from "./notice-facts";
import {
  renderCanceled,
  renderCharged,
  renderKept,
  renderPaymentFailed,
  renderPlanChanged,
} from "./render-billing-notice";

const instantSchema = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const emailChangeSchema = z.object({ changeId: z.int() });

type Rendering = Promise<RenderedNotice | null>;
type Renderer = (ctx: Context, notice: StoredNotice) => Rendering;

/** Renders notices about something other than their subscriber. */
const about =
  <Detail>(
    schema: z.ZodType<Detail>,
    render: (ctx: Context, detail: Detail) => Rendering,
  ): Renderer =>
  (ctx, { detail }) =>
    render(ctx, schema.parse(detail));

type Addressee<Detail> = {
  subscriber: NonNullable<Awaited<ReturnType<typeof findSubscriber>>>;
  recipient: string;
  detail: Detail;
};

/** Renders notices to a subscriber; null once the account is deleted. */
const toSubscriber =
  <Detail>(
    schema: z.ZodType<Detail>,
    render: (ctx: Context, addressee: Addressee<Detail>) => Rendering,
  ): Renderer =>
  async (ctx, { subscriberId, recipient, detail: stored }) => {
    const detail = schema.parse(stored);
    const subscriber = await findSubscriber(ctx, subscriberId);
    return subscriber && render(ctx, { subscriber, recipient, detail });
  };

/** For notices that need nothing but their subscriber. */
const nothing = z.unknown();

const renderers: Record<NoticeKind, Renderer> = {
  welcome: toSubscriber(nothing, async (ctx, { subscriber, recipient }) => {
    // Someone whose address was replaced isn't told the new one.
    if (!isSameEmail(subscriber.email, recipient)) return null;
    const { timezone, email } = subscriber;
    return ctx.notices.renderWelcome({
      siteUrl: ctx.settings.siteUrl,
      name: nameFor(recipient, subscriber),
      email,
      timezoneLabel: timezones.find(({ value }) => value === timezone)?.label ?? timezone,
      ...(await findStart(ctx, subscriber)),
    });
  }),
  delivery_address: toSubscriber(
    z.object({ email: z.string(), isNew: z.boolean().default(true) }),
    async (ctx, { subscriber, detail: { email, isNew } }) => {
      const start = isNew ? await findStart(ctx, subscriber) : null;
      const { siteUrl } = ctx.settings;
      return ctx.notices.renderEvent({ kind: "delivery_address", siteUrl, email, start });
    },
  ),
  trial_reminder: toSubscriber(nothing, async (ctx, { subscriber, recipient }) => {
    const charge = await findCharge(ctx, subscriber);
    if (!charge) return null;
    const { siteUrl } = ctx.settings;
    return ctx.notices.renderTrialReminder({
      siteUrl,
      name: nameFor(recipient, subscriber),
      price: charge.price,
      chargeDate: charge.chargeDate,
      total: await findTotal(ctx, charge),
    });
  }),
  /** Null if the buyer has since entered a different address. */
  confirm_address: about(
    z.object({ confirmationId: z.int() }),
    async (ctx, { confirmationId: id }) => {
      if ((await ctx.db.addressConfirmation.count({ where: { id } })) === 0) return null;
      const { siteUrl } = ctx.settings;
      const link = createConfirmationLink("address-confirmation", id, ctx.settings);
      const days = addressConfirmationDays;
      return ctx.notices.renderEvent({ kind: "confirm_address", siteUrl, link, days });
    },
  ),
  /** Null if a different address has been entered since, or this one was confirmed or stopped. */
  email_change: about(emailChangeSchema, async (ctx, { changeId: id }) => {
    const where = { id, confirmedAt: null, endedAt: null, expiresAt: { gt: ctx.clock.now() } };
    if ((await ctx.db.emailChange.count({ where })) === 0) return null;
    const { siteUrl } = ctx.settings;
    const link = createConfirmationLink("email-change", id, ctx.settings);
    return ctx.notices.renderEvent({ kind: "email_change", siteUrl, link, days: emailChangeDays });
  }),
  /** Null if a different address has been entered since, or the change was stopped. */
  email_change_requested: toSubscriber(nothing, async (ctx, { subscriber, detail }) => {
    const id = changeIdOf(detail);
    if (id === null) return null;
    if ((await ctx.db.emailChange.count({ where: { id, endedAt: null } })) === 0) return null;
    const from = new Date(ctx.clock.now().getTime() + emailChangeWaitHours * 3_600_000);
    return ctx.notices.renderEvent({
      kind: "email_change_requested",
      siteUrl: ctx.settings.siteUrl,
      link: createConfirmationLink("email-change-stop", id, ctx.settings),
      from: formatDateTimeIn(from, subscriber.timezone),
    });
  }),
  address_changed: about(nothing, ({ notices, settings: { siteUrl } }) =>
    notices.renderEvent({ kind: "address_changed", siteUrl }),
  ),
  account_deleted: about(nothing, ({ notices, settings: { siteUrl } }) =>
    notices.renderEvent({ kind: "account_deleted", siteUrl }),
  ),
  new_device: toSubscriber(
    z.object({ device: z.string(), at: instantSchema }),
    async (ctx, { subscriber, detail: { device, at } }) => {
      const time = formatDateTimeIn(at, subscriber.timezone);
      const { siteUrl } = ctx.settings;
      return ctx.notices.renderEvent({ kind: "new_device", siteUrl, device, time });
    },
  ),
  phone_changed: about(z.object({ phone: z.string() }), (ctx, { phone }) => {
    const { siteUrl } = ctx.settings;
    return ctx.notices.renderEvent({ kind: "phone_changed", siteUrl, ending: phone.slice(-4) });
  }),
  days_given_back: toSubscriber(
    z.object({ mornings: z.array(z.string()), nextChargeAt: instantSchema, isTrial: z.boolean() }),
    async (ctx, { subscriber, detail: { mornings, nextChargeAt, isTrial } }) =>
      ctx.notices.renderEvent({
        kind: "days_given_back",
        siteUrl: ctx.settings.siteUrl,
        mornings: mornings.map(formatLongWeekdayMonthDay),
        nextDate: formatShortMonthDayYear(localDateAt(nextChargeAt, subscriber.timezone)),
        isTrial,
      }),
  ),
  /** Null if the sign-up has been completed. */
  unfinished_sign_up: toSubscriber(
    z.object({ onboardingId: z.int() }),
    async (ctx, { subscriber, detail: { onboardingId: id } }) => {
      const record = await ctx.db.onboardingRecord.findUnique({
        where: { id },
        select: { uid: true, createdAt: true, completedAt: true },
      });
      if (!record || record.completedAt !== null) return null;
      const { siteUrl } = ctx.settings;
      return ctx.notices.renderEvent({
        kind: "unfinished_sign_up",
        siteUrl,
        boughtOn: formatShortMonthDayYear(localDateAt(record.createdAt, subscriber.timezone)),
        link: `${siteUrl}/onboarding?${new URLSearchParams({ uid: record.uid }).toString()}`,
        start: await findStart(ctx, subscriber),
      });
    },
  ),
  /** Null if the subscriber can be reached again. */
  unreachable: toSubscriber(nothing, async (ctx, { subscriber: { id } }) => {
    const waiting = { id, unreachableSince: { not: null } };
    if ((await ctx.db.subscriber.count({ where: waiting })) === 0) return null;
    const { siteUrl } = ctx.settings;
    const briefings = unreachableBriefings;
    return ctx.notices.renderEvent({ kind: "unreachable", siteUrl, briefings });
  }),
  canceled: renderCanceled,
  kept: renderKept,
  charged: renderCharged,
  plan_changed: renderPlanChanged,
  payment_failed: renderPaymentFailed,
};

const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(renderers, kind);

/** Null if the notice no longer applies. */
export async function renderNotice(ctx: Context, notice: StoredNotice): Rendering {
  if (!isKind(notice.kind)) throw new Error(`Unknown notice: ${notice.kind}`);
  const render = renderers[notice.kind];
  return render(ctx, notice);
}

/** The change that an email to the current address is about; null if an older version planned it. */
export function changeIdOf(detail: unknown): number | null {
  return emailChangeSchema.safeParse(detail).data?.changeId ?? null;
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
