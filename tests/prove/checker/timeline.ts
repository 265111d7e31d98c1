import type { Channel } from "@/lib/contracts/primitives";
import type { History, Input } from "./history";

/** Someone's settings from one input to the next. */
type PersonState = {
  from: number;
  timezone: string;
  address: Record<Channel, string | null>;
  isOn: Record<Channel, boolean>;
  isEntitled: boolean;
  exists: boolean;
};

/** Everything that was ever true about a person, oldest first. */
export type Person = { name: string; states: readonly PersonState[] };

/** From one instant until just before another; both in milliseconds, the last one may be Infinity. */
export type Span = { from: number; until: number };

export const overlaps = (one: Span, other: Span): boolean =>
  one.from < other.until && other.from < one.until;

/** What is left of spans without the holes. */
export function subtract(spans: readonly Span[], holes: readonly Span[]): Span[] {
  return holes.reduce<Span[]>(
    (left, hole) =>
      left.flatMap((span) =>
        overlaps(span, hole)
          ? [
              { from: span.from, until: hole.from },
              { from: hole.until, until: span.until },
            ].filter(({ from, until }) => from < until)
          : [span],
      ),
    [...spans],
  );
}

/** The people of a history. */
export function peopleOf({ inputs }: History): Person[] {
  const people = new Map<string, PersonState[]>();
  for (const input of inputs) {
    if (!("person" in input)) continue;
    const states = people.get(input.person) ?? [];
    const next = apply(states.at(-1), input);
    if (next) states.push(next);
    people.set(input.person, states);
  }
  return [...people].map(([name, states]) => ({ name, states }));
}

function apply(
  before: PersonState | undefined,
  input: Extract<Input, { person: string }>,
): PersonState | undefined {
  const from = input.at.getTime();
  if (input.kind === "signed_up") {
    const { timezone, isOn, phone } = input;
    const address = { email: input.email.toLowerCase(), sms: phone };
    return { from, timezone, address, isOn, isEntitled: true, exists: true };
  }
  return before && { ...before, from, ...changeOf(before, input) };
}

function changeOf(
  before: PersonState,
  input: Exclude<Extract<Input, { person: string }>, { kind: "signed_up" }>,
): Partial<PersonState> {
  if (input.kind === "moved") return { timezone: input.timezone };
  if (input.kind === "switched") {
    return { isOn: { ...before.isOn, [input.channel]: input.isOn } };
  }
  if (input.kind === "phone_changed") return { address: { ...before.address, sms: input.phone } };
  if (input.kind === "email_changed") {
    return { address: { ...before.address, email: input.email.toLowerCase() } };
  }
  return input.kind === "entitled" ? { isEntitled: input.isEntitled } : { exists: false };
}

/** The spans in which a changing value met a condition, joined where it stayed true. */
function spansWhere<T>(changes: readonly { at: number; value: T }[], isMet: (value: T) => boolean) {
  const spans: Span[] = [];
  for (const [index, { at, value }] of changes.entries()) {
    if (!isMet(value)) continue;
    const until = changes[index + 1]?.at ?? Infinity;
    const last = spans.at(-1);
    if (last && last.until === at) last.until = until;
    else spans.push({ from: at, until });
  }
  return spans;
}

/** Finds when an address was suppressed. */
export function suppressionsOf({
  inputs,
}: History): (channel: Channel, address: string) => readonly Span[] {
  const keyOf = (channel: Channel, address: string) => `${channel} ${address.toLowerCase()}`;
  const byAddress = Map.groupBy(
    inputs.flatMap((input) => (input.kind === "suppressed" ? [input] : [])),
    ({ channel, address }) => keyOf(channel, address),
  );
  const spans = new Map<string, Span[]>();
  for (const [key, changes] of byAddress) {
    const values = changes.map(({ at, isSuppressed }) => ({
      at: at.getTime(),
      value: isSuppressed,
    }));
    spans.set(
      key,
      spansWhere(values, (isSuppressed) => isSuppressed),
    );
  }
  return (channel, address) => spans.get(keyOf(channel, address)) ?? [];
}

/** Finds the people who have ever had an address. */
export function peopleByAddress(people: readonly Person[]): (address: string) => readonly Person[] {
  const byAddress = new Map<string, Set<Person>>();
  for (const person of people) {
    for (const { address } of person.states) {
      for (const each of Object.values(address)) {
        if (each !== null) byAddress.set(each, (byAddress.get(each) ?? new Set()).add(person));
      }
    }
  }
  return (address) => [...(byAddress.get(address) ?? [])];
}

/** When a person was to get a channel, apart from suppressions; at one address, or at any. */
export function wantedSpans(person: Person, channel: Channel, address?: string): Span[] {
  const changes = person.states.map((value) => ({ at: value.from, value }));
  return spansWhere(
    changes,
    (state) =>
      state.exists &&
      state.isEntitled &&
      state.isOn[channel] &&
      state.address[channel] !== null &&
      (address === undefined || state.address[channel] === address),
  );
}

/** A zone that someone was in. */
export function staysOf({ states }: Person): (Span & { timezone: string; next: string | null })[] {
  const changes = states.filter(
    ({ timezone }, index) => index === 0 || timezone !== states[index - 1]?.timezone,
  );
  return changes.map(({ from, timezone }, index) => {
    const next = changes[index + 1];
    // In the first zone from the beginning, so that a sign-up isn't a move.
    const since = index === 0 ? -Infinity : from;
    return { from: since, until: next?.from ?? Infinity, timezone, next: next?.timezone ?? null };
  });
}

/** What editors decided about a date. */
export type DatePlan = {
  /** The versions of its message, and when each was the active one. */
  versions: readonly (Span & { text: string })[];
  isDayOff: boolean;
};

/**
 * What editors decided about a date. They can mark it as a day off, or no longer, until its first zone opens.
 * A day off has no active message: the one excludes the other, whichever comes second.
 */
export function planOf({ inputs }: History, localDate: string, opensAt: number): DatePlan {
  const versions: (Span & { text: string })[] = [];
  let isDayOff = false;
  for (const input of inputs) {
    if (!("localDate" in input) || input.localDate !== localDate) continue;
    const at = input.at.getTime();
    const active = versions.find(({ until }) => until === Infinity);
    if (input.kind === "day_off") {
      const isTaken = at < opensAt && !(input.isDayOff && active);
      if (isTaken) isDayOff = input.isDayOff;
    } else if (!isDayOff || input.text === null) {
      if (active) active.until = at;
      if (input.text !== null) versions.push({ from: at, until: Infinity, text: input.text });
    }
  }
  return { versions, isDayOff };
}
