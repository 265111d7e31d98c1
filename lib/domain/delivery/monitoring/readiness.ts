import { Temporal } from "temporal-polyfill";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { Context } from "../../context";

/** Hour in London, the first zone, from which the next day's briefing should be ready. */
const alertHour = 18;

/** Whether a date's briefing can go out: `unapproved` if someone has to approve it first. */
export type Readiness = "ready" | "no_message" | "unapproved";

/** Whether a date has an active daily message, and whether it may be sent. */
export async function findReadiness(
  ctx: Pick<Context, "db">,
  localDate: string,
): Promise<Readiness> {
  const [active] = await ctx.db.$queryRaw<{ mayBeSent: boolean }[]>`
    SELECT may_be_sent(local_date) AS "mayBeSent" FROM daily_messages
    WHERE local_date = ${toDatabaseDate(localDate)} AND is_active`;
  if (!active) return "no_message";
  return active.mayBeSent ? "ready" : "unapproved";
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
