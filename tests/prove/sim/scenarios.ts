import type { Channel } from "@/lib/contracts/primitives";
import { type Timezone, timezoneNames } from "@/lib/contracts/timezones";
import { windowOf } from "../checker/windows";
import type { Random } from "./random";
import type { Fault, PlannedEvent, Subscriber, World } from "./world";

// Faults and events that rarely meet by chance, but belong together in the history of a bad morning.

/** Email is sent from so many minutes before 8:00. */
export const emailLeadMinutes = 15;

const minute = 60_000;

/** The window that a scenario is about, in milliseconds since 1970. */
export type Focus = {
  channel: Channel;
  timezone: Timezone;
  from: number;
  until: number;
  /** When the date's texts may be sent in that zone. */
  textsFrom: number;
  /** When the date's first zone opens, whether people are in it or not. */
  dateFrom: number;
};

const unique = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

type Scenario = (random: Random, world: World, focus: Focus) => Partial<World>;

/** Nothing can be sent for a while after the slot was planned, and people change their minds. */
const heldUp: Scenario = (random, world, { channel, from }) => {
  const until = from + random.pick([45_000, 2 * minute]);
  const kind = random.pick(["unauthorized", "throttle", "timeout"] as const);
  const kinds = ["cancel", "cancel", "stop", "unsubscribe", "complain", "delete"] as const;
  const events = Array.from({ length: random.int(2, 4) }, (): PlannedEvent => {
    const who = random.int(0, world.subscribers.length - 1);
    return { at: random.int(from + 2_000, until - 15_000), kind: random.pick(kinds), who };
  });
  return {
    messageAt: null,
    events: [...world.events, ...events],
    faults: [...world.faults, { from: from - 2_000, until, kind, channel, share: 1 }],
  };
};

/** Responses are lost and the search is behind for long, but reports arrive. */
const reported: Scenario = (random, world, { channel, from }) => {
  const until = from + random.pick([5_000, minute]);
  const delayMs = random.pick([100_000, 500_000]);
  return {
    messageAt: null,
    webhooks: { share: random.pick([0.5, 1]), delayMs: random.pick([1_000, 30_000]) },
    faults: [
      { from: from - 1_000, until, kind: "drop", channel, share: random.pick([0.5, 1]) },
      { from: from - 1_000, until: until + 10 * minute, kind: "search_lag", channel, delayMs },
      ...world.faults,
    ],
  };
};

/** The message comes so late that calls are still open, and outcomes unknown, when a window closes. */
const atTheEnd: Scenario = (random, world, { channel, timezone, until }) => {
  const messageAt = until - random.pick([5_000, 15_000, minute]) - random.int(0, 10_000);
  const span = { from: messageAt, until: until + minute };
  return {
    messageAt,
    // Slow enough for a batch of texts to begin before the end and to last until after it.
    smsSegmentsPerSecond: random.pick([0.2, 0.2, 1_000]),
    subscribers: world.subscribers.map((each) => ({ ...each, timezone, smsOn: true })),
    webhooks: { ...world.webhooks, share: 0 },
    faults: random.chance(0.6)
      ? [
          { ...span, kind: "drop", channel, share: random.pick([0.5, 1]) },
          {
            ...span,
            kind: "search_lag",
            channel,
            delayMs: random.pick([15_000, 30_000, 2.5 * minute]),
          },
        ]
      : world.faults,
  };
};

/** The message comes so late that texts leave one after the other until the window closes. */
const acrossTheEnd: Scenario = (random, world, { timezone, until }) => ({
  messageAt: until - random.int(1_500, 3_500),
  // Each waits for the one before it, and the last of them until nobody may send any longer.
  smsSegmentsPerSecond: 2,
  subscribers: Array.from({ length: 10 }, (_, index) => ({
    email: `Late${index}@example.com`,
    phone: `+1415555${3_000 + index}`,
    timezone,
    emailOn: false,
    smsOn: true,
  })),
  events: [],
  faults: world.faults.slice(0, 1),
});

/**
 * Everyone gets messages of the channel in one zone, and no webhook reports on them. Someone signs up later,
 * whose message the search finds.
 */
const unreported = (world: World, { channel, timezone, from }: Focus) => ({
  messageAt: null,
  subscribers: world.subscribers.map((each) => ({
    ...each,
    timezone,
    emailOn: each.emailOn || channel === "email",
    smsOn: each.smsOn || channel === "sms",
  })),
  events: [
    ...world.events,
    {
      at: from + 17_000,
      kind: "sign_up" as const,
      subscriber: {
        email: "Late@example.com",
        phone: "+14155552000",
        timezone,
        emailOn: true,
        smsOn: true,
      },
    },
  ],
  webhooks: { ...world.webhooks, share: 0 },
});

/** Some messages are known to be accepted, others aren't, and the search has only some of each. */
const partialSearch: Scenario = (random, world, focus) => {
  const { channel, from } = focus;
  const span = { from: from - 1_000, until: from + 15_000 };
  return {
    ...unreported(world, focus),
    faults: [
      { ...span, kind: "drop", channel, share: 0.5 },
      {
        ...span,
        // As long as it likes, too.
        until: random.pick([from + 50_000, from + 4 * minute, focus.until]),
        channel,
        ...(random.chance(0.5)
          ? { kind: "search_partial" }
          : {
              kind: "search_gap",
              acceptedFrom: random.pick([0, from + 4_000]),
              acceptedBefore: span.until,
            }),
      },
    ],
  };
};

/** Responses are lost, and the search catches up between one question and the next. */
const searchRecovers: Scenario = (random, world, focus) => {
  const { channel, from } = focus;
  const span = { from: from - 1_000, until: from + 10 * minute, channel };
  return {
    ...unreported(world, focus),
    faults: [
      { ...span, until: from + 15_000, kind: "drop", share: 1 },
      {
        ...span,
        kind: "search_behind",
        acceptedBefore: Infinity,
        searches: random.int(2, 20),
      },
    ],
  };
};

/**
 * Two workers ask about the same call at the same time, and what one of them is told is no longer true when
 * it's stored: by then, the search has some of the messages.
 */
const overtaken: Scenario = (random, world, focus) => {
  const { from } = focus;
  const span = { from: from - 1_000, until: from + 3 * minute, channel: "email" } as const;
  const base = unreported(world, { ...focus, channel: "email" });
  return {
    ...base,
    // One batch, so that every answer is about it.
    subscribers: base.subscribers.slice(0, 3),
    events: base.events.filter((event) => !("who" in event)),
    workers: 3,
    givenTwice: 1,
    faults: [
      { ...span, until: from + 15_000, kind: "drop", share: 1 },
      { ...span, from: from + 15_000, kind: "slow_database", share: 0.5 },
      { ...span, kind: "search_partial" },
      {
        ...span,
        kind: "search_behind",
        acceptedBefore: from + 15_000,
        searches: random.int(5, 11),
      },
    ],
  };
};

/**
 * The search hides what was accepted, so that it counts as not sent. While nothing can be sent again, reports
 * about it arrive.
 */
const contradicted: Scenario = (random, world, focus) => {
  const { from, channel } = focus;
  const span = { from: from - 1_000, channel };
  const base = unreported(world, focus);
  return {
    ...base,
    subscribers: base.subscribers.slice(0, 3),
    events: base.events.filter((event) => !("who" in event)),
    webhooks: { share: 1, delayMs: 5 * minute },
    faults: [
      { ...span, until: from + 5_000, kind: "drop", share: 1 },
      {
        ...span,
        until: from + 30 * minute,
        kind: "search_gap",
        acceptedFrom: 0,
        acceptedBefore: from + 10_000,
      },
      {
        ...span,
        // By then, the message of somebody who signed up late shows that the search is up to date.
        from: from + 20_000,
        until: from + random.pick([3, 4, 5]) * minute,
        kind: random.pick(["throttle", "unauthorized"] as const),
        share: 1,
      },
    ],
  };
};

/** The same, and in the meantime, people move to a zone that opens later. */
const movesInDoubt: Scenario = (random, world, focus) => {
  const { localDate } = world;
  const timezone = "America/Los_Angeles";
  const { until } = windowOf(localDate, timezone, focus.channel, emailLeadMinutes);
  const before = contradicted(random, world, focus);
  const moves = [0, 1, 2].flatMap((who): PlannedEvent[] =>
    random.chance(0.6)
      ? [{ at: focus.from + random.int(10_000, 6 * minute), kind: "move", who, timezone }]
      : [],
  );
  return {
    ...before,
    timezones: unique([...world.timezones, timezone], (each) => each),
    endsAt: Math.max(world.endsAt, until + 5 * minute),
    events: [...(before.events ?? []), ...moves],
  };
};

/**
 * A provider fails in one way after another, its search in others, and its reports come early, late, or not at
 * all.
 */
const badMorning: Scenario = (random, world, { channel, timezone, from }) => {
  const faults: Fault[] = [];
  let at = from - 1_000;
  for (let left = random.int(3, 8); left > 0; left -= 1) {
    const kinds = [
      "drop",
      "drop",
      "timeout",
      "error_accepted",
      "throttle",
      "unauthorized",
    ] as const;
    const until = at + random.pick([2_000, 10_000, 30_000, 90_000]);
    faults.push({
      from: at,
      until,
      kind: random.pick(kinds),
      channel,
      share: random.pick([0.5, 1]),
    });
    at = until + random.pick([0, 0, 5_000, 20_000]);
  }
  for (let searchFrom = from; searchFrom < at;) {
    const span = {
      from: searchFrom,
      until: searchFrom + random.pick([30_000, minute, 3 * minute]),
    };
    const acceptedFrom = from + random.pick([0, 0, 10_000, minute]);
    faults.push(
      random.pick<Fault>([
        { ...span, kind: "search_lag", channel, delayMs: random.pick([15_000, 3 * minute]) },
        { ...span, kind: "search_partial", channel },
        { ...span, kind: "search_down", channel },
        {
          ...span,
          kind: "search_gap",
          channel,
          acceptedFrom,
          acceptedBefore: acceptedFrom + random.pick([5_000, 30_000]),
        },
      ]),
    );
    searchFrom = span.until + random.pick([0, 30_000, minute]);
  }
  return {
    messageAt: null,
    subscribers: world.subscribers.map((each) => ({
      ...each,
      timezone: random.chance(0.8) ? timezone : each.timezone,
      emailOn: each.emailOn || channel === "email",
      smsOn: each.smsOn || channel === "sms",
    })),
    webhooks: {
      share: random.pick([0, 0.5, 1]),
      delayMs: random.pick([1_000, minute, 8 * minute]),
    },
    faults: [...faults, ...world.faults.slice(0, 1)],
  };
};

/** Someone deletes the account while their text's outcome is unknown, and comes back with the number. */
const comesBack: Scenario = (random, world, { timezone, textsFrom: from }) => {
  const span = { from: from - 1_000, until: from + 5_000, channel: "sms" } as const;
  const [first] = world.subscribers;
  if (!first) return {};
  const again = { ...first, timezone, email: "Back@example.com", smsOn: true };
  return {
    messageAt: null,
    subscribers: world.subscribers.map((each) => ({ ...each, timezone, smsOn: true })),
    events: [
      { at: from + random.int(1_000, 20_000), kind: "delete", who: 0 },
      { at: from + random.int(21_000, 90_000), kind: "sign_up", subscriber: again },
    ],
    webhooks: { ...world.webhooks, share: 0 },
    faults: [{ ...span, kind: "drop", share: random.pick([0.7, 1]) }],
  };
};

/**
 * Someone gets a different address while an outcome is unknown, and somebody else then gets theirs, as with a
 * family's numbers or a mistyped mailbox.
 */
const changesAddress: Scenario = (random, world, focus) => {
  const { channel, timezone, from } = focus;
  const change = (who: number, address: Pick<Subscriber, "email" | "phone">, at: number) =>
    channel === "email"
      ? { at, kind: "change_email" as const, who, email: address.email }
      : { at, kind: "change_phone" as const, who, phone: address.phone ?? "+14155556000" };
  const [first] = world.subscribers;
  if (!first) return {};
  const fresh = { email: "New@example.com", phone: "+14155556001" };
  const at = from + random.int(-2_000, 60_000);
  const later = at + random.int(1_000, 3 * minute);
  const until = from + random.pick([5_000, 20_000, minute]);
  return {
    messageAt: null,
    subscribers: world.subscribers.map((each) => ({
      ...each,
      timezone: random.chance(0.8) ? timezone : each.timezone,
      emailOn: each.emailOn || channel === "email",
      smsOn: each.smsOn || channel === "sms",
    })),
    events: [
      change(0, fresh, at),
      change(1, first, later),
      ...(random.chance(0.5) ? [change(0, first, later + random.int(1_000, 3 * minute))] : []),
      ...(random.chance(0.3) ? [{ at: later + minute, kind: "delete" as const, who: 1 }] : []),
    ],
    webhooks: { share: random.pick([0, 0.5, 1]), delayMs: random.pick([1_000, minute]) },
    faults: [
      { from: from - 1_000, until, kind: "drop", channel, share: random.pick([0.5, 1]) },
      ...(random.chance(0.5)
        ? [
            {
              from,
              until: until + random.pick([minute, 5 * minute]),
              kind: "search_lag" as const,
              channel,
              delayMs: random.pick([15_000, 2 * minute]),
            },
          ]
        : []),
      ...world.faults.slice(0, 1),
    ],
  };
};

/** A worker stands still between the texts of a batch, until others have sent the rest of them. */
const standsStill: Scenario = (random, world, { timezone, textsFrom: from }) => ({
  messageAt: null,
  workers: 3,
  smsSegmentsPerSecond: random.pick([1, 3]),
  subscribers: world.subscribers.map((each) => ({ ...each, timezone, smsOn: true })),
  events: [],
  faults: [{ from, until: from + 3_000, kind: "hang", channel: "sms", share: 0.5 }],
});

/** A worker learns about a refusal only after others have sent again, because it stood still. */
const lateResults: Scenario = (random, _world, { channel, from }) => {
  const span = { from: from - 1_000, until: from + random.pick([5_000, 15_000]), channel };
  return {
    messageAt: null,
    workers: 3,
    faults: [
      { ...span, kind: "refuse", share: random.pick([0.7, 1]) },
      { ...span, kind: "hang", share: 0.5 },
    ],
  };
};

/** Readings of the clock take their time around an opening. */
const slowClock: Scenario = (random, world, { from }) => ({
  messageAt: null,
  isQuick: true,
  // Otherwise they'd correct what is wrong with the readings.
  machinesAheadMs: random.pick([0, 2_000]),
  workers: 3,
  faults: [
    { from: from - 30_000, until: from + 2_000, kind: "slow_clock", share: random.pick([0.7, 1]) },
    ...world.faults.slice(0, 1),
  ],
});

/**
 * The database's clock is set by up to an hour, shortly before an opening, or while retries, leases, and
 * lookups wait for it.
 */
const clockStep: Scenario = (random, world, { channel, from, until }) => {
  const at = from + (random.chance(0.5) ? random.int(1_000, 30_000) : -random.int(1_000, 120_000));
  const ms = random.pick([-3_600_000, 3_600_000, 20 * minute, -20_000, 20_000]);
  const kind = random.pick(["unauthorized", "throttle", "timeout", "drop"] as const);
  const share = random.pick([0.5, 1]);
  return {
    messageAt: null,
    faults: [
      { from: from - 1_000, until: at + random.int(-500, 20_000), kind, channel, share },
      // While two clocks are far apart, a window is shorter.
      { from: at, until: Math.abs(ms) > minute ? until : at, kind: "clock_step", ms },
      ...world.faults.slice(0, 1),
    ],
  };
};

/** One stream's index is behind the other's, and texts are redacted, while responses are lost. */
const unreliableSearch: Scenario = (random, world, focus) => {
  const { channel, from } = focus;
  const span = {
    from: from - 1_000,
    until: from + random.pick([5 * minute, 30 * minute]),
    channel,
  };
  const base = unreported(world, focus);
  return {
    ...base,
    // Without a later email of the slot, only a probe can show how far the index is.
    events: random.chance(0.5) ? base.events : [],
    faults: [
      { ...span, until: from + 15_000, kind: "drop", share: random.pick([0.5, 1]) },
      channel === "email"
        ? { ...span, kind: "search_lag", stream: "broadcast", delayMs: 2 * 60 * minute }
        : { ...span, kind: "redact" },
    ],
  };
};

/** Enough people for several batches, some of whom the provider always refuses, or all for a while. */
const crowd: Scenario = (random, world, { timezone, textsFrom: from, channel }) => {
  const subscribers = Array.from({ length: random.int(20, 40) }, (_, index) => ({
    email: `Crowd${index}@example.com`,
    phone: `+1415555${4_000 + index}`,
    timezone: random.chance(0.8) ? timezone : random.pick(world.timezones),
    emailOn: channel === "email",
    smsOn: true,
  }));
  const refused = subscribers.filter(() => random.chance(0.1));
  return {
    messageAt: null,
    subscribers,
    events: [],
    segments: random.pick([1, 3]),
    smsSegmentsPerSecond: random.pick([3, 10, 30]),
    refusedAlways: refused.flatMap(({ email, phone }) => [email, phone]),
    faults: random.chance(0.5)
      ? world.faults.slice(0, 1)
      : [
          {
            from: from + random.int(-1_000, 5_000),
            until: from + random.int(10_000, 10 * minute),
            kind: "refuse_all",
            channel: "sms",
            share: 1,
          },
        ],
  };
};

/** The editor can't decide whether the date has a briefing, shortly before its first zone opens, or too late. */
const dayOff: Scenario = (random, world, { dateFrom }) => {
  let at = dateFrom - random.int(5_000, 2 * minute);
  const steps = [
    { kind: "message", text: null },
    { kind: "day_off", isDayOff: true },
    { kind: "message", text: "It's a day off." },
    { kind: "day_off", isDayOff: false },
    { kind: "message", text: "It isn't." },
    { kind: "message", text: null },
    { kind: "day_off", isDayOff: true },
    { kind: "message", text: "It never was." },
  ] as const;
  const events = steps.slice(0, random.int(2, steps.length)).map((step) => {
    at += random.int(1_000, 20_000);
    return { ...step, at };
  });
  return {
    messageAt: null,
    // A mark is for all zones.
    timezones: timezoneNames,
    startsAt: dateFrom - 3 * minute,
    events: [...world.events, ...events],
    faults: world.faults.slice(0, 1),
  };
};

/**
 * The database fails over to a replica that lacks the last commits, while everyone's briefings are being sent.
 * The workers reach it one after the other.
 */
const failover: Scenario = (random, world, { timezone, from }) => {
  const until = from + random.int(200, 4_000);
  return {
    messageAt: null,
    workers: 3,
    // What was sent is found by number, so that both rows of a shared one would count as accepted.
    subscribers: world.subscribers.map((each, index) => ({
      ...each,
      phone: `+1415555${5_000 + index}`,
      timezone,
      emailOn: true,
      smsOn: true,
    })),
    events: [],
    faults: [
      { from: until - random.int(200, 2_000), until, kind: "failover" },
      ...[0, 1, 2].map((worker) => ({
        from: until,
        until: until + random.int(0, 10_000),
        kind: "cut_off" as const,
        worker,
      })),
    ],
  };
};

/**
 * No worker runs while the window is open, nor for days over a weekend. What editors and people do in the
 * time after it changes nothing about who was owed the briefing.
 */
const away: Scenario = (random, world, { timezone, until }) => {
  const hour = 60 * minute;
  const back = random.pick([minute, 2 * hour, ...(isFriday(world) ? [44 * hour, 67 * hour] : [])]);
  const kinds = ["cancel", "unsubscribe", "complain", "stop"] as const;
  const events = Array.from({ length: random.int(0, 3) }, (_, index): PlannedEvent => {
    const at = until + random.int(1_000, back);
    const who = random.int(0, world.subscribers.length - 1);
    if (random.chance(0.5)) return { at, kind: random.pick(kinds), who };
    return { at, kind: "message", text: random.chance(0.5) ? null : `Too late ${index}.` };
  });
  return {
    messageAt: null,
    timezones: [timezone],
    subscribers: world.subscribers.map((each) => ({ ...each, timezone })),
    events,
    endsAt: Math.max(world.endsAt, until + back + 5 * minute),
    faults: [{ from: world.startsAt, until: until + back, kind: "no_worker" }],
  };
};

const isFriday = ({ localDate }: World) => new Date(localDate).getUTCDay() === 5;

/** Texts that the provider has accepted wait at the carrier. */
const slowCarrier: Scenario = (random, world, { timezone, textsFrom: from }) => ({
  messageAt: null,
  subscribers: world.subscribers.map((each) => ({ ...each, timezone, smsOn: true })),
  faults: [
    ...world.faults.slice(0, 1),
    {
      from: from - 1_000,
      until: from + 10 * minute,
      kind: "queue",
      channel: "sms",
      share: random.pick([0.5, 1]),
      delayMs: random.pick([5 * minute, 40 * minute, 2 * 60 * minute]),
    },
  ],
});

/** People move between two zones while the second one is open, some of them twice. */
const moving: Scenario = (random, world) => {
  const timezones = ["Europe/London", "America/New_York"] as const;
  const [first, second] = timezones.map((timezone) =>
    windowOf(world.localDate, timezone, "email", emailLeadMinutes),
  );
  if (!first || !second) return {};
  const events = world.subscribers.flatMap((_, who): PlannedEvent[] => {
    const at = random.int(second.from - 2 * minute, second.from + 20 * minute);
    return Array.from({ length: random.int(0, 2) }, (_move, index) => ({
      at: at + index * random.int(1_000, 2 * minute),
      kind: "move",
      who,
      timezone: random.pick(timezones),
    }));
  });
  return {
    messageAt: null,
    timezones,
    startsAt: first.from - 3 * minute,
    endsAt: second.until + 5 * minute,
    subscribers: world.subscribers.map((each) => ({ ...each, timezone: random.pick(timezones) })),
    events,
    faults: world.faults.slice(0, 1),
  };
};

const single = {
  acrossTheEnd,
  atTheEnd,
  away,
  badMorning,
  changesAddress,
  clockStep,
  comesBack,
  contradicted,
  crowd,
  dayOff,
  failover,
  heldUp,
  lateResults,
  movesInDoubt,
  moving,
  overtaken,
  partialSearch,
  reported,
  searchRecovers,
  slowCarrier,
  slowClock,
  standsStill,
  unreliableSearch,
} as const;

/**
 * Two scenarios at once: the second one's people and settings, and the troubles and events of both. Not with a
 * clock that is set, because waits are measured with it, nor is anything certain if all clocks are wrong.
 */
const two: Scenario = (random, world, focus) => {
  const all: readonly Scenario[] = Object.values(single).filter((each) => each !== clockStep);
  const first = random.pick(all);
  const second = random.pick(all.filter((each) => each !== first));
  const before = { ...world, ...first(random, world, focus) };
  const after = { ...before, ...second(random, before, focus) };
  const events = [...before.events, ...after.events];
  const faults = unique([...before.faults, ...after.faults], (fault) => JSON.stringify(fault));
  const isPossible = (event: PlannedEvent) =>
    !("who" in event) || event.who < after.subscribers.length;
  return {
    ...after,
    timezones: unique(
      [world, before, after].flatMap(({ timezones }) => timezones),
      (timezone) => timezone,
    ),
    startsAt: Math.min(world.startsAt, before.startsAt, after.startsAt),
    endsAt: Math.max(world.endsAt, before.endsAt, after.endsAt),
    // What people do is lost in a failover, too.
    events: faults.some(({ kind }) => kind === "failover")
      ? []
      : unique(events.filter(isPossible), (event) =>
          event.kind === "sign_up" ? event.subscriber.email : JSON.stringify(event),
        ),
    faults,
  };
};

const scenarios = { ...single, two } as const;

export type ScenarioName = keyof typeof scenarios;

export const isScenarioName = (text: string): text is ScenarioName =>
  Object.hasOwn(scenarios, text);

/** Changes a world so that one of the scenarios happens in it. */
export function addScenario(
  random: Random,
  world: World,
  focus: Focus,
  only?: ScenarioName,
): World {
  const scenario = only ? scenarios[only] : random.pick(Object.values(scenarios));
  return { ...world, ...scenario(random, world, focus) };
}
