import { addDays } from "@/lib/calendar/days";
import { timezoneNames } from "@/lib/contracts/timezones";
import type { Random } from "../sim/random";
import { windowOf } from "../checker/windows";
import type { PlannedEvent, Subscriber } from "../sim/world";

export const minute = 60_000;
export const emailLeadMinutes = 15;
export const hour = 60 * minute;

/**
 * The Mondays of four weeks: those after the United States and the United Kingdom change their clocks in
 * spring, between the two changes in fall, and one in November.
 */
const mondays = ["2027-03-15", "2027-03-29", "2027-11-01", "2027-11-15"] as const;

/** The weekdays of the month, in order. */
export const dates: readonly string[] = mondays.flatMap((monday) =>
  [0, 1, 2, 3, 4].map((offset) => addDays(monday, offset)),
);

/** How many of 10,000 people do something on a date. Some of them come back later. */
const eventsPerDate = {
  sign_up: 30,
  cancel: 10,
  move: 6,
  unsubscribe: 5,
  resume: 2,
  stop: 5,
  start: 2,
  delete: 3,
} as const satisfies Partial<Record<PlannedEvent["kind"], number>>;

type EventKind = keyof typeof eventsPerDate;

const eventKinds = Object.keys(eventsPerDate).filter(
  (kind): kind is EventKind => kind in eventsPerDate,
);

/** A person of the month; every fourth gets texts. */
export function createSubscriber(random: Random, index: number): Subscriber {
  return {
    email: `Person${index}@example.com`,
    phone: `+1415${2_000_000 + index}`,
    timezone: random.pick(timezoneNames),
    emailOn: random.chance(0.97),
    smsOn: random.chance(0.25),
  };
}

/** What people do on a date, half of it while briefings are being sent. */
export function eventsOf(random: Random, localDate: string, people: number): PlannedEvent[] {
  const startsAt = Date.parse(`${localDate}T00:00:00Z`);
  const toEvent = (kind: EventKind): PlannedEvent => {
    const minutes = random.chance(0.5) ? random.int(7 * 60, 18 * 60) : random.int(0, 24 * 60 - 1);
    const at = startsAt + minutes * minute;
    if (kind === "sign_up") {
      const subscriber = createSubscriber(random, random.int(1_000_000, 7_000_000));
      return { at, kind, subscriber };
    }
    const who = random.int(0, people - 1);
    return kind === "move"
      ? { at, kind, who, timezone: random.pick(timezoneNames) }
      : { at, kind, who };
  };
  return eventKinds.flatMap((kind) =>
    Array.from({ length: Math.ceil((eventsPerDate[kind] * people) / 10_000) }, () => toEvent(kind)),
  );
}

/** When a date's message is saved: the day before at noon, but twice only after the editor was alerted. */
export function messageSavedAt(localDate: string): number {
  const isLate = localDate === dates[6] || localDate === dates[12];
  return Date.parse(`${localDate}T00:00:00Z`) - (isLate ? 3 : 12) * hour;
}

/** An edit in the middle of the date, between the zones: those that haven't opened get it. */
export function messageEditedAt(localDate: string): number | null {
  return localDate === dates[3] || localDate === dates[17]
    ? Date.parse(`${localDate}T14:20:00Z`)
    : null;
}

/** When the zone with the most faults opens on one of the dates, for email. */
function opening(index: number): number {
  return windowOf(dates[index] ?? "", "America/New_York", "email", emailLeadMinutes).from;
}

/** What breaks in the month. */
export const breakdowns = {
  /** Neither provider responds for half an hour. */
  outage: { from: opening(4) + 5 * minute, until: opening(4) + 35 * minute },
  /** No worker runs while a zone opens. */
  down: { from: opening(11) - 5 * minute, until: opening(11) + 40 * minute },
  /** All workers are killed and replaced while they send: emails, then texts. */
  deploys: [opening(8), opening(15) + emailLeadMinutes * minute],
} as const;
