import { Temporal } from "temporal-polyfill";
import type { CalendarDay, EditorCalendarView } from "@/lib/contracts/briefings";
import {
  type DaysOff,
  fromDatabaseDate,
  isBriefingDay,
  isWeekday,
  localDateAt,
  nextBriefingDay,
  nextWeekday,
  toDatabaseDate,
} from "@/lib/calendar/days";
import { timezoneNames } from "@/lib/contracts/timezones";
import { listDailyMessages } from "../../daily-messages/daily-messages";
import { longestMessage } from "../../daily-messages/message-length";
import { listDaysOff } from "../../daily-messages/days-off";
import { composeSmsText } from "../content/sms-text";
import { findCurrentDate } from "./figures/describe-briefing";
import { forecastDate, type ForecastContext } from "./forecast";
import { findMarketHoliday } from "../schedule/market-holidays";
import { isDateOver, slotsOfDate } from "../schedule/slots";
import { released } from "../../posts/post-dates";

/** More messages than three weeks can have in practice. */
const maxMessages = 500;

/**
 * The next date that no zone has started, and when its first zone starts.
 *
 * @param emailLeadMinutes how many minutes before 8:00 email starts
 */
export function nextBriefing(
  now: Date,
  emailLeadMinutes: number,
  daysOff: DaysOff,
): { localDate: string; opensAt: Date } {
  let localDate = localDateAt(now, "Europe/London");
  for (;;) {
    const opensAt = isBriefingDay(localDate, daysOff)
      ? slotsOfDate(localDate, emailLeadMinutes)[0]?.opensAt
      : undefined;
    if (opensAt && opensAt > now) return { localDate, opensAt };
    localDate = nextBriefingDay(localDate, daysOff);
  }
}

/**
 * Every day (YYYY-MM-DD) of the two or three weeks, Monday to Sunday, that contain a day and the 13
 * after it. On a weekend, they start with the coming Monday.
 */
export function weeksAhead(localDate: string): string[] {
  const first = isWeekday(localDate) ? localDate : nextWeekday(localDate);
  const day = Temporal.PlainDate.from(first);
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  const count = monday.equals(day) ? 14 : 21;
  return Array.from({ length: count }, (_, index) => monday.add({ days: index }).toString());
}

/** The two weeks from the Monday on or before a day. */
export function twoWeeksFrom(localDate: string): string[] {
  const day = Temporal.PlainDate.from(localDate);
  return weeksAhead(day.subtract({ days: day.dayOfWeek - 1 }).toString());
}

/**
 * The next briefing, and the messages and posts of each day.
 *
 * @param from YYYY-MM-DD, for the two weeks from its Monday; by default the coming weeks
 */
export async function getEditorCalendar(
  ctx: ForecastContext,
  from?: string,
): Promise<EditorCalendarView> {
  const now = ctx.clock.now();
  const { siteUrl, emailLeadMinutes } = ctx.settings;
  const newYorkDate = localDateAt(now, "America/New_York");
  const daysOff = await listDaysOff(ctx);
  const next = nextBriefing(now, emailLeadMinutes, daysOff);
  const current = await findCurrentDate(ctx);
  const dates = from === undefined ? weeksAhead(newYorkDate) : twoWeeksFrom(from);
  const [nextDays, days, forecast, freeDate] = await Promise.all([
    readDays(ctx, [next.localDate], now, daysOff),
    readDays(ctx, dates, now, daysOff),
    forecastDate(ctx, next.localDate),
    findFreeDate(ctx, next.localDate, daysOff),
  ]);
  const [day] = nextDays;
  if (!day) throw new Error(`no calendar day for ${next.localDate}`);
  const active = day.messages.find(({ isActive }) => isActive);
  const smsText = active && composeSmsText(active.message, day.posts[0]?.slug ?? null, siteUrl);
  const late = forecast
    .filter(({ isLate }) => isLate)
    .map(({ channel, timezone, minutes }) => ({ channel, timezone, minutes }));
  return {
    now: now.toISOString(),
    newYorkDate,
    siteUrl,
    longestMessage: longestMessage(siteUrl),
    emailLeadMinutes,
    today: current === next.localDate ? null : current,
    next: {
      opensAt: next.opensAt.toISOString(),
      freeDate,
      day,
      smsText: smsText ?? null,
      late: active ? late : [],
    },
    days,
  };
}

/** The first date with a briefing from one on (YYYY-MM-DD) that has no post, not even a draft. */
async function findFreeDate(
  { db }: ForecastContext,
  from: string,
  daysOff: DaysOff,
): Promise<string> {
  const posts = await db.post.findMany({
    where: { localDate: { gte: toDatabaseDate(from) }, deletedAt: null },
    distinct: ["localDate"],
    select: { localDate: true },
  });
  const taken = new Set(posts.map((post) => fromDatabaseDate(post.localDate)));
  let date = from;
  while (taken.has(date)) date = nextBriefingDay(date, daysOff);
  return date;
}

/** @param dates consecutive, earliest first */
async function readDays(
  ctx: ForecastContext,
  dates: readonly string[],
  now: Date,
  daysOff: DaysOff,
): Promise<CalendarDay[]> {
  const [from = "", to = ""] = [dates.at(0), dates.at(-1)];
  const localDate = { gte: toDatabaseDate(from), lte: toDatabaseDate(to) };
  const [{ messages }, posts, started] = await Promise.all([
    listDailyMessages(ctx, { from, to, limit: maxMessages }),
    ctx.db.post.findMany({
      where: { localDate, ...released },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: { id: true, slug: true, title: true, localDate: true },
    }),
    ctx.db.deliverySlot.findMany({
      where: { localDate, editionId: { not: null } },
      distinct: ["localDate"],
      select: { localDate: true },
    }),
  ]);
  const startedDates = new Set(started.map((slot) => fromDatabaseDate(slot.localDate)));
  return dates.map((date) => ({
    date,
    isWeekday: isWeekday(date),
    isDayOff: daysOff.includes(date),
    holiday: findMarketHoliday(date),
    messages: messages
      .filter((message) => message.date === date)
      .toSorted((a, b) => Number(b.isActive) - Number(a.isActive)),
    posts: posts
      .filter((post) => fromDatabaseDate(post.localDate) === date)
      .map(({ id, slug, title }) => ({ id, slug, title })),
    hasStarted: startedDates.has(date),
    isOver: isWeekday(date)
      ? isDateOver(date, ctx.settings.emailLeadMinutes, now)
      : timezoneNames.every((timezone) => localDateAt(now, timezone) > date),
  }));
}
