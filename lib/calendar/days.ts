import { z } from "zod";

/** Whether `YYYY-MM-DD` is a day that exists. */
export function isLocalDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A calendar day as `YYYY-MM-DD`. */
export const localDateSchema = z
  .string({ error: "Please enter a date as YYYY-MM-DD" })
  .refine(isLocalDate, "Please enter a date as YYYY-MM-DD");

const localDateFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/**
 * The calendar day of an instant in a time zone, as `YYYY-MM-DD`.
 *
 * @param timezone IANA name; without it, the zone this process or browser runs in
 */
export function localDateAt(instant: Date, timezone?: string): string {
  let format = localDateFormats.get(timezone);
  if (!format) {
    // Canadian English writes dates as YYYY-MM-DD.
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone: timezone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    localDateFormats.set(timezone, format);
  }
  return format.format(instant);
}

/** The calendar day `days` after another, or before it when negative; both as `YYYY-MM-DD`. */
export function addDays(localDate: string, days: number): string {
  const date = toDatabaseDate(localDate);
  date.setUTCDate(date.getUTCDate() + days);
  return fromDatabaseDate(date);
}

/** Whether a day is a Monday to Friday, which is when briefings are sent. */
export function isWeekday(localDate: string): boolean {
  return ![0, 6].includes(toDatabaseDate(localDate).getUTCDay());
}

/** The next Monday to Friday after a day, both as `YYYY-MM-DD`. */
export function nextWeekday(localDate: string): string {
  return nextBriefingDay(localDate, []);
}

/** Days that editors marked as days without a briefing, as `YYYY-MM-DD`. */
export type DaysOff = readonly string[];

/** Whether a briefing is due on a day: a Monday to Friday that isn't a day off. */
export function isBriefingDay(localDate: string, daysOff: DaysOff): boolean {
  return isWeekday(localDate) && !daysOff.includes(localDate);
}

/** The next day with a briefing after a day, both as `YYYY-MM-DD`. */
export function nextBriefingDay(localDate: string, daysOff: DaysOff): string {
  let next = addDays(localDate, 1);
  while (!isBriefingDay(next, daysOff)) next = addDays(next, 1);
  return next;
}

/**
 * The first day on which someone who signs up at `now` is certain to get a briefing: the next
 * one with a briefing after today in their time zone.
 */
export function firstBriefingDate(now: Date, timezone: string, daysOff: DaysOff): string {
  return nextBriefingDay(localDateAt(now, timezone), daysOff);
}

/** The calendar day as the midnight UTC instant that Prisma uses for DATE columns. */
export function toDatabaseDate(localDate: string): Date {
  return new Date(`${localDate}T00:00:00.000Z`);
}

/** The calendar day of a DATE column's value. */
export function fromDatabaseDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}
