import { localDateAt } from "@/lib/contracts/calendar";

/** Today in London (YYYY-MM-DD), the first of our time zones to reach a post's date. */
export function londonToday(now: Date): string {
  return localDateAt(now, "Europe/London");
}

/** Whether a post's date (YYYY-MM-DD) hasn't begun in London yet. */
export function isScheduled(localDate: string, now: Date): boolean {
  return localDate > londonToday(now);
}
