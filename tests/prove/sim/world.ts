import { type Channel, channels } from "@/lib/contracts/primitives";
import type { Timezone } from "@/lib/contracts/timezones";
import { firstOpening, windowOf } from "../checker/windows";
import { createRandom, type Random } from "./random";
import { addScenario, emailLeadMinutes, type ScenarioName } from "./scenarios";

/** Everything that a seed decides before a run; what happens during it comes from the same seed. */
export type World = {
  seed: number;
  localDate: string;
  timezones: readonly Timezone[];
  /** Milliseconds since 1970. */
  startsAt: number;
  endsAt: number;
  workers: number;
  /** Share of the batches that the queue gives to two workers. */
  givenTwice: number;
  /** Whether the database always answers within milliseconds. */
  isQuick: boolean;
  /** By how much the machines' clocks are ahead. */
  machinesAheadMs: number;
  /** By how much the providers' clocks are behind. */
  providersBehindMs: number;
  /** When the date's message is saved; null when it's there from the beginning. */
  messageAt: number | null;
  smsSegmentsPerSecond: number;
  /** Of each text. */
  segments: number;
  /** Addresses that a provider refuses every time, with a code that may be about our account. */
  refusedAlways: readonly string[];
  /** Share of the accepted messages that a webhook reports on, and how late. */
  webhooks: { share: number; delayMs: number };
  subscribers: Subscriber[];
  events: PlannedEvent[];
  faults: Fault[];
};

export type Subscriber = {
  email: string;
  phone: string | null;
  timezone: Timezone;
  emailOn: boolean;
  smsOn: boolean;
};

/** Something that a person or an editor does at some point. `who` is the index of a subscriber. */
export type PlannedEvent = { at: number } & (
  | { kind: "sign_up"; subscriber: Subscriber }
  | { kind: "move"; who: number; timezone: Timezone }
  /** Refused if somebody else has the address. */
  | { kind: "change_email"; who: number; email: string }
  /** Also turns texts on. */
  | { kind: "change_phone"; who: number; phone: string }
  | {
      kind: "unsubscribe" | "resume" | "complain" | "stop" | "start" | "cancel" | "delete";
      who: number;
    }
  | { kind: "message"; text: string | null }
  | { kind: "day_off"; isDayOff: boolean }
);

/** What is broken for a while. */
export type Fault = { from: number; until: number } & (
  | { kind: "crash" | "freeze" | "cut_off"; worker: number }
  /** No worker starts until it ends. */
  | { kind: "no_worker" }
  /** In the end, a replica takes over that lacks what was committed since the beginning. */
  | { kind: "failover" }
  | { kind: "slow_database" | "lost_response" | "slow_clock"; share: number }
  /** The database's clock is set forward or back. */
  | { kind: "clock_step"; ms: number }
  | { kind: ProviderFault; channel: Channel; share: number }
  | { kind: "late_accept"; channel: Channel; share: number; delayMs: number }
  /** Texts are accepted, and then wait at the carrier. */
  | { kind: "queue"; channel: "sms"; share: number; delayMs: number }
  | { kind: "search_lag"; channel: Channel; delayMs: number; stream?: "broadcast" }
  /** `redact`: it has no bodies. */
  | { kind: "search_partial" | "search_down" | "redact"; channel: Channel }
  /** The search lacks what was accepted in a time, and has what came earlier and later. */
  | { kind: "search_gap"; channel: Channel; acceptedFrom: number; acceptedBefore: number }
  /**
   * The search lacks what was accepted since the fault began, and before an instant, until it was asked so
   * many times.
   */
  | { kind: "search_behind"; channel: Channel; acceptedBefore: number; searches: number }
);

export type ProviderFault =
  | "timeout"
  | "drop"
  | "error_accepted"
  | "throttle"
  | "unauthorized"
  /** The worker stands still in the middle of the call, for minutes. */
  | "hang"
  | "refuse"
  | "refuse_all";

const minute = 60_000;
const settings: readonly { localDate: string; timezones: readonly Timezone[] }[] = [
  { localDate: "2026-11-23", timezones: ["Europe/London"] },
  { localDate: "2026-11-23", timezones: ["America/New_York", "America/Chicago"] },
  { localDate: "2026-11-24", timezones: ["Europe/London", "America/New_York"] },
  { localDate: "2026-11-25", timezones: ["Europe/London", "America/New_York"] },
  { localDate: "2026-11-27", timezones: ["Europe/London"] },
  // The United Kingdom changes its clocks a week before the United States in the fall, and later in spring.
  { localDate: "2026-10-26", timezones: ["Europe/London"] },
  { localDate: "2027-03-15", timezones: ["America/New_York"] },
];

/**
 * What a seed stands for.
 *
 * @param only the scenario to add to every world; by default any of them, or none
 */
export function createWorld(seed: number, only?: ScenarioName): World {
  const random = createRandom(seed);
  const { localDate, timezones } = random.pick(settings);
  const windows = timezones.map((timezone) =>
    windowOf(localDate, timezone, "email", emailLeadMinutes),
  );
  const opensAt = Math.min(...windows.map(({ from }) => from));
  const closesAt = Math.max(...windows.map(({ until }) => until));
  const subscribers = Array.from({ length: random.int(3, 8) }, (_, index) =>
    createSubscriber(random, timezones, index),
  );
  const [first, second] = subscribers;
  if (random.chance(0.2) && first && second) Object.assign(second, { phone: first.phone });
  // Sometimes the message comes so late that calls are still open when a window closes.
  const messageAt = random.chance(0.1)
    ? random.pick(windows).until - random.int(20_000, 5 * minute)
    : null;
  /** Around an opening or a closing, because that's when things happen. */
  const soon = (channel: Channel) => {
    const { from, until } = windowOf(localDate, random.pick(timezones), channel, emailLeadMinutes);
    if (messageAt !== null) return messageAt + random.int(-5_000, 5_000);
    const kind = random.next();
    if (kind < 0.45) return from - random.int(0, 60_000);
    if (kind < 0.9) return from + random.int(0, 40_000);
    return random.chance(0.5)
      ? from + random.int(0, 90 * minute)
      : until - random.int(0, 2 * minute);
  };
  /** Mostly so that it strikes the first calls of a window. */
  const spanFor = (channel: Channel) => {
    const { from } = windowOf(localDate, random.pick(timezones), channel, emailLeadMinutes);
    const firstCallAt = messageAt ?? from;
    const at = random.chance(0.7) ? firstCallAt - random.int(0, 5_000) : soon(channel);
    return { from: at, until: at + random.pick([10_000, 30_000, 2 * minute, 10 * minute]) };
  };
  const world: World = {
    seed,
    localDate,
    timezones,
    startsAt: opensAt - 3 * minute,
    endsAt: closesAt + 5 * minute,
    workers: random.int(1, 3),
    givenTwice: 0.1,
    isQuick: false,
    machinesAheadMs: 0,
    providersBehindMs: random.pick([0, 90_000]),
    messageAt,
    smsSegmentsPerSecond: random.pick([1, 10, 1_000]),
    segments: 1,
    refusedAlways: [],
    webhooks: { share: random.pick([0, 1, 1]), delayMs: random.pick([50, 5_000, 60_000]) },
    subscribers,
    events: Array.from({ length: random.int(0, 6) }, (_, index) =>
      createEvent(random, soon(random.pick(channels)), { timezones, subscribers, index }),
    ),
    faults: Array.from({ length: random.int(0, 3) }, () => createFaults(random, spanFor)).flat(),
  };
  if (random.chance(0.25) && !only) return world;
  const channel = random.pick(channels);
  const timezone = random.pick(timezones);
  const { from, until } = windowOf(localDate, timezone, channel, emailLeadMinutes);
  const { from: textsFrom } = windowOf(localDate, timezone, "sms", emailLeadMinutes);
  const dateFrom = firstOpening(localDate, emailLeadMinutes);
  const focus = { channel, timezone, from, until, textsFrom, dateFrom };
  return addScenario(random, world, focus, only);
}

function createSubscriber(
  random: Random,
  timezones: readonly Timezone[],
  index: number,
): Subscriber {
  const smsOn = random.chance(0.7);
  return {
    email: `Person${index}@example.com`,
    phone: `+1415555${1_000 + index}`,
    timezone: random.pick(timezones),
    emailOn: !smsOn || random.chance(0.7),
    smsOn,
  };
}

function createEvent(
  random: Random,
  at: number,
  given: { timezones: readonly Timezone[]; subscribers: readonly Subscriber[]; index: number },
): PlannedEvent {
  const { timezones, subscribers, index } = given;
  const who = random.int(0, subscribers.length - 1);
  const kind = random.pick([
    "sign_up",
    "move",
    "unsubscribe",
    "resume",
    "stop",
    "stop",
    "start",
    "cancel",
    "cancel",
    "complain",
    "delete",
    "change_email",
    "change_phone",
    ...(timezones.length > 1 ? (["move", "move"] as const) : []),
    "message",
  ] as const);
  if (kind === "sign_up") {
    const subscriber = createSubscriber(random, timezones, subscribers.length + index);
    return { at, kind, subscriber };
  }
  if (kind === "move") {
    const others = timezones.filter((timezone) => timezone !== subscribers[who]?.timezone);
    return { at, kind, who, timezone: random.pick(others.length > 0 ? others : timezones) };
  }
  const { email, phone } = random.pick(subscribers);
  if (kind === "change_email") {
    return { at, kind, who, email: random.chance(0.5) ? email : `Changed${index}@example.com` };
  }
  if (kind === "change_phone") {
    const changed = `+1415555${6_000 + index}`;
    return { at, kind, who, phone: random.chance(0.5) ? (phone ?? changed) : changed };
  }
  if (kind !== "message") return { at, kind, who };
  return { at, kind, text: random.chance(0.3) ? null : `Edited ${index}.` };
}

/** One or two faults that go together. */
function createFaults(
  random: Random,
  spanFor: (channel: Channel) => { from: number; until: number },
): Fault[] {
  const channel = random.pick(channels);
  const span = spanFor(channel);
  const worker = random.int(0, 2);
  const share = random.pick([0.3, 0.7, 1]);
  const theme = random.next();
  if (theme < 0.4) {
    const kind = random.pick([
      "timeout",
      "timeout",
      "drop",
      "drop",
      "error_accepted",
      "late_accept",
    ] as const);
    const call: Fault =
      kind === "late_accept"
        ? { ...span, kind, channel, share, delayMs: random.pick([3_000, 15_000, 100_000]) }
        : { ...span, kind, channel, share };
    return random.chance(0.6) ? [call, createSearchFault(random, span, channel)] : [call];
  }
  if (theme < 0.7) {
    const kind = random.pick(["crash", "freeze", "cut_off"] as const);
    const process: Fault = { ...span, kind, worker };
    return random.chance(0.3) ? [process, createSearchFault(random, span, channel)] : [process];
  }
  if (theme < 0.8) return [{ ...span, kind: "lost_response", share: share / 4 }];
  if (theme < 0.85) return [{ ...span, kind: "slow_database", share }];
  if (theme < 0.9) return [{ ...span, from: span.from - 20_000, kind: "slow_clock", share }];
  const kind = random.pick(["throttle", "unauthorized", "refuse", "refuse_all"] as const);
  // An account has a permission or doesn't: changes take effect immediately
  // (https://www.twilio.com/docs/api/errors/21408).
  return [{ ...span, kind, channel, share: kind === "refuse_all" ? 1 : share }];
}

/** The search is wrong for longer than the calls are. */
function createSearchFault(
  random: Random,
  { from, until }: { from: number; until: number },
  channel: Channel,
): Fault {
  const span = { from, until: until + random.pick([0, 30_000, 4 * minute]) };
  const kind = random.pick([
    "search_lag",
    "search_lag",
    "search_partial",
    "search_down",
    "search_down",
  ] as const);
  return kind === "search_lag"
    ? { ...span, kind, channel, delayMs: random.pick([5_000, 30_000, 400_000]) }
    : { ...span, kind, channel };
}
