import { channels, type Channel } from "@/lib/contracts/primitives";
import { cells, phases, type Cell, type Failpoint } from "./cells";

/** What is done in one seed. Follows from the seed alone, unlike the moment at which things happen. */
export type Plan = {
  seed: number;
  localDate: string;
  timezone: string;
  failpoints: readonly Failpoint[];
  /** Whether the providers' webhooks arrive. */
  hasWebhooks: boolean;
  /** Whether the database is restored, which undoes what only the database knows. */
  isRestored: boolean;
};

/** Slots of other zones open an hour later at the earliest, after the seed is over. */
const timezones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "Europe/London",
] as const;

/** Random numbers from 0 up to 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("Nothing to pick from.");
  return item;
}

/** A weekday of 2026 or 2027. */
function pickDate(random: () => number): string {
  for (;;) {
    const date = new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 730)));
    if (date.getUTCDay() % 6 !== 0) return date.toISOString().slice(0, 10);
  }
}

/** Only a text can be stored with other words, be refused for its country, or be answered with STOP. */
function isAboutTexts({ fault, phase }: Cell): boolean {
  return fault === "alter-body" || fault === "refuse-all" || phase === "applying a webhook";
}

/** Whether reports about texts would say what the provider is to be asked about. */
function isAnsweredByReports({ phase, channel }: Failpoint): boolean {
  return phase === "asking the provider" && channel === "sms";
}

/**
 * Whether two faults can happen in one seed. After a restore, answers are believed when three times the
 * wait is over, which is a quarter of the default here, while calls time out no sooner: a provider that
 * accepts late, or hides what it has, would have to be believed too soon. Reports about texts, which a
 * webhook needs, settle what the provider would be asked about.
 */
function areIndependent(one: Cell, other: Cell): boolean {
  const faults = [one.fault, other.fault];
  const touched = [one.phase, other.phase];
  return !(
    (faults.includes("restore") &&
      (faults.includes("late-accept") || faults.includes("search-partial"))) ||
    (touched.includes("asking the provider") && touched.includes("applying a webhook"))
  );
}

/** All cells: one of each phase after the other, each time with a different fault. */
const order: readonly Cell[] = phases
  .flatMap((phase, index) => {
    const inPhase = cells.filter((cell) => cell.phase === phase);
    return inPhase.map((cell, place) => ({ cell, round: (place + 3 * index) % inPhase.length }));
  })
  .toSorted((one, other) => one.round - other.round)
  .map(({ cell }) => cell);

function pickChannel(cell: Cell, random: () => number): Channel {
  return isAboutTexts(cell) ? "sms" : pick(channels, random);
}

const otherThan = (channel: Channel): Channel => (channel === "sms" ? "email" : "sms");

/**
 * Whether a second fault on the same channel could keep the first from being reached: a call that it
 * breaks may leave nothing of its batch for later phases.
 */
function comesEarlier(second: Cell, first: Cell): boolean {
  return !isAboutTexts(second) && phases.indexOf(second.phase) < phases.indexOf(first.phase);
}

/**
 * The plan of a seed. As many seeds in a row as there are cells include every cell, and two more of
 * each seed's cells are random.
 */
export function planOf(seed: number): Plan {
  const random = randomFrom(seed);
  const first = order[seed % order.length] ?? pick(cells, random);
  const second = random() < 0.5 ? pick(cells, random) : null;
  const chosen = second && areIndependent(first, second) ? [first, second] : [first];
  const channel = pickChannel(first, random);
  const failpoints = chosen.map((cell, index) => ({
    ...cell,
    id: `${seed}-${index}`,
    channel:
      index === 0
        ? channel
        : comesEarlier(cell, first)
          ? otherThan(channel)
          : pickChannel(cell, random),
  }));
  return {
    seed,
    localDate: pickDate(random),
    timezone: pick(timezones, random),
    failpoints,
    hasWebhooks:
      chosen.some(({ phase }) => phase === "applying a webhook") ||
      (random() < 0.5 && !failpoints.some(isAnsweredByReports)),
    isRestored: chosen.some(({ fault }) => fault === "restore"),
  };
}
