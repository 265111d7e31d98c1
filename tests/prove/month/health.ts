import type { Channel } from "@/lib/contracts/primitives";
import { windowOf } from "../checker/windows";
import type { Accepted, Violation } from "../checker/history";
import { breakdowns, dates, hour, messageSavedAt, minute } from "./calendar";

/** What the health check said at some point. */
export type HealthSample = { at: number; problems: readonly string[] };

type Span = { from: number; until: number };

/** Minutes after 8:00 by which the briefing is promised. */
const promisedMinutes = { email: 0, sms: 45 } as const satisfies Record<Channel, number>;

/** How long health may take to notice, and a delivery to recover. */
const noticeMs = 2 * minute;
const recoveryMs = 40 * minute;

const contains = ({ from, until }: Span, at: number) => from <= at && at < until;

/** Messages that were sent after they were promised, although nothing about the recipient had changed. */
function overdueSpans(
  journal: readonly Accepted[],
  zoneOf: (message: Accepted) => string | null,
): Span[] {
  const spans = new Map<string, Span>();
  for (const message of journal) {
    const [, localDate = ""] = message.deliveryId?.split(":") ?? [];
    const timezone = zoneOf(message);
    if (timezone === null) continue;
    const { channel } = message;
    const eight = windowOf(localDate, timezone, channel, 0).from;
    const from = eight + promisedMinutes[channel] * minute;
    const until = message.acceptedAt.getTime();
    const key = `${localDate} ${timezone} ${channel}`;
    if (until > Math.max(from, spans.get(key)?.until ?? 0)) spans.set(key, { from, until });
  }
  return [...spans.values()];
}

/** When the editor should have been alerted: from 18:00 in London until the message was saved. */
function unwrittenSpans(): Span[] {
  return dates.flatMap((localDate) => {
    const day = 24 * hour;
    const evening = windowOf(localDate, "Europe/London", "sms", 0).from + 10 * hour - day;
    const until = messageSavedAt(localDate);
    return until > evening ? [{ from: evening, until }] : [];
  });
}

/**
 * Compares health with the promise: it has to fail while a promise is broken, no worker runs, or no
 * message is ready, and it may fail only around then and around a breakdown.
 *
 * @param zoneOf a message's zone, or null when its recipient changed something on that date
 */
export function checkHealth(
  samples: readonly HealthSample[],
  journal: readonly Accepted[],
  zoneOf: (message: Accepted) => string | null,
): Violation[] {
  const overdue = overdueSpans(journal, zoneOf);
  const broken = [...overdue, ...unwrittenSpans(), breakdowns.down];
  const atRisk = [
    ...broken,
    breakdowns.outage,
    ...breakdowns.deploys.map((from) => ({ from, until: from })),
  ].map(({ from, until }) => ({ from, until: until + recoveryMs }));
  return samples.flatMap(({ at, problems }) => {
    const mustFail = broken.some(({ from, until }) =>
      contains({ from: from + noticeMs, until: until - noticeMs }, at),
    );
    const mayFail = atRisk.some((span) => contains(span, at));
    const isFailing = problems.length > 0;
    if (isFailing ? mayFail : !mustFail) return [];
    const time = new Date(at).toISOString();
    const detail = isFailing
      ? `says ${problems.join("; ")} at ${time}`
      : `says nothing at ${time}, while the promise is broken`;
    const localDate = time.slice(0, 10);
    return [{ kind: "health" as const, localDate, channel: "email" as const, address: "", detail }];
  });
}
