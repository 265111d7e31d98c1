import { addDays, isWeekday, localDateAt, toDatabaseDate } from "@/lib/calendar/days";
import type {
  DeliveryDayView,
  DeliveryPeriodView,
  Figures,
} from "@/lib/contracts/admin/deliveries";
import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../../../context";
import { isDayOff } from "../../../daily-messages/days-off";
import { isDateOver, isOf } from "../../schedule/slots";
import { findVisits } from "../../reports/visits";
import { countReplies } from "./replies";
import { describeBriefing } from "./describe-briefing";
import { listDailyCounts, listFigureCounts, listReasons, sumFigures } from "./figures";

/**
 * How the deliveries of a period ended, by day and channel. Its last day is today in London, where the day
 * starts first.
 *
 * @param days how many days to look back, today included
 */
export async function getDeliveryPeriod(ctx: Context, days: number): Promise<DeliveryPeriodView> {
  const now = ctx.clock.now();
  const to = localDateAt(now, "Europe/London");
  const from = addDays(to, 1 - days);
  const counts = await listDailyCounts(ctx, from, to);
  const emails = counts.filter(({ channel }) => channel === "email");
  const byStatus = (status: string) =>
    emails.reduce((sum, row) => sum + (row.providerStatus === status ? row.count : 0), 0);
  return {
    now: now.toISOString(),
    from,
    to,
    days: [...Map.groupBy(counts, ({ date }) => date)].map(([date, rows]) => ({
      date,
      email: sumFigures(rows.filter(({ channel }) => channel === "email")),
      sms: sumFigures(rows.filter(({ channel }) => channel === "sms")),
      isOver: isDateOver(date, ctx.settings.emailLeadMinutes, now),
    })),
    bounces: {
      hard: byStatus("bounced"),
      soft: byStatus("soft_bounced"),
      complaints: byStatus("complained"),
    },
  };
}

/**
 * How the deliveries of one day ended, by zone and channel, and why.
 *
 * @param date YYYY-MM-DD
 */
export async function getDeliveryDay(ctx: Context, date: string): Promise<DeliveryDayView> {
  const visits = await findVisits(ctx, date);
  const isOff = await isDayOff(ctx, date);
  if (!isWeekday(date) || isOff) {
    return { date, isDayOff: isOff, zones: [], reasons: [], visits, texts: [], replies: null };
  }
  const [counts, { zones }] = await Promise.all([
    listFigureCounts(ctx, date, date),
    describeBriefing(ctx, date),
  ]);
  const editions = await ctx.db.edition.findMany({
    where: { localDate: toDatabaseDate(date), slots: { some: { plannedAt: { not: null } } } },
    orderBy: { number: "asc" },
    select: { smsText: true },
  });
  const sentTexts = editions.map(({ smsText }) => smsText);
  const texts = [...new Set(sentTexts)];
  const replies = await countReplies(ctx, date);
  return {
    date,
    isDayOff: false,
    zones: zones.map(({ timezone, state, missedPeople }) => {
      const of = (channel: Channel): Figures =>
        sumFigures(counts.filter(isOf({ timezone, channel })));
      // What isn't planned isn't in the day's figures yet.
      return { timezone, state, missedPeople, email: of("email"), sms: of("sms") };
    }),
    reasons: listReasons(counts),
    visits,
    texts,
    replies,
  };
}
