import { Temporal } from "temporal-polyfill";
import {
  type DaysOff,
  fromDatabaseDate,
  isBriefingDay,
  localDateAt,
  nextBriefingDay,
  toDatabaseDate,
} from "@/lib/calendar/days";
import type { DeliveriesView } from "@/lib/contracts/deliveries";
import { channels } from "@/lib/contracts/primitives";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";
import type { Context } from "../../context";
import { listDaysOff } from "../../daily-messages/days-off";
import { describeDelivery, outcomeColumns } from "./describe-delivery";
import { getReader, isPausedOn, isServed, findTodaysDelivery, type Reader } from "./reader";
import { findResendRefusal } from "./resend-rules";
import { slotOf } from "../schedule/slots";

/** Including today. */
const historyDays = 14;

/**
 * A subscriber's deliveries of the last 14 days on both channels, the date of the next one, and
 * the channels on which today's can be resent now.
 *
 * @throws AppError 401 when the account no longer exists
 */
export async function listDeliveries(ctx: Context, subscriberId: number): Promise<DeliveriesView> {
  const reader = await getReader(ctx, subscriberId);
  const days = await listDays(ctx, reader);
  const refusals = await Promise.all(
    channels.map(async (channel) => ({
      channel,
      refusal: findResendRefusal(channel, await findTodaysDelivery(ctx, reader, channel)),
    })),
  );
  const known = new Set(days.map(({ localDate }) => localDate));
  return {
    days,
    nextDate: findNextDate(ctx, reader, known, await listDaysOff(ctx)),
    resendable: refusals.flatMap(({ channel, refusal }) => (refusal === null ? [channel] : [])),
  };
}

async function listDays(ctx: Context, reader: Reader): Promise<DeliveriesView["days"]> {
  const dates = recentDates(localDateAt(ctx.clock.now(), reader.timezone));
  const [rows, emptySlots] = await Promise.all([
    // Dates and channels are listed so that PostgreSQL can use the primary key.
    ctx.db.delivery.findMany({
      where: {
        localDate: { in: dates.map(toDatabaseDate) },
        channel: { in: [...channels] },
        subscriberId: reader.id,
      },
      select: {
        localDate: true,
        channel: true,
        ...outcomeColumns,
      },
    }),
    ctx.db.deliverySlot.findMany({
      where: {
        localDate: { in: dates.map(toDatabaseDate) },
        timezone: reader.timezone,
        editionId: null,
        opensAt: { gt: reader.createdAt },
      },
      select: { localDate: true },
    }),
  ]);
  const empty = new Set(emptySlots.map(({ localDate }) => fromDatabaseDate(localDate)));
  return dates.flatMap((localDate): DeliveriesView["days"] => {
    const mine = rows.filter((row) => fromDatabaseDate(row.localDate) === localDate);
    if (mine.length === 0) {
      const note = deliveryHistoryMessages.noBriefing;
      return empty.has(localDate) ? [{ localDate, email: null, sms: null, note }] : [];
    }
    const [email, sms] = channels.map((channel) => {
      const row = mine.find((each) => each.channel === channel);
      return row ? describeDelivery(row) : null;
    });
    return [{ localDate, email: email ?? null, sms: sms ?? null, note: null }];
  });
}

/** Newest first. Includes tomorrow: a subscriber who moved west may already have had its briefing. */
function recentDates(today: string): string[] {
  const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 });
  return Array.from({ length: historyDays + 1 }, (_, back) =>
    tomorrow.subtract({ days: back }).toString(),
  );
}

/** Date of the next briefing, by the current subscription, switches, pause, and days off. */
function findNextDate(
  ctx: Context,
  reader: Reader,
  known: ReadonlySet<string>,
  daysOff: DaysOff,
): string | null {
  if (!reader.emailEnabled && !reader.smsEnabled) return null;
  const now = ctx.clock.now();
  const today = localDateAt(now, reader.timezone);
  const holdoverDate = reader.holdoverDate && fromDatabaseDate(reader.holdoverDate);
  const slotOn = (localDate: string) => {
    const zone =
      localDate === holdoverDate ? (reader.holdoverTimezone ?? reader.timezone) : reader.timezone;
    return slotOf(localDate, zone, "sms", 0);
  };
  const isOver = (localDate: string) =>
    known.has(localDate) || isPausedOn(reader, localDate) || slotOn(localDate).closesAt <= now;
  let localDate = isBriefingDay(today, daysOff) ? today : nextBriefingDay(today, daysOff);
  while (isOver(localDate)) localDate = nextBriefingDay(localDate, daysOff);
  return isServed(reader, slotOn(localDate).promisedAt) ? localDate : null;
}
