import { dayMs } from "./units";
import { isLocalDate, localDateAt, toDatabaseDate } from "./days";

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

function parts(localDate: string): { year: number; month: string; day: number } {
  const [year, month, day] = localDate.split("-").map(Number);
  const monthName = monthNames[(month ?? 0) - 1];
  if (!year || !monthName || !day) throw new RangeError(`Not a calendar day: ${localDate}`);
  return { year, month: monthName, day };
}

/** `2025-03-05` → `March 5, 2025` (docs/product-spec.md, section 2.1). Throws RangeError on anything else. */
export function formatLongMonthDayYear(localDate: string): string {
  const { year, month, day } = parts(localDate);
  return `${month} ${day}, ${year}`;
}

/** `2025-03` → `March 2025`, or `March` without the year. Throws RangeError on anything else. */
export function formatLongMonth(localMonth: string, options: { withYear: boolean }): string {
  const { month, year } = parts(`${localMonth}-01`);
  return options.withYear ? `${month} ${year}` : month;
}

/** `2025-03-05` → `05 MAR` (docs/product-spec.md, section 2.1). Throws RangeError on anything else. */
export function formatDayMonthCaps(localDate: string): string {
  const { month, day } = parts(localDate);
  return `${String(day).padStart(2, "0")} ${month.slice(0, 3).toUpperCase()}`;
}

/** `2025-03-05` → `Mar 5, 2025`, how dates are shown to subscribers. Throws RangeError on anything else. */
export function formatShortMonthDayYear(localDate: string): string {
  const { year, month, day } = parts(localDate);
  return `${month.slice(0, 3)} ${day}, ${year}`;
}

function timeFormat(timeZone?: string, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    hour: "numeric",
    minute: "2-digit",
    ...options,
  });
}

/** An ISO instant in the browser's time zone: `Mar 5, 2025 at 6:12 AM`. */
export function formatDateTimeHere(instant: string): string {
  const at = new Date(instant);
  return `${formatShortMonthDayYear(localDateAt(at))} at ${formatTimeIn(at)}`;
}

/** An instant in the browser's time zone, shorter the closer it is to `now`: `6:12 AM`, `Tue, 6:12 AM`, `Mar 5, 6:12 AM`. */
export function formatRecentTimeHere(instant: string, now: Date): string {
  const at = new Date(instant);
  const [time, date] = [formatTimeIn(at), localDateAt(at)];
  if (date === localDateAt(now)) return time;
  const ageMs = now.getTime() - at.getTime();
  const isThisWeek = ageMs > 0 && ageMs < 6 * dayMs;
  return `${isThisWeek ? formatShortWeekday(date) : formatShortMonthDay(date)}, ${time}`;
}

/** `2025-03-05` → `Wed, Mar 5`. Throws RangeError on anything else. */
export function formatShortWeekdayMonthDay(localDate: string): string {
  const { month, day } = parts(localDate);
  return `${formatLongWeekday(localDate).slice(0, 3)}, ${month.slice(0, 3)} ${day}`;
}

/** The same with the year if it isn't that of `today` (YYYY-MM-DD): `Wed, Mar 5, 2025`. */
export function formatShortWeekdayDate(localDate: string, today: string): string {
  const day = formatShortWeekdayMonthDay(localDate);
  return localDate.slice(0, 4) === today.slice(0, 4) ? day : `${day}, ${localDate.slice(0, 4)}`;
}

/** An instant in the browser's time zone, as the site writes times: `6:12 AM`. */
export function formatTimeHere(instant: string): string {
  return formatTimeIn(new Date(instant));
}

/** An instant in a time zone: `Mar 5, 2025 at 6:12 AM EST`. */
export function formatDateTimeIn(instant: Date, timezone: string): string {
  const time = timeFormat(timezone, { timeZoneName: "short" }).format(instant);
  return `${formatShortMonthDayYear(localDateAt(instant, timezone))} at ${time}`;
}

/** An instant in a time zone, as the site writes times: `8:00 AM`. Without a zone, in the browser's. */
export function formatTimeIn(instant: Date, timezone?: string): string {
  return timeFormat(timezone).format(instant);
}

/** `2025-03-05` → `Wednesday, March 5`, for a day in the next week. Throws RangeError on anything else. */
export function formatLongWeekdayMonthDay(localDate: string): string {
  const { month, day } = parts(localDate);
  return `${formatLongWeekday(localDate)}, ${month} ${day}`;
}

/** `2025-03-05` → `Wed`. */
export function formatShortWeekday(localDate: string): string {
  return formatLongWeekday(localDate).slice(0, 3);
}

/** `2025-03-05` → `Mar 5`. Throws RangeError on anything else. */
export function formatShortMonthDay(localDate: string): string {
  const { month, day } = parts(localDate);
  return `${month.slice(0, 3)} ${day}`;
}

/** `2025-03-05` → `Wednesday`. */
export function formatLongWeekday(localDate: string): string {
  return new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" }).format(
    toDatabaseDate(localDate),
  );
}

/** `mar` or `March` → 3; null for anything that isn't a month or its first letters, three or more. */
export function monthOf(name: string): number | null {
  const start = name.toLowerCase();
  const month = monthNames.findIndex((each) => each.toLowerCase().startsWith(start)) + 1;
  return start.length >= 3 && month > 0 ? month : null;
}

/** `March 5, 2025` → `2025-03-05`; null for anything else. */
export function parseLongMonthDayYear(fullDate: string): string | null {
  const match = /^([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(fullDate.trim());
  if (!match) return null;
  const month = monthNames.findIndex((name) => name === match[1]) + 1;
  const localDate = `${match[3]}-${String(month).padStart(2, "0")}-${String(match[2]).padStart(2, "0")}`;
  return month > 0 && isLocalDate(localDate) ? localDate : null;
}

/** `2025-03-05` → `03/05/2025`, as editors see dates. */
export function formatNumericDate(localDate: string): string {
  const [year, month, day] = localDate.split("-");
  return `${month}/${day}/${year}`;
}

/** `3/5/2025` or `03/05/2025` → `2025-03-05`; null for anything else. */
export function parseNumericDate(text: string): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim());
  if (!match) return null;
  const [, month = "", day = "", year] = match;
  const localDate = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isLocalDate(localDate) ? localDate : null;
}
