import { addDays, localDateAt } from "@/lib/calendar/days";
import { formatTimeIn, formatLongWeekday } from "@/lib/calendar/format";
import type { TodaySlot, TodayView } from "@/lib/contracts/admin/today";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import { todayMessages as texts } from "@/lib/messages/admin/today";

const list = new Intl.ListFormat("en-US");

/** `America/New_York` → `Eastern`. */
export const zoneName = (slot: Pick<TodaySlot, "timezone">): string =>
  deliveriesMessages.zones[slot.timezone];

const namesOf = (slots: readonly TodaySlot[]) => [...new Set(slots.map(zoneName))];

/** A day as someone in a time zone says it: Today, Tomorrow, or the weekday. */
export function dayName(localDate: string, now: Date, timezone: string): string {
  const today = localDateAt(now, timezone);
  if (localDate === today) return texts.today;
  return localDate === addDays(today, 1) ? texts.tomorrow : formatLongWeekday(localDate);
}

/** The slots of zones in which both channels are done; of all that are done, if there's no such zone. */
function doneSlots(slots: readonly TodaySlot[]): readonly TodaySlot[] {
  const done = slots.filter(({ state }) => state === "done");
  const waiting = new Set(namesOf(slots.filter(({ state }) => state !== "done")));
  const complete = done.filter((slot) => !waiting.has(zoneName(slot)));
  return complete.length > 0 ? complete : done;
}

/** The state of the briefing in one sentence. */
export function headingOf({ now, date, phase, slots }: TodayView, timezone: string): string {
  const { headings } = texts;
  if (phase === "ready" || phase === "not_ready") {
    const day = dayName(date, new Date(now), timezone);
    return phase === "ready" ? headings.ready(day) : headings.notReady(day);
  }
  const sending = slots.filter(({ state }) => state === "sending");
  const zones = namesOf(sending.length > 0 ? sending : doneSlots(slots));
  const isMany = zones.length > 1;
  if (sending.length === 0) return headings.between(list.format(zones), isMany);
  const isLate = sending.some(
    (slot) => slot.isLate || new Date(slot.promisedAt) < lateFrom(slot, now),
  );
  return isLate
    ? headings.late(list.format(zones), isMany)
    : headings.onTime(list.format(zones), isMany);
}

/** Texts may take until 8:45. */
const textGraceMs = 45 * 60_000;

const lateFrom = ({ channel }: TodaySlot, now: string) =>
  new Date(Date.parse(now) - (channel === "sms" ? textGraceMs : 0));

/** The share of a slot that has left, of everything to send, from 0 to 1. */
export function shareSent({ toSend, pending }: Pick<TodaySlot, "toSend" | "pending">): number {
  return toSend === 0 ? 1 : (toSend - pending) / toSend;
}

/** Never 100% before everything is sent. */
export function percentOf(share: number): string {
  return `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100}%`;
}

/** What is being sent, and what starts next, in one or two sentences. */
export function deckOf({ now, slots }: TodayView, timezone: string): string {
  const { deck, channels, inSentence } = texts;
  const timeOf = (instant: string) => formatTimeIn(new Date(instant), timezone);
  const sending = slots
    .filter(({ state, toSend }) => state === "sending" && toSend > 0)
    .map((slot) => {
      const percent = percentOf(shareSent(slot));
      return slot.doneAt
        ? deck.sent(channels[slot.channel], percent, timeOf(slot.doneAt))
        : deck.stuck(channels[slot.channel], percent);
    });
  const next = slots.find(({ state, opensAt }) => state === "waiting" && opensAt > now);
  const starts = next
    ? [deck.starts(zoneName(next), inSentence[next.channel], timeOf(next.opensAt))]
    : [];
  return [...sending, ...starts].join(" ");
}
