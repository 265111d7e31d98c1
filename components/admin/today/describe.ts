import { shortTimezone } from "@/lib/contracts/timezones";
import { addDays, localDateAt } from "@/lib/calendar/days";
import { formatTimeIn, formatLongWeekday } from "@/lib/calendar/format";
import type { TodaySlot, TodayView } from "@/lib/contracts/admin/today";
import { briefingStateMessages } from "@/lib/messages/admin/briefing-state";
import { todayMessages as texts } from "@/lib/messages/admin/today";
import { headlineOf, isBlocked, zoneNames, zonesToGo } from "../briefing/headline";

/** `America/New_York` → `Eastern`. */
export const zoneName = (slot: Pick<TodaySlot, "timezone">): string => shortTimezone(slot.timezone);

/** A day as someone in a time zone says it: Today, Tomorrow, or the weekday. */
export function dayName(localDate: string, now: Date, timezone: string): string {
  const today = localDateAt(now, timezone);
  if (localDate === today) return texts.today;
  return localDate === addDays(today, 1) ? texts.tomorrow : formatLongWeekday(localDate);
}

/** Whether the briefing is still to come, and no window has opened. */
export const isUpcoming = ({ phase }: Pick<TodayView, "phase">): boolean =>
  phase === "ready" || phase === "not_ready";

/** The state of the briefing in one sentence, and whether something is wrong with it. */
export function headingOf(view: TodayView, timezone: string): { text: string; isAlarm: boolean } {
  const { headings } = texts;
  const { now, date, phase, slots } = view;
  if (phase === "ready" || phase === "not_ready") {
    const day = dayName(date, new Date(now), timezone);
    return phase === "ready"
      ? { text: headings.ready(day), isAlarm: false }
      : { text: headings.notReady(day), isAlarm: true };
  }
  const isLate = slots.some(
    (slot) =>
      slot.state === "sending" && (slot.isLate || new Date(slot.promisedAt) < lateFrom(slot, now)),
  );
  return headlineOf(view, briefingStateMessages.headings[isLate ? "late" : "onTime"]);
}

/** Texts may take until 8:45. */
const textGraceMs = 45 * 60_000;

const lateFrom = ({ channel }: TodaySlot, now: string) =>
  new Date(Date.parse(now) - (channel === "sms" ? textGraceMs : 0));

/** How much of a slot has been sent, from 0 to 1. */
export function shareSent(slot: Pick<TodaySlot, "toSend" | "pending" | "missed">): number {
  const { toSend, pending, missed } = slot;
  return toSend === 0 ? 0 : (toSend - pending - missed) / toSend;
}

/** Never 100% before everything is sent. */
export function percentOf(share: number): string {
  return `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100}%`;
}

/** What is being sent, and what starts next or waits for a message, in one or two sentences. */
export function deckOf(view: TodayView, timezone: string): string {
  const { now, slots } = view;
  const { deck, channels, inSentence } = texts;
  const timeOf = (instant: string) => formatTimeIn(new Date(instant), timezone);
  const open = slots.filter(({ state, toSend }) => state === "sending" && toSend > 0);
  // The heading names the zone, unless there are several.
  const isOneZone = new Set(open.map(zoneName)).size === 1;
  const sending = open.map((slot) => {
    const percent = percentOf(shareSent(slot));
    const what = isOneZone
      ? channels[slot.channel]
      : `${zoneName(slot)} ${inSentence[slot.channel]}`;
    return slot.doneAt ? deck.sent(what, percent, timeOf(slot.doneAt)) : deck.stuck(what, percent);
  });
  if (isBlocked(view)) {
    const left = zonesToGo(view);
    return [...sending, deck.waiting(zoneNames(left), left.length > 1)].join(" ");
  }
  const next = slots.find(({ state, opensAt }) => state === "waiting" && opensAt > now);
  const starts = next
    ? [deck.starts(zoneName(next), inSentence[next.channel], timeOf(next.opensAt))]
    : [];
  return [...sending, ...starts].join(" ");
}
