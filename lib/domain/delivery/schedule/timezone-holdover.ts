import { fromDatabaseDate, isWeekday, localDateAt, toDatabaseDate } from "@/lib/calendar/days";
import type { Timezone } from "@/lib/contracts/timezones";
import { slotOf } from "./slots";

/**
 * How long before its window closes a zone counts as over for someone who moves there: anyone who is
 * planned then still has to be sent to.
 */
const cutoffMs = 5 * 60_000;

/**
 * The date (YYYY-MM-DD) that someone who moves from one zone to another still gets in the old one:
 * its window is over or nearly over in the new zone, but not in the old one, so without a holdover
 * they would get nothing for that date. Null when no date needs one.
 */
export function findHoldoverDate(now: Date, from: Timezone, to: Timezone): string | null {
  // Our zones are at most eight hours apart, so no other date can be over in one and not the other.
  const localDate = localDateAt(now, to);
  if (!isWeekday(localDate)) return null;
  const closesAtMs = (timezone: Timezone) =>
    slotOf(localDate, timezone, "sms", 0).closesAt.getTime();
  const isOverInNewZone = now.getTime() >= closesAtMs(to) - cutoffMs;
  return isOverInNewZone && now.getTime() < closesAtMs(from) ? localDate : null;
}

/** A subscriber's time zone, and the date that is still delivered in an earlier one. */
export type TimezoneState = {
  timezone: Timezone;
  /** Both null when there is none. */
  holdoverDate: Date | null;
  holdoverTimezone: Timezone | null;
};

/** The holdover after a move. One from an earlier move still applies if its date is the same. */
export function holdoverAfterMove(
  { timezone, holdoverDate, holdoverTimezone }: TimezoneState,
  to: Timezone,
  now: Date,
): Pick<TimezoneState, "holdoverDate" | "holdoverTimezone"> {
  const earlier = holdoverTimezone && findHoldoverDate(now, holdoverTimezone, to);
  if (earlier && holdoverDate && fromDatabaseDate(holdoverDate) === earlier) {
    return { holdoverDate, holdoverTimezone };
  }
  const localDate = findHoldoverDate(now, timezone, to);
  return localDate
    ? { holdoverDate: toDatabaseDate(localDate), holdoverTimezone: timezone }
    : { holdoverDate: null, holdoverTimezone: null };
}
