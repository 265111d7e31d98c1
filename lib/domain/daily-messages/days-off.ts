import {
  addDays,
  type DaysOff,
  fromDatabaseDate,
  isBriefingDay,
  isWeekday,
  nextBriefingDay,
  toDatabaseDate,
} from "@/lib/calendar/days";
import { type Gap, marketsSchema } from "@/lib/contracts/days-off";
import type { Transaction } from "@/lib/platform/database/database";

type Reading = { db: Pick<Transaction, "dayOff"> };

/** All days off, or those from a date on (`YYYY-MM-DD`), earliest first. */
export async function listDaysOff({ db }: Reading, from?: string): Promise<DaysOff> {
  const rows = await db.dayOff.findMany({
    ...(from !== undefined && { where: { localDate: { gte: toDatabaseDate(from) } } }),
    orderBy: { localDate: "asc" },
    select: { localDate: true },
  });
  return rows.map(({ localDate }) => fromDatabaseDate(localDate));
}

/** Whether a date (`YYYY-MM-DD`) has a briefing: it's neither on a weekend nor a day off. */
export async function hasBriefing(ctx: Reading, date: string): Promise<boolean> {
  return isWeekday(date) && !(await isDayOff(ctx, date));
}

/** Whether a date (`YYYY-MM-DD`) is a day off. */
export async function isDayOff({ db }: Reading, date: string): Promise<boolean> {
  return (await db.dayOff.count({ where: { localDate: toDatabaseDate(date) } })) > 0;
}

/** The days off after the last briefing on or before a date (`YYYY-MM-DD`); null if there are none. */
export async function findGap({ db }: Reading, date: string): Promise<Gap | null> {
  const rows = await db.dayOff.findMany({
    orderBy: { localDate: "asc" },
    select: { localDate: true, markets: true },
  });
  const marked = rows.map(({ localDate, markets }) => ({
    date: fromDatabaseDate(localDate),
    markets: marketsSchema.nullable().parse(markets),
  }));
  const all = marked.map((day) => day.date);
  let last = date;
  while (!isBriefingDay(last, all)) last = addDays(last, -1);
  const next = nextBriefingDay(last, all);
  const gap = marked.filter((day) => last < day.date && day.date < next);
  const [first] = gap;
  if (!first) return null;
  const isSame = gap.every(({ markets }) => markets === first.markets);
  return { daysOff: gap.map((day) => day.date), markets: isSame ? first.markets : null, next };
}
