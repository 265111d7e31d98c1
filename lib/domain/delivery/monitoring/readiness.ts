import { Temporal } from "temporal-polyfill";
import { toDatabaseDate } from "@/lib/contracts/calendar";
import type { Context } from "../../context";

/** Hour in London, the first zone, from which the next day's briefing should be ready. */
const alertHour = 18;

/** Whether a date has an active daily message. */
export async function isBriefingReady(
  ctx: Pick<Context, "db">,
  localDate: string,
): Promise<boolean> {
  const active = await ctx.db.dailyMessage.count({
    where: { localDate: toDatabaseDate(localDate), isActive: true },
  });
  return active > 0;
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
