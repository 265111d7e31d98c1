import { localDateAt } from "@/lib/contracts/calendar";

/** Today in London (YYYY-MM-DD), the first of our time zones to reach a post's date. */
export function londonToday(now: Date): string {
  return localDateAt(now, "Europe/London");
}

/** Whether a post of that day (YYYY-MM-DD) still waits for its date to begin in London. */
export function isScheduled(localDate: string, now: Date): boolean {
  return localDate > londonToday(now);
}
