import { type Channel, channels } from "@/lib/contracts/primitives";
import {
  claimToCallMs,
  mayBeRepeated,
  mayStayUnknown,
  recordMs,
  recoveryMs,
  reportMs,
  textValidityMs,
} from "./allowed";
import type { Accepted, History, Refused, Violation } from "./history";
import {
  overlaps,
  peopleByAddress,
  peopleOf,
  subtract,
  suppressionsOf,
  planOf,
  wantedSpans,
  type DatePlan,
  type Person,
  type Span,
} from "./timeline";
import { firstOpening, windowOf, windowsOf, type Window } from "./windows";

/** When our call began, or the latest that it can have. */
const sentAtOf = ({ sentAt, acceptedAt }: Accepted): number => (sentAt ?? acceptedAt).getTime();

/** The date that a message belongs to. */
function dateOf(message: Accepted): string {
  const [, fromId] = message.deliveryId?.split(":") ?? [];
  return fromId ?? new Date(sentAtOf(message)).toISOString().slice(0, 10);
}

/**
 * Compares what providers accepted with what they had to and could accept according to the inputs.
 * Returns every violation.
 */
export function check(history: History): Violation[] {
  const people = peopleOf(history);
  const whoHas = peopleByAddress(people);
  const suppressedSpans = suppressionsOf(history);
  const dates = new Set([
    ...history.inputs.flatMap((input) => ("localDate" in input ? [input.localDate] : [])),
    ...history.journal.map(dateOf),
  ]);
  return [...dates].flatMap((localDate) => {
    const opensAt = firstOpening(localDate, history.emailLeadMinutes);
    const { versions, isDayOff } = planOf(history, localDate, opensAt);
    return channels.flatMap((channel) => {
      const journal = history.journal.filter(
        (each) => each.channel === channel && dateOf(each) === localDate,
      );
      const lookUp = { people, whoHas, suppressedSpans, versions };
      const day: Day = { ...lookUp, history, localDate, channel, journal };
      if (isDayOff) return checkDayOff(day);
      return [
        ...journal.flatMap((message) => checkMessage(day, message)),
        ...findDoubled(day),
        ...findLost(day),
        ...findUnreported(day),
        ...findUnjudged(day),
      ];
    });
  });
}

type Day = {
  history: History;
  people: readonly Person[];
  whoHas: ReturnType<typeof peopleByAddress>;
  suppressedSpans: ReturnType<typeof suppressionsOf>;
  versions: DatePlan["versions"];
  localDate: string;
  channel: Channel;
  /** What was accepted on this date and channel. */
  journal: readonly Accepted[];
};

/** On a day off, nothing may be sent, and nobody has missed anything. */
function checkDayOff({ history, localDate, channel, journal }: Day): Violation[] {
  const { rows = [], alerts = [], missedDays = [] } = history.reported ?? {};
  const report = (kind: Violation["kind"], address: string, detail: string): Violation => ({
    kind,
    localDate,
    channel,
    address,
    detail: `${detail} on a day off`,
  });
  const isOfDate = (each: { localDate: string }) => each.localDate === localDate;
  return [
    ...journal.map(({ to }) => report("unwanted", to, "sent")),
    ...rows
      .filter((row) => isOfDate(row) && row.channel === channel)
      .map(({ person, state }) => report("ledger", person, `is ${state}`)),
    ...missedDays.filter(isOfDate).map(({ person }) => report("ledger", person, "has missed it")),
    ...alerts
      .filter((alert) => isOfDate(alert) && alert.channels.split("+").includes(channel))
      .map(({ timezone }) => report("ledger", timezone, "has an alert")),
  ];
}

/** The windows of everyone who could be the recipient; empty when no one could. */
function recipientWindows(day: Day, message: Accepted) {
  const { history, localDate, channel } = day;
  const address = message.to.toLowerCase();
  const sentAt = sentAtOf(message);
  const justBefore: Span = { from: sentAt - claimToCallMs, until: sentAt + 1 };
  const suppressed = day.suppressedSpans(channel, address);
  return day
    .whoHas(address)
    .filter((person) =>
      subtract(wantedSpans(person, channel, address), suppressed).some((span) =>
        overlaps(span, justBefore),
      ),
    )
    .flatMap((person) => windowsOf(person, localDate, channel, history.emailLeadMinutes));
}

function checkMessage(day: Day, message: Accepted): Violation[] {
  const { localDate, channel, history } = day;
  const report = (kind: Violation["kind"], detail: string): Violation[] => [
    { kind, localDate, channel, address: message.to, detail },
  ];
  const windows = recipientWindows(day, message);
  const sentAt = sentAtOf(message);
  const at = new Date(sentAt).toISOString();
  if (windows.length === 0) return report("unwanted", `sent at ${at}`);
  const fitting = windows.filter(({ from, until }) => from <= sentAt && sentAt < until);
  if (fitting.length === 0) {
    const isLate = windows.every(({ until }) => sentAt >= until);
    return report(isLate ? "late" : "early", `sent at ${at}, outside of ${describe(windows)}`);
  }
  if (channel === "sms" && (message.arrivedAt?.getTime() ?? 0) > sentAt + textValidityMs) {
    return report("late", `sent at ${at}, arrived at ${message.arrivedAt?.toISOString()}`);
  }
  // An edition is frozen when the first of the zone's two windows opens, or later.
  const isCurrent = day.versions.some(
    (version) =>
      message.text.includes(version.text) &&
      fitting.some(({ timezone }) => {
        const { from } = windowOf(localDate, timezone, "email", history.emailLeadMinutes);
        return overlaps(version, { from, until: sentAt + 1 });
      }),
  );
  return isCurrent ? [] : report("wrong", `sent at ${at}: ${message.text.slice(0, 60)}`);
}

function describe(windows: readonly Window[]): string {
  const iso = (ms: number) => new Date(ms).toISOString();
  return windows
    .map(({ timezone, from, until }) => `${iso(from)}–${iso(until)} (${timezone})`)
    .join(", ");
}

/** Copies beyond the first, per address and per delivery. */
function findDoubled({ history, localDate, channel, journal }: Day): Violation[] {
  const violations: Violation[] = [];
  const records = { journal, searches: history.searches ?? [] };
  const reported = new Set<Accepted>();
  for (const keyOf of [
    (each: Accepted) => each.to.toLowerCase(),
    (each: Accepted) => each.deliveryId,
  ]) {
    const groups = Map.groupBy(journal, keyOf);
    for (const [key, copies] of groups) {
      if (key === null || copies.length < 2) continue;
      const inOrder = copies.toSorted((one, other) => sentAtOf(one) - sentAtOf(other));
      for (const [index, copy] of inOrder.entries()) {
        const isExcused = inOrder
          .slice(0, index)
          .every((first) => mayBeRepeated(first, records, sentAtOf(copy)));
        if (isExcused || reported.has(copy)) continue;
        reported.add(copy);
        const times = inOrder.map((each) => new Date(sentAtOf(each)).toISOString()).join(", ");
        violations.push({
          kind: "doubled",
          localDate,
          channel,
          address: copy.to,
          detail: `sent at ${times}`,
        });
      }
    }
  }
  return violations;
}

/** The people to whom nothing was sent, at none of their addresses. */
function unreached({ people, channel, journal }: Day): Person[] {
  const reached = new Set(journal.map(({ to }) => to.toLowerCase()));
  return people.filter((person) =>
    person.states.every(({ address }) => !reached.has(address[channel] ?? "")),
  );
}

function violationOf(
  { localDate, channel }: Day,
  kind: Violation["kind"],
  person: Person,
  detail: string,
): Violation {
  const address = person.states.flatMap((state) => state.address[channel] ?? []).at(-1) ?? "";
  return { kind, localDate, channel, address, detail };
}

/** The people who had to get the date's briefing and didn't. */
function findLost(day: Day): Violation[] {
  if (day.channel === "sms" && mayStayUnknown(day.journal)) return [];
  return unreached(day)
    .filter((person) => isOwed(day, person, day.history.troubles))
    .map((person) => violationOf(day, "lost", person, `nothing was sent to ${person.name}`));
}

/**
 * The people who had to get it but for trouble, and whom the ledger doesn't name with a reason, or no alert
 * in time.
 */
function findUnreported(day: Day): Violation[] {
  const { history, localDate, channel } = day;
  const { reported } = history;
  if (!reported) return [];
  return unreached(day).flatMap((person) => {
    if (!isOwed(day, person, [])) return [];
    const windows = windowsOf(person, localDate, channel, history.emailLeadMinutes);
    const until = Math.max(...windows.map((window) => window.until));
    const troubles = history.troubles.map((trouble) => trouble.until.getTime());
    const dueAt = Math.max(until, ...troubles) + reportMs;
    if (reported.at.getTime() < dueAt) return [];
    const row = reported.rows.find(
      (each) =>
        each.person === person.name && each.localDate === localDate && each.channel === channel,
    );
    if (!row || row.state === "pending") {
      return [violationOf(day, "ledger", person, `nothing says why ${person.name} got nothing`)];
    }
    const isReported = reported.alerts.some(
      (alert) =>
        alert.localDate === localDate &&
        alert.channels.split("+").includes(channel) &&
        windows.some(({ timezone }) => timezone === alert.timezone) &&
        alert.at.getTime() <= dueAt,
    );
    if (row.state !== "missed" || isReported) return [];
    return [violationOf(day, "ledger", person, `no alert says that ${person.name} missed it`)];
  });
}

/**
 * The people whom the provider refused while it accepted what was sent to others later, and who don't count as
 * refused: such a refusal is about the recipient, and final.
 */
function findUnjudged(day: Day): Violation[] {
  const { history, localDate, channel, journal } = day;
  const { reported, refused, troubles } = history;
  return unreached(day).flatMap((person) => {
    const addresses = new Set(person.states.map(({ address }) => address[channel]));
    const until = Math.max(
      ...windowsOf(person, localDate, channel, history.emailLeadMinutes).map((each) => each.until),
    );
    const refusal = refused.find(
      ({ to, at }) => addresses.has(to.toLowerCase()) && at.getTime() < until - recoveryMs,
    );
    // In trouble, it can take long until a refusal is recorded, or tried again.
    if (!refusal || troubles.some((trouble) => trouble.until > refusal.at)) return [];
    const judgedFrom = refusal.at.getTime() + claimToCallMs + recordMs;
    const isAccepted = journal.some((message) => {
      const sentAt = sentAtOf(message);
      return judgedFrom < sentAt && sentAt < until - recoveryMs;
    });
    if (!isAccepted) return [];
    const row = reported?.rows.find(
      (each) =>
        each.person === person.name && each.localDate === localDate && each.channel === channel,
    );
    if (row?.state !== "missed") return [];
    return [violationOf(day, "ledger", person, `${person.name} was refused, but counts as missed`)];
  });
}

/**
 * Whether a person must get the date's briefing: nothing about them kept it from being sent at any time
 * in the window, and there was time enough after the last change, and after the last trouble.
 */
function isOwed(day: Day, person: Person, troubles: History["troubles"]): boolean {
  const { history, localDate, channel } = day;
  const windows = windowsOf(person, localDate, channel, history.emailLeadMinutes);
  if (windows.length === 0) return false;
  const whole: Span = {
    from: Math.min(...windows.map(({ from }) => from)) - claimToCallMs,
    until: Math.min(...windows.map(({ until }) => until)),
  };
  const during = (spans: readonly Span[]) => spans.filter((span) => overlaps(span, whole));
  // Someone who stops and starts again on the same date may have been excluded in between.
  const [wanted, ...more] = during(wantedSpans(person, channel));
  if (!wanted || more.length > 0 || wanted.until < whole.until) return false;
  const addresses = new Set(person.states.flatMap(({ address }) => address[channel] ?? []));
  for (const address of addresses) {
    if (during(day.suppressedSpans(channel, address)).length > 0) return false;
    if (history.refused.some((each) => isRefusal(each, address, localDate, whole))) return false;
  }
  const version = day.versions.find(({ until }) => until >= whole.until);
  if (!version || version.from >= whole.until) return false;
  const overlapping = troubles
    .map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }))
    .filter((trouble) => overlaps(trouble, whole));
  const settledAt = Math.max(
    ...windows.map(({ from }) => from),
    ...person.states.map(({ from }) => from).filter((from) => from < whole.until),
    version.from,
    ...overlapping.map(({ until }) => until),
  );
  return whole.until - settledAt >= recoveryMs;
}

/**
 * Whether an address was refused before a window's end, perhaps for another account in an earlier zone:
 * it isn't tried again on the same date. All windows of a date are within its day in UTC.
 */
function isRefusal({ at, to }: Refused, address: string, localDate: string, whole: Span): boolean {
  const isSameDate = at.toISOString().startsWith(localDate) && at.getTime() < whole.until;
  return isSameDate && to.toLowerCase() === address;
}
