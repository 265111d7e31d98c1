import type { Timezone } from "@/lib/contracts/timezones";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type AuditEvent } from "../../audit";
import type { Context } from "../../context";
import { holdoverAfterMove, type TimezoneState } from "../schedule/timezone-holdover";

/**
 * Changes a subscriber's time zone so that every date still brings exactly one briefing
 * (docs/product-spec.md, section 7.1). If a date's delivery window is over in the new zone but not
 * in the old one, that date is still delivered in the old zone.
 */
export async function changeTimezone(
  ctx: Context,
  tx: Transaction,
  subscriberId: number,
  timezone: Timezone,
  by: Pick<AuditEvent, "actor"> & { why?: string } = { actor: `subscriber:${subscriberId}` },
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
    actor: by.actor,
    action: "timezone.changed",
    subject: `subscriber:${subscriberId}`,
    detail: {
      before: { timezone: current.timezone },
      after: { timezone },
      ...(by.why && { why: by.why }),
    },
  });
}
