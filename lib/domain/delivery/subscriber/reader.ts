import { isWeekday, localDateAt, toDatabaseDate } from "@/lib/calendar/days";
import type { Channel } from "@/lib/contracts/primitives";
import { timezoneSchema } from "@/lib/contracts/timezones";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../../context";
import { entitlementColumns, isEntitled } from "../../billing/entitlement";
import type { ResendConditions } from "./resend-rules";
import { slotOf } from "../schedule/slots";

/** Throws AppError 401 when the account no longer exists. */
export async function getReader(ctx: Pick<Context, "db">, id: number) {
  const found = await ctx.db.subscriber.findUnique({
    where: { id },
    select: {
      id: true,
      email: true,
      /** E.164. */
      phone: true,
      timezone: true,
      /** A date that is still delivered in the previous time zone; both null if there is none. */
      holdoverDate: true,
      holdoverTimezone: true,
      emailEnabled: true,
      smsEnabled: true,
      /** First and last date of the latest pause; both null if there was none. */
      pausedFrom: true,
      pausedUntil: true,
      createdAt: true,
      subscriptions: { select: entitlementColumns },
    },
  });
  if (!found) throw new AppError(401, httpMessages.loginRequired);
  return {
    ...found,
    timezone: timezoneSchema.parse(found.timezone),
    holdoverTimezone: timezoneSchema.nullable().parse(found.holdoverTimezone),
  };
}

/** A subscriber, with what their deliveries depend on. */
export type Reader = Awaited<ReturnType<typeof getReader>>;

/** Whether any of the reader's subscriptions includes the briefing at an instant. */
export function isServed(reader: Reader, at: Date): boolean {
  return reader.subscriptions.some((subscription) => isEntitled(subscription, at));
}

/** Whether the reader's pause covers a date, `YYYY-MM-DD`. */
export function isPausedOn(
  { pausedFrom, pausedUntil }: Pick<Reader, "pausedFrom" | "pausedUntil">,
  localDate: string,
): boolean {
  const date = toDatabaseDate(localDate);
  return pausedFrom !== null && pausedUntil !== null && pausedFrom <= date && date <= pausedUntil;
}

/** The reader's address on a channel; null without a phone number. */
export function addressOf(reader: Reader, channel: Channel): string | null {
  return channel === "sms" ? reader.phone : reader.email;
}

/** Today's ledger row on one channel, and what decides whether it can be resent. */
export type TodaysDelivery = ResendConditions & {
  /** Today in the reader's time zone, `YYYY-MM-DD`. */
  localDate: string;
  /** What the scheduled briefing contained; null if today has no row. */
  editionId: number | null;
};

export async function findTodaysDelivery(
  ctx: Context,
  reader: Reader,
  channel: Channel,
): Promise<TodaysDelivery> {
  const now = ctx.clock.now();
  const localDate = localDateAt(now, reader.timezone);
  const address = addressOf(reader, channel);
  const [row, suppression, isNumberPending] = await Promise.all([
    ctx.db.delivery.findUnique({
      where: {
        localDate_channel_subscriberId: {
          localDate: toDatabaseDate(localDate),
          channel,
          subscriberId: reader.id,
        },
      },
      select: { state: true, editionId: true },
    }),
    address === null
      ? null
      : ctx.db.suppression.findUnique({
          where: { channel_address: { channel, address: address.toLowerCase() } },
          select: { reason: true },
        }),
    channel === "sms" && hasPendingTextElsewhere(ctx, reader, localDate),
  ]);
  return {
    localDate,
    editionId: row?.editionId ?? null,
    state: row?.state ?? null,
    isNumberPending,
    isEntitled: isServed(reader, now),
    isChannelOn: channel === "sms" ? reader.smsEnabled : reader.emailEnabled,
    suppression: suppression?.reason ?? null,
    isEarly:
      isWeekday(localDate) && now < slotOf(localDate, reader.timezone, channel, 0).promisedAt,
  };
}

/** Whether today's text to the same number is pending on another account. */
async function hasPendingTextElsewhere(
  ctx: Context,
  reader: Reader,
  localDate: string,
): Promise<boolean> {
  if (reader.phone === null) return false;
  const others = await ctx.db.subscriber.findMany({
    where: { phone: reader.phone, id: { not: reader.id } },
    select: { id: true },
  });
  if (others.length === 0) return false;
  const pending = await ctx.db.delivery.count({
    where: {
      localDate: toDatabaseDate(localDate),
      channel: "sms",
      subscriberId: { in: others.map(({ id }) => id) },
      state: "pending",
    },
  });
  return pending > 0;
}
