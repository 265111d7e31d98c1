import { Temporal } from "temporal-polyfill";

/** The zones in which the page tells the time. */
export const pageZones = [
  { id: "America/New_York", city: "New York" },
  { id: "Europe/London", city: "London" },
] as const;

/** `Wed 18 Nov, 07:40:00` in a zone. */
export function formatLocal(ms: number, zone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).format(ms);
}

/** `18 Nov, 12:40:05` in UTC. */
export function formatShort(ms: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).format(ms);
}

/** The instant at which a zone's clocks show a day and time; null when either is none. */
export function toInstant(date: string, time: string, zone: string): number | null {
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return null;
  }
}

/** Where the next briefing can be watched from: 7:40 of the next weekday in New York. */
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

/** Day and time of an instant, as the fields of a form hold them. */
export function toFields(ms: number, zone: string): { date: string; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: "minute" }),
  };
}
