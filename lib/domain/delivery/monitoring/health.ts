import { fromDatabaseDate, toDatabaseDate } from "@/lib/calendar/days";
import type { Channel } from "@/lib/contracts/primitives";
import type { DeliveryProblem } from "@/lib/contracts/responses/health";
import { countOf } from "@/lib/messages/counts";
import type { Context } from "../../context";
import { findOpenRestore } from "../ledger/open-restore";
import { findNextSlot, findOpenSlots } from "../schedule/find-slots";
import { graceMinutes } from "./capacity";
import { forecastDate } from "./forecast";
import { findMessageState, isPastAlertTime } from "./readiness";
import { listUndelivered } from "./undelivered";

/** A worker counts as running for this long after a heartbeat (seconds of real time). */
export const heartbeatFreshS = 15;

/** A running worker whose last complete tick is this old isn't working (seconds of real time). */
const tickFreshS = 60;

/** An open slot is planned within this time (milliseconds of real time). */
const planningMs = 120_000;

/** A delivery report is applied within this time (milliseconds of real time). */
const reportsMs = 60_000;

/** Missing and unsent briefings count as a health problem for this long (hours). */
const recentHours = 12;

/** A problem, with what a sentence about it needs. */
export type FoundProblem = DeliveryProblem & {
  /** The slot that it's about. */
  slot?: { localDate: string; timezone: string; channel: Channel };
  /** How many messages it's about. */
  count?: number;
  /** Of how many. */
  of?: number;
  minutes?: number;
  provider?: string;
  /** The date that isn't ready, and why. */
  unready?: { localDate: string; isUnapproved: boolean };
  since?: Date;
};

async function checkWorkers(ctx: Context): Promise<FoundProblem[]> {
  const [row] = await ctx.db.$queryRaw<{ fresh: number; ticking: number }[]>`
    SELECT count(*)::int AS fresh,
      count(*) FILTER (
        WHERE coalesce(ticked_at, started_at) > now() - make_interval(secs => ${tickFreshS}))::int
        AS ticking
    FROM workers
    WHERE stopped_at IS NULL AND heartbeat_at > now() - make_interval(secs => ${heartbeatFreshS})`;
  if (!row?.fresh) {
    return [
      { code: "no_worker", message: `no worker heartbeat in the last ${heartbeatFreshS} seconds` },
    ];
  }
  if (row.ticking > 0) return [];
  return [
    {
      code: "tick_failing",
      message: `no worker has planned and closed delivery windows for ${tickFreshS} seconds`,
    },
  ];
}

/** Slots that have been open for a while, with content, but have no ledger yet. */
async function checkUnplanned(ctx: Context): Promise<FoundProblem[]> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - planningMs * ctx.clock.rate());
  const setTo = ctx.clock.setTo();
  if (setTo && setTo > before) return [];
  const overdue = (await findOpenSlots(ctx)).filter((slot) => slot.opensAt < before);
  if (overdue.length === 0) return [];
  const dates = [...new Set(overdue.map((slot) => slot.localDate))].map(toDatabaseDate);
  const ready = await ctx.db.$queryRaw<{ local_date: Date }[]>`
    SELECT local_date FROM daily_messages
    WHERE local_date = ANY(${dates}::date[]) AND is_active AND may_be_sent(local_date, ${before})
      AND coalesce(updated_at, created_at) < ${before}`;
  const planned = await ctx.db.deliverySlot.findMany({
    where: { localDate: { in: dates }, plannedAt: { not: null } },
    select: { localDate: true, timezone: true, channel: true },
  });
  const readyDates = new Set(ready.map((row) => fromDatabaseDate(row.local_date)));
  const keyOf = (localDate: string, timezone: string, channel: string) =>
    `${localDate} ${timezone} ${channel}`;
  const done = new Set(
    planned.map((row) => keyOf(fromDatabaseDate(row.localDate), row.timezone, row.channel)),
  );
  return overdue
    .filter(({ localDate }) => readyDates.has(localDate))
    .filter(({ localDate, timezone, channel }) => !done.has(keyOf(localDate, timezone, channel)))
    .map(({ localDate, timezone, channel }) => ({
      code: "not_planned",
      message: `the window for ${localDate} (${channel}, ${timezone}) is open but not planned`,
      slot: { localDate, timezone, channel },
    }));
}

async function checkUnsent(ctx: Context): Promise<FoundProblem[]> {
  const now = ctx.clock.now();
  const recent = new Date(now.getTime() - recentHours * 3_600_000);
  const { emailLeadMinutes } = ctx.settings;
  const rows = await ctx.db.$queryRaw<
    { local_date: Date; timezone: string; channel: Channel; count: number }[]
  >`
    SELECT s.local_date, s.timezone, s.channel, sum(c.change)::int AS count
    FROM delivery_slots s
    JOIN delivery_counts c USING (local_date, channel, timezone)
    WHERE c.state = 'pending' AND (s.closed_at IS NULL OR s.closed_at > ${recent})
      AND s.opens_at + make_interval(mins => CASE s.channel
        WHEN 'email' THEN ${emailLeadMinutes + graceMinutes.email}::int ELSE ${graceMinutes.sms}::int END) < ${now}
    GROUP BY 1, 2, 3 HAVING sum(c.change) > 0`;
  return rows.map((row) => ({
    code: "unsent",
    message: `${countOf(row.count, "delivery", "deliveries")} unsent for ${fromDatabaseDate(row.local_date)} (${row.channel}, ${row.timezone})`,
    slot: { ...row, localDate: fromDatabaseDate(row.local_date) },
    count: row.count,
  }));
}

/** What was missed, until somebody has given the day back or dismissed it, and unwritten briefings. */
async function checkMissed(ctx: Context): Promise<FoundProblem[]> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - recentHours * 3_600_000);
  const rows = await ctx.db.$queryRaw<
    { local_date: Date; timezone: string; channel: Channel; count: number }[]
  >`
    SELECT c.local_date, c.timezone, c.channel, sum(c.change)::int AS count
    FROM (SELECT DISTINCT local_date FROM missed_days
      WHERE state = 'missed' AND finished_at IS NULL) open
    JOIN delivery_counts c USING (local_date)
    WHERE c.state = 'missed'
    GROUP BY 1, 2, 3 HAVING sum(c.change) > 0`;
  const unwritten = await ctx.db.$queryRaw<{ local_date: Date }[]>`
    SELECT DISTINCT local_date FROM delivery_slots
    WHERE unsent > 0 AND closes_at > ${since}`;
  return [
    ...rows.map((row) => ({
      code: "missed" as const,
      message: `${countOf(row.count, "delivery", "deliveries")} missed for ${fromDatabaseDate(row.local_date)} (${row.channel}, ${row.timezone})`,
    })),
    ...unwritten.map((row) => ({
      code: "no_message" as const,
      message: `no active, approved daily message for ${fromDatabaseDate(row.local_date)} before a delivery window closed`,
    })),
  ];
}

async function checkUndelivered(ctx: Context): Promise<FoundProblem[]> {
  return (await listUndelivered(ctx)).map((slot) => ({
    code: "undelivered",
    message: `${slot.undelivered} of ${slot.accepted} undelivered for ${fromDatabaseDate(slot.localDate)} (${slot.channel}, ${slot.timezone})`,
    slot: { ...slot, localDate: fromDatabaseDate(slot.localDate) },
    count: slot.undelivered,
    of: slot.accepted,
  }));
}

async function checkContent(ctx: Context): Promise<FoundProblem[]> {
  const now = ctx.clock.now();
  const { localDate } = await findNextSlot(ctx);
  if (!isPastAlertTime(now, localDate)) return [];
  const state = await findMessageState(ctx, localDate);
  if (state === "active") return [];
  const isUnapproved = state === "unapproved";
  const message = isUnapproved
    ? `the briefing for ${localDate} isn't approved`
    : `no active daily message for ${localDate}`;
  return [{ code: "not_ready", message, unready: { localDate, isUnapproved } }];
}

/** Slots that can't finish by the promised time: of the dates being sent, and the evening before. */
async function checkCapacity(ctx: Context): Promise<FoundProblem[]> {
  const now = ctx.clock.now();
  const next = await findNextSlot(ctx);
  const dates = [
    ...(await findOpenSlots(ctx)),
    ...(isPastAlertTime(now, next.localDate) ? [next] : []),
  ].map(({ localDate }) => localDate);
  const forecasts = await Promise.all([...new Set(dates)].map((date) => forecastDate(ctx, date)));
  return forecasts
    .flat()
    .filter(({ isLate }) => isLate)
    .map(({ localDate, timezone, channel, minutes }) => ({
      code: "over_capacity",
      message: `the window for ${localDate} (${channel}, ${timezone}) needs ${countOf(minutes, "minute")}, too many to finish in time`,
      slot: { localDate, timezone, channel },
      minutes,
    }));
}

async function checkProviders(ctx: Context): Promise<FoundProblem[]> {
  const rows = await ctx.db.$queryRaw<{ provider: string; reason: string }[]>`
    SELECT provider, pause_reason AS reason FROM provider_rate_limits
    WHERE paused_until > now() AND pause_reason IN ('unauthorized', 'rejecting', 'unanswered')`;
  return rows.map(({ provider, reason }) => {
    if (reason === "rejecting") {
      const message = `${provider} refuses many messages for the same reason`;
      return { code: "provider_rejecting", message, provider };
    }
    if (reason === "unanswered") {
      return { code: "provider_unavailable", message: `${provider} doesn't answer`, provider };
    }
    return { code: "provider_unauthorized", message: `${provider} rejects our API key`, provider };
  });
}

/** Delivery reports that nothing applies. While they wait, unknown outcomes aren't resolved. */
async function checkReports(ctx: Context): Promise<FoundProblem[]> {
  const before = new Date(ctx.clock.now().getTime() - reportsMs * ctx.clock.rate());
  const setTo = ctx.clock.setTo();
  if (setTo && setTo > before) return [];
  const [oldest] = await ctx.db.$queryRaw<{ received_at: Date }[]>`
    SELECT received_at FROM webhook_events
    WHERE report IS NOT NULL AND applied_at IS NULL AND problem IS NULL ORDER BY id LIMIT 1`;
  if (!oldest || oldest.received_at >= before) return [];
  const message = `delivery reports have been waiting since ${oldest.received_at.toISOString()}`;
  return [{ code: "reports_waiting", message, since: oldest.received_at }];
}

async function checkRestore(ctx: Context): Promise<FoundProblem[]> {
  const restore = await findOpenRestore(ctx);
  // A new machine's first check is over in a second, unless it fails.
  if (!restore || (restore.confirmedAt === null && restore.error === null)) return [];
  const what = restore.confirmedAt ? "the database was restored" : "the database may be incomplete";
  return [{ code: "database_restored", message: `${what}, so nothing is sent yet` }];
}

/** Every current delivery problem; empty while the promise holds. */
export async function listDeliveryProblems(ctx: Context): Promise<FoundProblem[]> {
  const checks = [
    checkWorkers,
    checkUnplanned,
    checkUnsent,
    checkMissed,
    checkUndelivered,
    checkContent,
    checkCapacity,
    checkProviders,
    checkReports,
    checkRestore,
  ];
  return (await Promise.all(checks.map((check) => check(ctx)))).flat();
}
