const weekdayFormat = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "long" });
const monthFormat = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long" });

function midnight(localDate: string): Date {
  return new Date(`${localDate}T00:00:00Z`);
}

/** `2026-11-19` → `Thursday`. */
export function weekdayOf(localDate: string): string {
  return weekdayFormat.format(midnight(localDate));
}

/** `2026-11-19` → `19`. */
export function dayNumber(localDate: string): string {
  return String(Number(localDate.slice(8)));
}

/** `2026-11-19` → `Thu 19 Nov`. */
export function shortDay(localDate: string): string {
  const month = monthFormat.format(midnight(localDate)).slice(0, 3);
  return `${weekdayOf(localDate).slice(0, 3)} ${dayNumber(localDate)} ${month}`;
}

/** `2026-11-19` → `Thu 19 Nov 2026`. */
export function datedDay(localDate: string): string {
  return `${shortDay(localDate)} ${localDate.slice(0, 4)}`;
}

/** `2026-11-19` → `Thursday, November 19`. */
export function longDay(localDate: string): string {
  return `${weekdayOf(localDate)}, ${monthFormat.format(midnight(localDate))} ${dayNumber(localDate)}`;
}

/** `2026-11-19` → `19 November`. */
export function dayAndMonth(localDate: string): string {
  return `${dayNumber(localDate)} ${monthFormat.format(midnight(localDate))}`;
}

/** The days from one to another: `16–29 November`, `30 November – 13 December`. */
export function spanOfDays(first: string, last: string): string {
  const [from, to] = [first, last].map((day) => monthFormat.format(midnight(day)));
  if (from === to) return `${dayNumber(first)}–${dayNumber(last)} ${from}`;
  return `${dayAndMonth(first)} – ${dayAndMonth(last)}`;
}

/** How long it is until an instant: `17 h 20 min`, `2 days 3 h`, `5 min`, `less than a minute`. */
export function waitingTime(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < 1) return "less than a minute";
  if (hours < 1) return `${minutes} min`;
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${days} days` : `${days} days ${hours % 24} h`;
}
