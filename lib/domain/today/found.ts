import type { AttentionItem } from "@/lib/contracts/admin/today";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortWeekdayDate } from "@/lib/calendar/format";
import { shortTimezone, timezoneSchema } from "@/lib/contracts/timezones";
import type { Context } from "../context";

/** An item of `Needs attention`, without its mark as seen. */
export type Found = Omit<AttentionItem, "seen">;

const list = new Intl.ListFormat("en-US");

/** Today in New York, YYYY-MM-DD. */
export const todayOf = ({ clock }: Context) => localDateAt(clock.now(), "America/New_York");

/** A day (YYYY-MM-DD or an instant) in words, with the year unless it's the current one. */
export function dayOf(ctx: Context, day: string | Date): string {
  const localDate = typeof day === "string" ? day : localDateAt(day, "America/New_York");
  return formatShortWeekdayDate(localDate, todayOf(ctx));
}

/** `London and Eastern`. */
export const zoneNames = (timezones: readonly string[]): string =>
  list.format([...new Set(timezones)].map((zone) => shortTimezone(timezoneSchema.parse(zone))));
