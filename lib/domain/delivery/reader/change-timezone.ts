import { fromDatabaseDate, toDatabaseDate } from "@/lib/contracts/calendar";
import type { Timezone } from "@/lib/contracts/timezones";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { findHoldoverDate } from "../schedule/timezone-holdover";

type TimezoneState = {
  timezone: Timezone;
  holdoverDate: Date | null;
  holdoverTimezone: Timezone | null;
};

/**
 * Moves a subscriber to another zone, so that every date still brings one briefing: a morning that
 * is over in the new zone and not in the old one is kept in the old one, that date alone. What was
 * sent already counts for its date wherever the person lives. The same zone again changes nothing.
 */
export async function changeTimezone(
  ctx: Context,
  tx: Transaction,
  subscriberId: number,
  timezone: Timezone,
): Promise<void> {
  const [current] = await tx.$queryRaw<TimezoneState[]>`
    SELECT timezone, holdover_date AS "holdoverDate", holdover_timezone AS "holdoverTimezone"
    FROM subscribers WHERE id = ${subscriberId} FOR UPDATE`;
  if (!current || current.timezone === timezone) return;
  const now = ctx.clock.now();
  await tx.subscriber.update({
    where: { id: subscriberId },
    data: { timezone, updatedAt: now, ...holdoverAfterMove(current, timezone, now) },
    select: { id: true },
  });
  await recordAudit(ctx, tx, {
    actor: `subscriber:${subscriberId}`,
    action: "timezone.changed",
    subject: `subscriber:${subscriberId}`,
    detail: { from: current.timezone, to: timezone },
  });
}

/** What is kept from now on. A morning kept from an earlier move goes on being the one left behind. */
function holdoverAfterMove(current: TimezoneState, to: Timezone, now: Date) {
  const { timezone, holdoverDate, holdoverTimezone } = current;
  const earlier = holdoverTimezone && findHoldoverDate(now, holdoverTimezone, to);
  if (earlier && holdoverDate && fromDatabaseDate(holdoverDate) === earlier) {
    return { holdoverDate, holdoverTimezone };
  }
  const localDate = findHoldoverDate(now, timezone, to);
  return localDate
    ? { holdoverDate: toDatabaseDate(localDate), holdoverTimezone: timezone }
    : { holdoverDate: null, holdoverTimezone: null };
}
