import { fromDatabaseDate, isWeekday } from "@/lib/calendar/days";
import type { DeliveryReason, Figures, Outcome } from "@/lib/contracts/admin/deliveries";
import type { Channel } from "@/lib/contracts/primitives";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../../context";

/** How many people of a slot it ended for in one way. */
export type FigureCount = {
  /** YYYY-MM-DD */
  date: string;
  timezone: string;
  channel: Channel;
  /** pending, accepted, excluded, failed, missed. */
  state: string;
  reason: string | null;
  /** What the provider reported later. */
  providerStatus: string | null;
  count: number;
};

const arrived = ["delivered", "complained"];
const returned = ["bounced", "soft_bounced", "undelivered", "failed"];

/** What a ledger row's state and its provider's report mean together. */
export function outcomeOf(state: string, providerStatus: string | null): Outcome {
  if (state === "accepted" && providerStatus !== null) {
    if (arrived.includes(providerStatus)) return "delivered";
    if (returned.includes(providerStatus)) return "failed";
  }
  if (state === "pending" || state === "excluded" || state === "failed") return state;
  return state === "missed" ? "missed" : "accepted";
}

/** The same for a statement about deliveries `d`. */
export const outcomeSql = Prisma.sql`
  CASE WHEN d.state <> 'accepted' THEN d.state
    WHEN d.provider_status = ANY(${arrived}::text[]) THEN 'delivered'
    WHEN d.provider_status = ANY(${returned}::text[]) THEN 'failed'
    ELSE 'accepted' END`;

/**
 * The counters that triggers keep, and what slots owed that closed without a message: nobody has a row of
 * those.
 */
const countsSql = (from: string, to: string) => Prisma.sql`(
  SELECT local_date, timezone, channel, state, reason, provider_status, change
  FROM delivery_counts WHERE local_date BETWEEN ${from}::date AND ${to}::date
  UNION ALL
  SELECT local_date, timezone, channel, 'missed', 'no_message', NULL, unsent
  FROM delivery_slots WHERE unsent > 0 AND local_date BETWEEN ${from}::date AND ${to}::date) counts`;

/**
 * Counts what was to be sent on days by slot and outcome.
 *
 * @param from YYYY-MM-DD
 * @param to YYYY-MM-DD
 */
export async function listFigureCounts(
  ctx: Pick<Context, "db">,
  from: string,
  to: string,
): Promise<FigureCount[]> {
  const rows = await ctx.db.$queryRaw<(Omit<FigureCount, "date"> & { day: Date })[]>`
    SELECT local_date AS day, timezone, channel, state, reason,
      provider_status AS "providerStatus", sum(change)::int AS count
    FROM ${countsSql(from, to)}
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(change) <> 0`;
  return rows.map(({ day, ...row }) => ({ ...row, date: fromDatabaseDate(day) }));
}

/** The same by day, which is a tenth of the rows. */
export async function listDailyCounts(
  ctx: Pick<Context, "db">,
  from: string,
  to: string,
): Promise<Omit<FigureCount, "timezone" | "reason">[]> {
  const rows = await ctx.db.$queryRaw<
    (Omit<FigureCount, "date" | "timezone" | "reason"> & { day: Date })[]
  >`
    SELECT local_date AS day, channel, state, provider_status AS "providerStatus",
      sum(change)::int AS count
    FROM ${countsSql(from, to)}
    GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
    ORDER BY 1`;
  return rows
    .map(({ day, ...row }) => ({ ...row, date: fromDatabaseDate(day) }))
    .filter(({ date }) => isWeekday(date));
}

/** Adds counts up. */
export function sumFigures(
  counts: readonly Pick<FigureCount, "state" | "providerStatus" | "count">[],
): Figures {
  const figures: Figures = {
    toSend: 0,
    accepted: 0,
    delivered: 0,
    pending: 0,
    excluded: 0,
    failed: 0,
    missed: 0,
  };
  for (const { state, providerStatus, count } of counts) {
    const outcome = outcomeOf(state, providerStatus);
    figures[outcome] += count;
    if (outcome !== "excluded") figures.toSend += count;
  }
  return figures;
}

/** What a row that didn't arrive is grouped by: the ledger's reason, or the provider's report. */
export function reasonOf({
  reason,
  providerStatus,
  state,
}: Pick<FigureCount, "reason" | "providerStatus" | "state">): string {
  return (state === "accepted" ? providerStatus : reason) ?? "unknown";
}

/** Why deliveries were excluded, failed, or missed; most frequent first. */
export function listReasons(counts: readonly FigureCount[]): DeliveryReason[] {
  const reasons = new Map<string, DeliveryReason>();
  for (const row of counts) {
    const { channel, count } = row;
    const outcome = outcomeOf(row.state, row.providerStatus);
    if (outcome === "accepted" || outcome === "delivered" || outcome === "pending") continue;
    const reason = reasonOf(row);
    const key = `${channel} ${outcome} ${reason}`;
    const known = reasons.get(key)?.count ?? 0;
    const label = describeReason(channel, outcome, reason);
    reasons.set(key, { channel, outcome, reason, label, count: known + count });
  }
  return [...reasons.values()].toSorted((a, b) => b.count - a.count);
}

/** A reason in words; its code, if it has none. */
export function describeReason(channel: Channel, outcome: Outcome, reason: string): string {
  const { missedReasons, reasons } = deliveriesMessages;
  if (outcome === "missed") return lookUp(missedReasons, reason) ?? deliveriesMessages.notInTime;
  if (outcome === "failed" && channel === "sms" && reason === "failed") return reasons.undelivered;
  return lookUp(reasons, reason) ?? reason.replaceAll("_", " ");
}

function lookUp(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
