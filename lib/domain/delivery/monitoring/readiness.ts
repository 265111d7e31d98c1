import { Temporal } from "temporal-polyfill";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { MessageState } from "@/lib/contracts/briefing-state";
import type { Context } from "../../context";

/** Hour in London, the first zone, from which the next day's briefing should be ready. */
const alertHour = 18;

/** What a date has to send: its active message, whether it may be sent, or an inactive one. */
export async function findMessageState(
  ctx: Pick<Context, "db">,
  localDate: string,
): Promise<MessageState> {
  const [message] = await ctx.db.$queryRaw<{ isActive: boolean; mayBeSent: boolean }[]>`
    SELECT is_active AS "isActive", may_be_sent(local_date) AS "mayBeSent" FROM daily_messages
    WHERE local_date = ${toDatabaseDate(localDate)} ORDER BY is_active DESC LIMIT 1`;
  if (!message) return "none";
  if (!message.isActive) return "inactive";
  return message.mayBeSent ? "active" : "unapproved";
}

/** Whether it's past 18:00 London time on the evening before a date (docs/product-spec.md, section 10.1). */
export function isPastAlertTime(now: Date, localDate: string): boolean {
  const alertAt = Temporal.PlainDate.from(localDate)
    .subtract({ days: 1 })
    .toZonedDateTime({
      timeZone: "Europe/London",
      plainTime: Temporal.PlainTime.from({ hour: alertHour }),
    });
  return now.getTime() >= alertAt.epochMilliseconds;
}
