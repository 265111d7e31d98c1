import { Temporal } from "temporal-polyfill";

/** The time zones shown on the page. */
export const pageZones = [
  { id: "America/New_York", city: "New York" },
  { id: "Europe/London", city: "London" },
] as const;

/** `Wed, Nov 18, 7:40:00 AM` in a time zone. */
export function formatLocal(ms: number, zone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
  }).format(ms);
}

/** `Nov 18, 12:40:05 PM` in UTC. */
export function formatShort(ms: number): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
  }).format(ms);
}

/** The instant of a local date and time; null when either isn't valid. */
export function toInstant(date: string, time: string, zone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return null;
  }
}

/** 7:40am in New York on the next weekday, 20 minutes before the briefing. */
export function nextBriefing(nowMs: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO("America/New_York");
  const candidates = [0, 1, 2, 3].map((days) =>
    now.add({ days }).withPlainTime({ hour: 7, minute: 40 }),
  );
  const next = candidates.find(
    (candidate) => candidate.dayOfWeek <= 5 && candidate.epochMilliseconds > nowMs,
  );
  return (next ?? now).epochMilliseconds;
}

/** The local date and time of an instant, as values of form fields. */
export function toFields(ms: number, zone: string): { date: string; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: "minute" }),
  };
}
