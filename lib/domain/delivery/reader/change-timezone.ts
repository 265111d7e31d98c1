import { fromDatabaseDate, toDatabaseDate } from "@/lib/contracts/calendar";
import type { Timezone } from "@/lib/contracts/timezones";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { keptMorning } from "../schedule/timezone-holdover";

type Mornings = { timezone: Timezone; keptDate: Date | null; keptTimezone: Timezone | null };

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
  const [current] = await tx.$queryRaw<Mornings[]>`
    SELECT timezone, kept_date AS "keptDate", kept_timezone AS "keptTimezone"
    FROM subscribers WHERE id = ${subscriberId} FOR UPDATE`;
  if (!current || current.timezone === timezone) return;
  const now = ctx.clock.now();
  await tx.subscriber.update({
    where: { id: subscriberId },
    data: { timezone, updatedAt: now, ...keptAfterMove(current, timezone, now) },
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
function keptAfterMove(current: Mornings, to: Timezone, now: Date) {
  const { timezone, keptDate, keptTimezone } = current;
  const earlier = keptTimezone && keptMorning(now, keptTimezone, to);
  if (earlier && keptDate && fromDatabaseDate(keptDate) === earlier) {
    return { keptDate, keptTimezone };
  }
  const localDate = keptMorning(now, timezone, to);
  return localDate
    ? { keptDate: toDatabaseDate(localDate), keptTimezone: timezone }
    : { keptDate: null, keptTimezone: null };
}
