import { isWeekday } from "@/lib/calendar/days";
import type { TodaySlot } from "@/lib/contracts/admin/today";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../../../context";
import { describeAudience, forecastDate } from "../forecast";
import { nextSlot, openSlots, slotsOfDate, type Slot } from "../../schedule/slots";
import { listFigureCounts, sumFigures } from "./figures";

/** The briefing that's being sent, or the next one: YYYY-MM-DD. */
export function currentDate(now: Date, emailLeadMinutes: number): string {
  const [open] = openSlots(now, emailLeadMinutes);
  return (open ?? nextSlot(now, emailLeadMinutes)).localDate;
}

const isOf = (slot: Slot) => (row: { timezone: string; channel: string }) =>
  row.timezone === slot.timezone && row.channel === slot.channel;

/**
 * How far each slot of a weekday is, in the order in which they open. A slot that isn't planned yet shows
 * what the current subscribers add up to.
 *
 * @param localDate YYYY-MM-DD
 * @param heldChannels on which nothing is sent now
 */
export async function listTodaySlots(
  ctx: Context,
  localDate: string,
  heldChannels: readonly Channel[],
): Promise<TodaySlot[]> {
  if (!isWeekday(localDate)) return [];
  const now = ctx.clock.now();
  const [counts, rows, forecast, audience] = await Promise.all([
    listFigureCounts(ctx, localDate, localDate),
    ctx.db.$queryRaw<
      { timezone: string; channel: string; isPlanned: boolean; doneAt: Date | null }[]
    >`
      SELECT s.timezone, s.channel, s.planned_at IS NOT NULL AS "isPlanned", (
        SELECT max(a.sent_after) FROM delivery_batches b
        JOIN send_attempts a ON a.batch_id = b.id AND a.local_date = ${localDate}::date
        WHERE b.slot_id = s.id) AS "doneAt"
      FROM delivery_slots s WHERE s.local_date = ${toDatabaseDate(localDate)}::date`,
    forecastDate(ctx, localDate),
    describeAudience(ctx),
  ]);
  return slotsOfDate(localDate, ctx.settings.emailLeadMinutes).map((slot): TodaySlot => {
    const row = rows.find(isOf(slot));
    const own = counts.filter(isOf(slot));
    const expected = forecast.find(isOf(slot));
    const isPlanned = row?.isPlanned ?? false;
    const isOpen = slot.opensAt <= now && now < slot.closesAt;
    const figures = sumFigures(own);
    if (!isPlanned && own.length === 0 && slot.closesAt > now) {
      const { due, suppressed } = audience.of(slot.timezone, slot.channel);
      figures.excluded = Math.min(due, suppressed);
      figures.toSend = due - figures.excluded;
      figures.pending = figures.toSend;
    }
    const isDone = slot.closesAt <= now || (isPlanned && figures.pending === 0);
    const sending = isOpen && !isDone;
    const finishesAt = isDone ? (row?.doneAt ?? null) : (expected?.finishesAt ?? null);
    return {
      ...figures,
      timezone: slot.timezone,
      channel: slot.channel,
      opensAt: slot.opensAt.toISOString(),
      promisedAt: slot.promisedAt.toISOString(),
      closesAt: slot.closesAt.toISOString(),
      state: isDone ? "done" : sending ? "sending" : "waiting",
      isPlanned,
      doneAt: finishesAt?.toISOString() ?? null,
      isLate: !isDone && (expected?.isLate ?? false),
      isOnHold: !isDone && heldChannels.includes(slot.channel),
    };
  });
}
