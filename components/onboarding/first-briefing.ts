import type { Timezone } from "@/lib/contracts/timezones";

const dayMs = 24 * 60 * 60 * 1_000;

/** A morning as a person reads it. */
export type FirstBriefing = {
  /** `Thursday`. */
  weekday: string;
  /** `November 19, 2026`. */
  fullDate: string;
};

/**
 * The first morning on which a briefing surely comes: the next weekday after today, both as they
 * are lived in the timezone.
 *
 * @param now ISO instant
 */
export function firstBriefing(now: string, timezone: Timezone): FirstBriefing {
  // Noon UTC of a calendar day is that day wherever it is formatted in UTC.
  let noon = Date.parse(`${localDateOf(now, timezone)}T12:00:00Z`);
  do noon += dayMs;
  while ([0, 6].includes(new Date(noon).getUTCDay()));
  return {
    weekday: format(noon, { weekday: "long" }),
    fullDate: format(noon, { year: "numeric", month: "long", day: "numeric" }),
  };
}

function localDateOf(now: string, timeZone: Timezone): string {
  // Sweden writes dates as YYYY-MM-DD.
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date(now));
}

function format(atMs: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(atMs);
}
