import { addDays, isLocalDate } from "./days";
import { formatLongWeekday, monthOf, parseNumericDate } from "./format";

const relativeDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/**
 * A day as somebody types it: `today`, `mon` (the next one), `nov 27`, `11/27`, `Nov 27, 2026`, or
 * `2026-11-27`. Without a year, it's the one closest to today.
 *
 * @param today YYYY-MM-DD
 * @returns YYYY-MM-DD, or null for anything else
 */
export function parseTypedDay(text: string, today: string): string | null {
  const typed = text
    .trim()
    .toLowerCase()
    .replaceAll(/[,\s]+/gu, " ");
  const days = relativeDays[typed] ?? daysUntil(typed, today);
  if (days !== undefined) return addDays(today, days);
  if (isLocalDate(typed)) return typed;
  const numeric = /^(\d{1,2})\/(\d{1,2})$/u.exec(typed);
  if (numeric) return closest(Number(numeric[1]), Number(numeric[2]), today);
  const named = /^(?:[a-z]+ )?([a-z]{3,}) (\d{1,2})(?: (\d{4}))?$/u.exec(typed);
  if (!named) return parseNumericDate(typed);
  const [month, day] = [monthOf(named[1] ?? ""), Number(named[2])];
  if (month === null) return null;
  return named[3] ? existing(Number(named[3]), month, day) : closest(month, day, today);
}

/** Days until the weekday that starts with these three or more letters; undefined if none does. */
function daysUntil(typed: string, today: string): number | undefined {
  if (typed.length < 3) return undefined;
  const offsets = Array.from({ length: 7 }, (_, days) => days);
  return offsets.find((days) =>
    formatLongWeekday(addDays(today, days)).toLowerCase().startsWith(typed),
  );
}

function closest(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(today));
  return (
    [year - 1, year, year + 1]
      .flatMap((each) => existing(each, month, day) ?? [])
      .toSorted((a, b) => distance(a) - distance(b))[0] ?? null
  );
}

function existing(year: number, month: number, day: number): string | null {
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isLocalDate(date) ? date : null;
}
