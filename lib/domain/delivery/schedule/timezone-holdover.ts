import { isWeekday, localDateAt } from "@/lib/contracts/calendar";
import type { Timezone } from "@/lib/contracts/timezones";
import { slotOf } from "./slots";

/**
 * How long before its window closes a zone takes no newcomers any more: planning looks around once
 * a minute, and what it plans has to leave as well.
 */
const lastCallMs = 5 * 60_000;

/**
 * The date whose morning a person keeps in the zone `from` when they move to `to` at an instant:
 * it is over in the new zone, or as good as over, and still to come or under way in the old one.
 * Without keeping it they would get nothing for that date. Null when the new zone serves every
 * date that the old one has not.
 *
 * @returns YYYY-MM-DD
 */
export function findHoldoverDate(now: Date, from: Timezone, to: Timezone): string | null {
  // A date begins everywhere within eight hours, so no other can be over there and not here.
  const localDate = localDateAt(now, to);
  if (!isWeekday(localDate)) return null;
  const closesAtMs = (timezone: Timezone) =>
    slotOf(localDate, timezone, "sms", 0).closesAt.getTime();
  const isOverThere = now.getTime() >= closesAtMs(to) - lastCallMs;
  return isOverThere && now.getTime() < closesAtMs(from) ? localDate : null;
}
