import { fromDatabaseDate, isWeekday } from "@/lib/calendar/days";
import type { DeliveryReason, Figures, Outcome } from "@/lib/contracts/admin/deliveries";
import type { Channel } from "@/lib/contracts/primitives";
import { deliveriesMessages } from "@/lib/messages/admin/deliveries";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../../context";
import { outcomeSql, reasonSql } from "../../ledger/outcomes";

/** For how many people of a slot it ended in one way. */
export type FigureCount = {
  timezone: string;
  channel: Channel;
  outcome: Outcome;
  /** The ledger's, or the provider's report; `unknown` without either. */
  reason: string;
  count: number;
};

/**
 * The counters that triggers keep, and what slots owed that closed without a message: nobody has a row of
 * those.
 */
const countsSql = (from: string, to: string) => Prisma.sql`(
  SELECT local_date, timezone, channel, state, reason, provider_status, change
  FROM delivery_counts WHERE local_date BETWEEN ${from}::date AND ${to}::date
  UNION ALL
  SELECT local_date, timezone, channel, 'missed', 'no_message', NULL, unsent
  FROM delivery_slots WHERE unsent > 0 AND local_date BETWEEN ${from}::date AND ${to}::date) d`;

/**
 * Counts what was to be sent on days by slot and outcome, in the order of channels.
 *
 * @param from YYYY-MM-DD
 * @param to YYYY-MM-DD
 */
export function listFigureCounts(
  { db }: Pick<Context, "db">,
  from: string,
  to: string,
): Promise<FigureCount[]> {
  return db.$queryRaw<FigureCount[]>`
    SELECT timezone, channel, ${outcomeSql} AS outcome, ${reasonSql} AS reason,
      sum(change)::int AS count
    FROM ${countsSql(from, to)}
    GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
    ORDER BY 2, 1, 3, 4`;
}

/** How many people of a day and channel it ended for in one way. */
export type DailyCount = {
  /** YYYY-MM-DD */
  date: string;
  channel: Channel;
  outcome: Outcome;
  /** What the provider reported later. */
  providerStatus: string | null;
  count: number;
};

/** Counts what was to be sent by day, which is a tenth of the rows. */
export async function listDailyCounts(
  ctx: Pick<Context, "db">,
  from: string,
  to: string,
): Promise<DailyCount[]> {
  const rows = await ctx.db.$queryRaw<(Omit<DailyCount, "date"> & { day: Date })[]>`
    SELECT local_date AS day, channel, ${outcomeSql} AS outcome,
      provider_status AS "providerStatus", sum(change)::int AS count
    FROM ${countsSql(from, to)}
    GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0
    ORDER BY 1`;
  return rows
    .map(({ day, ...row }) => ({ ...row, date: fromDatabaseDate(day) }))
    .filter(({ date }) => isWeekday(date));
}

/** Adds counts up. */
export function sumFigures(counts: readonly Pick<FigureCount, "outcome" | "count">[]): Figures {
  const figures: Figures = {
    toSend: 0,
    accepted: 0,
    delivered: 0,
    pending: 0,
    excluded: 0,
    failed: 0,
    missed: 0,
  };
  for (const { outcome, count } of counts) {
    figures[outcome] += count;
    if (outcome !== "excluded") figures.toSend += count;
  }
  return figures;
}

/** Why deliveries were excluded, failed, or missed; most frequent first. */
export function listReasons(counts: readonly FigureCount[]): DeliveryReason[] {
  const reasons = new Map<string, DeliveryReason>();
  for (const { channel, outcome, reason, count } of counts) {
    if (outcome === "accepted" || outcome === "delivered" || outcome === "pending") continue;
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
