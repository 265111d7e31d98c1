import { toDatabaseDate } from "@/lib/calendar/days";
import type { TodaySlot, TodayZone } from "@/lib/contracts/admin/today";
import type { Channel } from "@/lib/contracts/primitives";
import type { Timezone } from "@/lib/contracts/timezones";
import type { Context } from "../../../context";
import { hasBriefing } from "../../../daily-messages/days-off";
import { describeAudience, forecastDate, type ForecastContext } from "../forecast";
import { findNextSlot, findOpenSlots } from "../../schedule/find-slots";
import { isOf, slotsOfDate } from "../../schedule/slots";
import { slotStateOf, zoneStateOf } from "../zone-state";
import { listFigureCounts, sumFigures } from "./figures";

/** The briefing that's being sent, or the next one: YYYY-MM-DD. Today's until its last zone is over. */
export async function findCurrentDate(ctx: ForecastContext): Promise<string> {
  const [open] = await findOpenSlots(ctx);
  return (open ?? (await findNextSlot(ctx))).localDate;
}

/** A date by slot and by zone. */
export type BriefingState = {
  slots: TodaySlot[];
  zones: TodayZone[];
  /** The zones whose content is frozen, so that an edit doesn't reach them. */
  frozen: ReadonlySet<Timezone>;
};

/**
 * How far each slot and zone of a date is, in the order in which they open; none on a weekend or a day off. A slot of
 * today's or of a later date that isn't wholly planned yet shows what the current subscribers add up to.
 *
 * @param localDate YYYY-MM-DD
 * @param heldChannels on which nothing is sent now
 */
export async function describeBriefing(
  ctx: Context,
  localDate: string,
  heldChannels: readonly Channel[] = [],
): Promise<BriefingState> {
  if (!(await hasBriefing(ctx, localDate))) {
    return { slots: [], zones: [], frozen: new Set() };
  }
  const now = ctx.clock.now();
  const { emailLeadMinutes } = ctx.settings;
  const [current, counts, rows, forecast, audience, missedPeople] = await Promise.all([
    findCurrentDate(ctx),
    listFigureCounts(ctx, localDate, localDate),
    readSlotRows(ctx, localDate),
    forecastDate(ctx, localDate),
    describeAudience(ctx),
    countMissedPeople(ctx, localDate),
  ]);
  const isPast = localDate < current;
  const slots = slotsOfDate(localDate, emailLeadMinutes).map((slot): TodaySlot => {
    const row = rows.find(isOf(slot));
    const own = counts.filter(isOf(slot));
    const expected = forecast.find(isOf(slot));
    const isPlanned = row?.isPlanned ?? false;
    const isOver = slot.closesAt <= now;
    const figures = sumFigures(own);
    if (!isPlanned && !row?.isCounted && !isPast) {
      const { due, suppressed } = audience.of(slot.timezone, slot.channel);
      figures.excluded = Math.max(figures.excluded, Math.min(due, suppressed));
      const unplanned = Math.max(0, due - figures.excluded - figures.toSend);
      figures.toSend += unplanned;
      figures[isOver ? "missed" : "pending"] += unplanned;
    }
    const state = slotStateOf(
      { ...slot, isFrozen: row?.isFrozen ?? false, isPlanned, figures },
      now,
    );
    const isUnderWay = state === "waiting" || state === "sending";
    const finishesAt = isUnderWay ? (expected?.finishesAt ?? null) : (row?.doneAt ?? null);
    return {
      ...figures,
      timezone: slot.timezone,
      channel: slot.channel,
      opensAt: slot.opensAt.toISOString(),
      promisedAt: slot.promisedAt.toISOString(),
      closesAt: slot.closesAt.toISOString(),
      state,
      isPlanned,
      doneAt: finishesAt?.toISOString() ?? null,
      isLate: isUnderWay && (expected?.isLate ?? false),
      isOnHold: isUnderWay && heldChannels.includes(slot.channel),
    };
  });
  const zones = [...Map.groupBy(slots, ({ timezone }) => timezone)].map(
    ([timezone, own]): TodayZone => ({
      timezone,
      opensAt: own[0]?.opensAt ?? "",
      closesAt: own[0]?.closesAt ?? "",
      state: zoneStateOf(own.map(({ state }) => state)),
      // What nobody has stored is at least what one channel missed.
      missedPeople: Math.max(missedPeople.get(timezone) ?? 0, ...own.map(({ missed }) => missed)),
    }),
  );
  const frozen = new Set(rows.filter(({ isFrozen }) => isFrozen).map((row) => row.timezone));
  return { slots, zones, frozen };
}

type SlotRow = {
  timezone: Timezone;
  channel: string;
  isPlanned: boolean;
  isFrozen: boolean;
  /** Whether it closed without a message, and is in the figures with what it owed. */
  isCounted: boolean;
  doneAt: Date | null;
};

async function readSlotRows(ctx: Context, localDate: string): Promise<SlotRow[]> {
  return ctx.db.$queryRaw<SlotRow[]>`
    SELECT s.timezone, s.channel, s.planned_at IS NOT NULL AS "isPlanned",
      s.edition_id IS NOT NULL AS "isFrozen", s.unsent IS NOT NULL AS "isCounted", (
        SELECT max(a.sent_after) FROM delivery_batches b
        JOIN send_attempts a ON a.batch_id = b.id AND a.local_date = ${localDate}::date
        WHERE b.slot_id = s.id) AS "doneAt"
    FROM delivery_slots s WHERE s.local_date = ${toDatabaseDate(localDate)}::date`;
}

/** How many people missed a date on at least one channel, by the zone they get it in. */
async function countMissedPeople(ctx: Context, localDate: string): Promise<Map<string, number>> {
  const rows = await ctx.db.$queryRaw<{ timezone: string; people: number }[]>`
    SELECT CASE WHEN s.holdover_date = m.local_date THEN s.holdover_timezone ELSE s.timezone END
      AS timezone, count(*)::int AS people
    FROM missed_days m JOIN subscribers s ON s.id = m.subscriber_id
    WHERE m.local_date = ${localDate}::date AND m.skip_reason IS DISTINCT FROM 'arrived'
    GROUP BY 1`;
  return new Map(rows.map(({ timezone, people }) => [timezone, people]));
}
