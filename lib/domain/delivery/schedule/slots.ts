import { dayMs } from "@/lib/calendar/units";
import { Temporal } from "temporal-polyfill";
import { type DaysOff, isBriefingDay, localDateAt, nextBriefingDay } from "@/lib/calendar/days";
import { type Channel, channels } from "@/lib/contracts/primitives";
import { type Timezone, timezoneNames } from "@/lib/contracts/timezones";

/** The delivery window of one date, time zone, and channel. */
export type Slot = {
  /** YYYY-MM-DD in the time zone. */
  localDate: string;
  timezone: Timezone;
  channel: Channel;
  /** Nothing is sent before: 8:00 local for texts, earlier by the lead for email. */
  opensAt: Date;
  /** 8:00 local, when we promise the briefing. */
  promisedAt: Date;
  /** 10:00 local: nothing is sent from then on. */
  closesAt: Date;
};

const promisedHour = 8;
const closingHour = 10;

function instantOf(localDate: Temporal.PlainDate, timezone: Timezone, hour: number): Date {
  const local = localDate.toZonedDateTime({
    timeZone: timezone,
    plainTime: Temporal.PlainTime.from({ hour }),
  });
  return new Date(local.epochMilliseconds);
}

/**
 * The slot of a weekday. Follows the zone's daylight saving time.
 *
 * @param emailLeadMinutes how long before 8:00 we start to send email
 * @throws RangeError on a weekend
 */
export function slotOf(
  localDate: string,
  timezone: Timezone,
  channel: Channel,
  emailLeadMinutes: number,
): Slot {
  const day = Temporal.PlainDate.from(localDate);
  if (day.dayOfWeek > 5) throw new RangeError(`No briefing on ${localDate}: not a weekday`);
  const promisedAt = instantOf(day, timezone, promisedHour);
  const leadMs = channel === "email" ? emailLeadMinutes * 60_000 : 0;
  return {
    localDate,
    timezone,
    channel,
    opensAt: new Date(promisedAt.getTime() - leadMs),
    promisedAt,
    closesAt: instantOf(day, timezone, closingHour),
  };
}

/** All ten slots of a weekday, in the order in which they open. */
export function slotsOfDate(localDate: string, emailLeadMinutes: number): Slot[] {
  return channels
    .flatMap((channel) =>
      timezoneNames.map((timezone) => slotOf(localDate, timezone, channel, emailLeadMinutes)),
    )
    .toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime());
}

/** Whether every slot of a weekday is over. */
export function isDateOver(localDate: string, emailLeadMinutes: number, now: Date): boolean {
  return slotsOfDate(localDate, emailLeadMinutes).every(({ closesAt }) => closesAt <= now);
}

/** Whether a row is about a slot's zone and channel. */
export const isOf =
  (slot: { timezone: string; channel: string }) =>
  (row: { timezone: string; channel: string }): boolean =>
    row.timezone === slot.timezone && row.channel === slot.channel;

function weekdaysAround(now: Date, daysBack: number, timezone: Timezone): string[] {
  const today = Temporal.PlainDate.from(localDateAt(now, timezone));
  return Array.from({ length: daysBack + 1 }, (_, back) => today.subtract({ days: back }))
    .filter((day) => day.dayOfWeek <= 5)
    .map((day) => day.toString());
}

/** The slots that are open at an instant. */
export function openSlots(now: Date, emailLeadMinutes: number): Slot[] {
  return timezoneNames.flatMap((timezone) =>
    weekdaysAround(now, 0, timezone)
      .flatMap((localDate) =>
        channels.map((channel) => slotOf(localDate, timezone, channel, emailLeadMinutes)),
      )
      .filter((slot) => slot.opensAt <= now && now < slot.closesAt),
  );
}

/** The slots that closed at an instant, or up to `withinMs` before it. */
export function closedSlots(now: Date, withinMs: number, emailLeadMinutes: number): Slot[] {
  const daysBack = Math.ceil(withinMs / dayMs);
  return timezoneNames.flatMap((timezone) =>
    weekdaysAround(now, daysBack, timezone)
      .flatMap((localDate) =>
        channels.map((channel) => slotOf(localDate, timezone, channel, emailLeadMinutes)),
      )
      .filter(
        (slot) => slot.closesAt <= now && now.getTime() - slot.closesAt.getTime() <= withinMs,
      ),
  );
}

/** The next slot to open in any zone after an instant. */
export function nextSlot(now: Date, emailLeadMinutes: number, daysOff: DaysOff = []): Slot {
  const candidates = timezoneNames.flatMap((timezone) => {
    const today = localDateAt(now, timezone);
    const next = nextBriefingDay(today, daysOff);
    const days = isBriefingDay(today, daysOff) ? [today, next] : [next];
    return days.flatMap((localDate) =>
      channels.map((channel) => slotOf(localDate, timezone, channel, emailLeadMinutes)),
    );
  });
  const [first] = candidates
    .filter((slot) => slot.opensAt > now)
    .toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime());
  if (!first) throw new Error("unreachable: there is always a next weekday");
  return first;
}
