import { z } from "zod";

const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

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

function parts(localDate: string): { year: number; month: string; day: number } {
  const [year, month, day] = localDate.split("-").map(Number);
  const monthName = monthNames[(month ?? 0) - 1];
  if (!year || !monthName || !day) throw new RangeError(`Not a calendar day: ${localDate}`);
  return { year, month: monthName, day };
}

/** `2025-03-05` → `March 5, 2025` (docs/product-spec.md, section 2.1). Throws RangeError on anything else. */
export function toFullDate(localDate: string): string {
  const { year, month, day } = parts(localDate);
  return `${month} ${day}, ${year}`;
}

/** `2025-03` → `March 2025`, or `March` without the year. Throws RangeError on anything else. */
export function toMonthName(localMonth: string, options: { withYear: boolean }): string {
  const { month, year } = parts(`${localMonth}-01`);
  return options.withYear ? `${month} ${year}` : month;
}

/** `2025-03-05` → `05 MAR` (docs/product-spec.md, section 2.1). Throws RangeError on anything else. */
export function toShortDate(localDate: string): string {
  const { month, day } = parts(localDate);
  return `${String(day).padStart(2, "0")} ${month.slice(0, 3).toUpperCase()}`;
}

/** `2025-03-05` → `Mar 5, 2025`, how dates are shown to subscribers. Throws RangeError on anything else. */
export function toDisplayDate(localDate: string): string {
  const { year, month, day } = parts(localDate);
  return `${month.slice(0, 3)} ${day}, ${year}`;
}

/** An ISO instant in the browser's time zone: `Mar 5, 2025 at 6:12 AM`. */
export function toDisplayTime(instant: string): string {
  const at = new Date(instant);
  const date = at.toLocaleDateString("en-US", { dateStyle: "medium" });
  return `${date} at ${at.toLocaleTimeString("en-US", { timeStyle: "short" })}`;
}

/** An instant in the browser's time zone, shorter the closer it is to `now`: `6:12 AM`, `Tue, 6:12 AM`, `Mar 5, 6:12 AM`. */
export function toShortTime(instant: string, now: Date): string {
  const at = new Date(instant);
  const time = at.toLocaleTimeString("en-US", { timeStyle: "short" });
  if (localDateAt(at) === localDateAt(now)) return time;
  const ageMs = now.getTime() - at.getTime();
  const isThisWeek = ageMs > 0 && ageMs < 6 * 86_400_000;
  const date = isThisWeek
    ? at.toLocaleDateString("en-US", { weekday: "short" })
    : at.toLocaleDateString("en-US", { month: "short", day: "numeric" });
  return `${date}, ${time}`;
}

/** The city of the browser's time zone, such as `New York`. */
export function browserZone(): string {
  return cityOf(viewerTimezone());
}

/** IANA name of the browser's time zone. */
export function viewerTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `America/New_York` → `New York`. */
export function cityOf(timezone: string): string {
  return (timezone.split("/").at(-1) ?? timezone).replaceAll("_", " ");
}

/** `2025-03-05` → `Wed, Mar 5`. Throws RangeError on anything else. */
export function toShortWeekdayDate(localDate: string): string {
  const { month, day } = parts(localDate);
  return `${weekdayOf(localDate).slice(0, 3)}, ${month.slice(0, 3)} ${day}`;
}

/** An instant in the browser's time zone, as the site writes times: `6:12am`. */
export function toBrowserTime(instant: string): string {
  return toLocalTime(new Date(instant), new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** An instant in a time zone: `Mar 5, 2025 at 6:12 AM EST`. */
export function toZonedTime(instant: Date, timezone: string): string {
  const time = instant.toLocaleTimeString("en-US", {
    timeZone: timezone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return `${toDisplayDate(localDateAt(instant, timezone))} at ${time}`;
}

/** An instant in a time zone, as the site writes times: `8:00am`. */
export function toLocalTime(instant: Date, timezone: string): string {
  const time = { timeZone: timezone, hour: "numeric", minute: "2-digit" } as const;
  return instant.toLocaleTimeString("en-US", time).replace(/\s/u, "").toLowerCase();
}

/** `2025-03-05` → `Wednesday, March 5`, for a day in the next week. Throws RangeError on anything else. */
export function toWeekdayDate(localDate: string): string {
  const { month, day } = parts(localDate);
  return `${weekdayOf(localDate)}, ${month} ${day}`;
}

/** `2025-03-05` → `Wed`. */
export function shortWeekdayOf(localDate: string): string {
  return weekdayOf(localDate).slice(0, 3);
}

/** `2025-03-05` → `Mar 5`. Throws RangeError on anything else. */
export function toShortDay(localDate: string): string {
  const { month, day } = parts(localDate);
  return `${month.slice(0, 3)} ${day}`;
}

/** `2025-03-05` → `Wednesday`. */
export function weekdayOf(localDate: string): string {
  return new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" }).format(
    toDatabaseDate(localDate),
  );
}

/** `March 5, 2025` → `2025-03-05`; null for anything else. */
export function parseFullDate(fullDate: string): string | null {
  const match = /^([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(fullDate.trim());
  if (!match) return null;
  const month = monthNames.findIndex((name) => name === match[1]) + 1;
  const localDate = `${match[3]}-${String(month).padStart(2, "0")}-${String(match[2]).padStart(2, "0")}`;
  return month > 0 && isLocalDate(localDate) ? localDate : null;
}

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
  let next = addDays(localDate, 1);
  while (!isWeekday(next)) next = addDays(next, 1);
  return next;
}

/**
 * The first day on which someone who signs up at `now` is certain to get a briefing: the next
 * weekday after today in their time zone.
 */
export function firstBriefingDate(now: Date, timezone: string): string {
  return nextWeekday(localDateAt(now, timezone));
}

/** `2025-03-05` → `03/05/2025`, as editors see dates. */
export function toUsDate(localDate: string): string {
  const [year, month, day] = localDate.split("-");
  return `${month}/${day}/${year}`;
}

/** `3/5/2025` or `03/05/2025` → `2025-03-05`; null for anything else. */
export function parseUsDate(text: string): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim());
  if (!match) return null;
  const [, month = "", day = "", year] = match;
  const localDate = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isLocalDate(localDate) ? localDate : null;
}

/** The calendar day as the midnight UTC instant that Prisma uses for DATE columns. */
export function toDatabaseDate(localDate: string): Date {
  return new Date(`${localDate}T00:00:00.000Z`);
}

/** The calendar day of a DATE column's value. */
export function fromDatabaseDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}
