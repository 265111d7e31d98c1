import { addDays } from "@/lib/calendar/days";

/** The month of a day: `2026-11-18` → `2026-11`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The month `months` later, or earlier when negative; both as `YYYY-MM`. */
export function addMonths(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** All months from one to another, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** Every seventh day up to a day, oldest first, at most `count` of them. */
export function weeksUpTo(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(day, -7 * (count - 1 - index)));
}
