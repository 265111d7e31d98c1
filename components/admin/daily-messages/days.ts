import { nextBriefingDay } from "@/lib/calendar/days";
import { formatLongMonthDayYear, formatLongWeekday } from "@/lib/calendar/format";
import type { CalendarDay } from "@/lib/contracts/briefings";
import { editorCalendarMessages } from "@/lib/messages/briefings";
import { countOf } from "@/lib/messages/counts";
import { dailyMessagesScreen } from "@/lib/messages/daily-messages";
import { daysOffMessages } from "@/lib/messages/days-off";

const messages = editorCalendarMessages;

/** `2026-11-19` → `November 19`. */
export function monthAndDay(localDate: string): string {
  return formatLongMonthDayYear(localDate).replace(/, \d+$/, "");
}

/** `2026-11-19` → `Thu, Nov 19`. */
export function shortDay(localDate: string): string {
  const [month = "", day] = monthAndDay(localDate).split(" ");
  return `${formatLongWeekday(localDate).slice(0, 3)}, ${month.slice(0, 3)} ${day}`;
}

/** `2026-11-19` → `Thu, Nov 19, 2026`. */
export function shortDate(localDate: string): string {
  return `${shortDay(localDate)}, ${localDate.slice(0, 4)}`;
}

/** `2026-11-19` → `19`. */
export function dayOfMonth(localDate: string): string {
  return String(Number(localDate.slice(8)));
}

/** The days from one to another: `November 16–29`, `November 30 – December 13`. */
export function spanOfDays(first: string, last: string): string {
  if (first.slice(0, 7) === last.slice(0, 7)) return `${monthAndDay(first)}–${dayOfMonth(last)}`;
  return `${monthAndDay(first)} – ${monthAndDay(last)}`;
}

/** How long `ms` is: `17 h 20 min`, `2 days 3 h`, `5 min`, `less than a minute`. */
export function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < 1) return "less than a minute";
  if (hours < 1) return `${minutes} min`;
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? countOf(days, "day") : `${countOf(days, "day")} ${hours % 24} h`;
}

/** What a day's dot looks like; `missing` needs the editor's attention. */
export type DotLook = "on" | "off" | "sent" | "missing";

/** The state of a day's message or post, and the dot beside it. */
export type DayState = { label: string; look: DotLook };

/**
 * The last day on which a missing message is urgent: the day of the briefing after next. Both are YYYY-MM-DD.
 */
export function lastUrgentDay(nextDate: string, days: readonly CalendarDay[]): string {
  const daysOff = days.filter(({ isDayOff }) => isDayOff).map(({ date }) => date);
  return nextBriefingDay(nextDate, daysOff);
}

/**
 * The state of a weekday's message.
 *
 * @param urgentUntil YYYY-MM-DD; a message that is missing later needs no attention yet
 */
export function messageState(
  { date, messages: found, isDayOff, hasStarted, isOver }: CalendarDay,
  urgentUntil: string,
): DayState {
  if (isDayOff) return { label: daysOffMessages.dayOff, look: "off" };
  if (hasStarted && isOver) return { label: messages.sent, look: "sent" };
  if (hasStarted) return { label: messages.goingOut, look: "on" };
  if (isOver) return { label: messages.notSent, look: "off" };
  const [message] = found;
  if (message?.isActive) return { label: dailyMessagesScreen.active, look: "on" };
  const label = message ? dailyMessagesScreen.inactive : messages.noMessage;
  return { label, look: date > urgentUntil ? "off" : "missing" };
}

/** The state of a day's post. */
export function postState({ posts, isOver }: CalendarDay): DayState {
  const [post] = posts;
  if (post) return { label: messages.post(post.slug), look: isOver ? "sent" : "on" };
  return { label: messages.noPost, look: "off" };
}
