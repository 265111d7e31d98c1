import { dayMs } from "@/lib/calendar/units";
import type { DeliveryDayView } from "@/lib/contracts/admin/deliveries";
import { retentionPeriods } from "@/lib/contracts/retention";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../../context";
import { readReply, readStoryNumber } from "../../../contact/texts/read-reply";
import { slotsOfDate } from "../../schedule/slots";

/** Characters of a reply that decide what it is. */
const readLength = 200;

/**
 * What people texted back within a day of a briefing's first text. Null once such texts have been
 * deleted.
 *
 * @param date YYYY-MM-DD
 */
export async function countReplies(
  ctx: Context,
  date: string,
): Promise<DeliveryDayView["replies"]> {
  const openings = slotsOfDate(date, ctx.settings.emailLeadMinutes)
    .filter(({ channel }) => channel === "sms")
    .map(({ opensAt }) => opensAt.getTime());
  const from = new Date(Math.min(...openings));
  const until = new Date(from.getTime() + dayMs);
  const months = [from, until].map((at) => `${at.toISOString().slice(0, 7)}-01`);
  // A month is deleted as a whole.
  const [first = date] = months;
  const keptMs = retentionPeriods.webhookEvent.days * dayMs;
  if (ctx.clock.now().getTime() - Date.parse(first) > keptMs) return null;
  const rows = await ctx.db.$queryRaw<{ body: string; handled: string | null; count: number }[]>`
    SELECT coalesce(left(payload ->> 'Body', ${readLength}), '') AS body,
      payload ->> 'OptOutType' AS handled, count(*)::int AS count
    FROM webhook_events
    WHERE kind = 'inbound' AND received_at >= ${from} AND received_at < ${until}
      AND month IN (${Prisma.join(months.map((month) => Prisma.sql`${month}::date`))})
    GROUP BY 1, 2`;
  const replies = { stops: 0, stories: 0, others: 0 };
  for (const { body, handled, count } of rows) {
    const command = handled ?? readReply(body);
    if (command === "STOP") replies.stops += count;
    else if (command === null && readStoryNumber(body) !== null) replies.stories += count;
    else replies.others += count;
  }
  return replies;
}
