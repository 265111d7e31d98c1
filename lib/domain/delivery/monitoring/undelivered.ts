import { dayMs } from "@/lib/calendar/units";
import { fromDatabaseDate } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { cityOf } from "@/lib/calendar/zones";
import type { Channel } from "@/lib/contracts/primitives";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Context } from "../../context";
import { raiseAlert } from "../../outbox/operator-alerts";
import { inMonthOf } from "../ledger/ledger-month";
import { returnedReports } from "../ledger/outcomes";

/** Single failures are normal: phones are off and mailboxes full. */
const normal = { count: 2, share: 0.05 } as const;

/** A slot of which more than usual came back. */
export type Undelivered = {
  slotId: number;
  localDate: Date;
  timezone: string;
  channel: Channel;
  accepted: number;
  undelivered: number;
};

/** The slots of the last day of which more messages came back than is normal. */
export async function listUndelivered(ctx: Context): Promise<Undelivered[]> {
  const since = new Date(ctx.clock.now().getTime() - dayMs);
  return ctx.db.$queryRaw<Undelivered[]>`
    SELECT * FROM (
      SELECT s.id AS "slotId", s.local_date AS "localDate", s.timezone, s.channel,
        sum(c.change)::int AS accepted, (coalesce(sum(c.change) FILTER (
          WHERE c.provider_status = ANY(${returnedReports})), 0))::int AS undelivered
      FROM delivery_slots s JOIN delivery_counts c USING (local_date, channel, timezone)
      WHERE s.opens_at > ${since} AND c.state = 'accepted'
      GROUP BY 1) slot
    WHERE undelivered > ${normal.count} AND undelivered > accepted * ${normal.share}::float8
    ORDER BY "slotId"`;
}

/** Tells the operator, once per slot, how many of its messages came back, and why. */
export async function alertAboutUndelivered(ctx: Context): Promise<void> {
  for (const { slotId, localDate, timezone, channel, ...counts } of await listUndelivered(ctx)) {
    const date = fromDatabaseDate(localDate);
    const key = `undelivered:${date}:${timezone}:${channel}`;
    if (await ctx.db.operatorAlert.findUnique({ where: { key }, select: { key: true } })) continue;
    const codes = await ctx.db.$queryRaw<{ code: string | null; count: number }[]>`
      SELECT d.provider_code AS code, count(*)::int AS count
      FROM delivery_batches b JOIN deliveries d ON d.batch_id = b.id AND ${inMonthOf(date)}
      WHERE b.slot_id = ${slotId} AND d.state = 'accepted'
        AND d.provider_status = ANY(${returnedReports})
      GROUP BY 1 ORDER BY 2 DESC LIMIT 10`;
    await raiseAlert(ctx, {
      key,
      ...operatorAlertMessages.undelivered(
        formatLongWeekdayMonthDay(date),
        cityOf(timezone),
        channel,
        counts,
        codes,
      ),
    });
  }
}
