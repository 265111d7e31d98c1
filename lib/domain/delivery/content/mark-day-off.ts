import { addDays, isWeekday, localDateAt, toDatabaseDate } from "@/lib/calendar/days";
import { formatLongMonthDayYear } from "@/lib/calendar/format";
import type { DayOffView } from "@/lib/contracts/days-off";
import { daysOffMessages as messages } from "@/lib/messages/days-off";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { isDayOff, listDaysOff } from "../../daily-messages/days-off";
import { findMarketHoliday, listMarketHolidays } from "../schedule/market-holidays";
import { slotsOfDate } from "../schedule/slots";
import { lockContent } from "./editions";

type Writing = Pick<Context, "db" | "clock" | "settings">;

/** How far ahead market holidays are offered. */
const offeredDays = 366;

/** Whether the first zone of a weekday has started, by the service clock. */
function hasOpened({ clock, settings }: Pick<Writing, "clock" | "settings">, date: string) {
  const [first] = slotsOfDate(date, settings.emailLeadMinutes);
  return first !== undefined && first.opensAt <= clock.now();
}

/** The days off from today on, and the market holidays that could become days off, earliest first. */
export async function listDayOffChoices(ctx: Writing): Promise<DayOffView[]> {
  const today = localDateAt(ctx.clock.now(), "Europe/London");
  const marked = await listDaysOff(ctx, today);
  const holidays = listMarketHolidays(today, addDays(today, offeredDays));
  const dates = [...new Set([...marked, ...holidays])].toSorted();
  return dates
    .map((date) => ({
      date,
      isDayOff: marked.includes(date),
      holiday: findMarketHoliday(date),
      canChange: !hasOpened(ctx, date),
    }))
    .filter(({ isDayOff: isMarked, canChange }) => isMarked || canChange);
}

/**
 * Marks a weekday as a day without a briefing.
 *
 * @param date YYYY-MM-DD
 * @throws AppError 400 on a weekend; 409 `day_started` once its first zone has, `active_message_exists`
 *   if it has an active message
 */
export async function markDayOff(ctx: Writing, date: string, actor: Actor): Promise<DayOffView> {
  const markets = findMarketHoliday(date)?.markets ?? null;
  return change(ctx, date, async (tx) => {
    if (await isDayOff({ db: tx }, date)) return;
    const localDate = toDatabaseDate(date);
    if ((await tx.dailyMessage.count({ where: { localDate, isActive: true } })) > 0) {
      throw new AppError(409, messages.hasMessage(formatLongMonthDayYear(date)), {
        code: "active_message_exists",
        field: "date",
      });
    }
    await tx.dayOff.create({
      data: { localDate, markets, actor, createdAt: ctx.clock.now() },
    });
    await recordChange(ctx, tx, "marked", date, actor);
  });
}

/**
 * Unmarks a day off. Throws AppError 400 and 409 `day_started` like `markDayOff`.
 *
 * @param date YYYY-MM-DD
 */
export async function unmarkDayOff(ctx: Writing, date: string, actor: Actor): Promise<DayOffView> {
  return change(ctx, date, async (tx) => {
    const { count } = await tx.dayOff.deleteMany({ where: { localDate: toDatabaseDate(date) } });
    if (count > 0) await recordChange(ctx, tx, "unmarked", date, actor);
  });
}

/** Makes a change under the lock that opening a slot takes, unless one of the date has opened. */
async function change(
  ctx: Writing,
  date: string,
  write: (tx: Transaction) => Promise<void>,
): Promise<DayOffView> {
  if (!isWeekday(date)) throw new AppError(400, messages.weekend, { field: "date" });
  return ctx.db.$transaction(async (tx) => {
    await lockContent(tx);
    // A worker's clock may be ahead of this one.
    const slot = await tx.deliverySlot.findFirst({
      where: { localDate: toDatabaseDate(date) },
      select: { id: true },
    });
    if (slot !== null || hasOpened(ctx, date)) {
      throw new AppError(409, messages.tooLate(formatLongMonthDayYear(date)), {
        code: "day_started",
        field: "date",
      });
    }
    await write(tx);
    const isMarked = await isDayOff({ db: tx }, date);
    return { date, isDayOff: isMarked, holiday: findMarketHoliday(date), canChange: true };
  });
}

async function recordChange(
  ctx: Writing,
  tx: Transaction,
  verb: "marked" | "unmarked",
  date: string,
  actor: Actor,
): Promise<void> {
  // Pages say when the next briefing comes.
  await tx.$executeRaw`
    UPDATE page_versions SET version = version + 1 WHERE subject = 'daily_messages'`;
  await recordAudit(ctx, tx, {
    actor,
    action: `day-off.${verb}`,
    subject: `briefing:${date}`,
  });
}
