const londonDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/London",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The calendar day (YYYY-MM-DD) that London has at an instant: there a post's date begins first. */
export function londonToday(now: Date): string {
  return londonDay.format(now);
}

/** Whether a post of that day (YYYY-MM-DD) still waits for its date to begin in London. */
export function isScheduled(localDate: string, now: Date): boolean {
  return localDate > londonToday(now);
}
