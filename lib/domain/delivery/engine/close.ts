import { fromDatabaseDate, toDatabaseDate } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import type { Channel } from "@/lib/contracts/primitives";
import { timezoneNames, timezoneSchema } from "@/lib/contracts/timezones";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { raiseAlert } from "../../outbox/operator-alerts";
import { recordMissedDays } from "../ledger/missed-days";
import { listOutcomeCounts } from "../ledger/counts";
import { closedSlots, slotOf, type Slot } from "../schedule/slots";
import { inMonthOf } from "../ledger/ledger-month";
import { planSlot } from "./plan";

/** How far back to look for slots that closed without ever having been opened. */
const lookBackMs = 36 * 3_600_000;

/** An outcome that is still unknown this long after its slot closed counts as missed. */
const giveUpAfterMs = 24 * 3_600_000;

/** Zones whose slot for the same date and channel isn't over. */
function zonesNotOver(ctx: Context, localDate: string, channel: Channel): string[] {
  const now = ctx.clock.now();
  return timezoneNames.filter(
    (timezone) =>
      slotOf(localDate, timezone, channel, ctx.settings.emailLeadMinutes).closesAt > now,
  );
}

/**
 * Marks the unsent rows of a closed slot as missed, with the reason. Subscribers who have moved to a zone
 * whose slot isn't over lose their row instead, and are planned there.
 *
 * @returns whether all its batches are done
 */
async function finalizeUnsent(ctx: Context, slot: DueSlot): Promise<boolean> {
  const { id: slotId, timezone, closesAt } = slot;
  const channel = asChannel(slot.channel);
  const localDate = fromDatabaseDate(slot.localDate);
  const now = ctx.clock.now();
  const gaveUp = now.getTime() - closesAt.getTime() > giveUpAfterMs;
  await ctx.db.$executeRaw`
    WITH over AS (
      UPDATE delivery_batches SET state = 'done'
      WHERE slot_id = ${slotId} AND (state = 'ready' OR (state = 'unknown' AND ${gaveUp}))
        AND NOT EXISTS (SELECT 1 FROM send_attempts a
          WHERE a.batch_id = delivery_batches.id AND a.local_date = ${localDate}::date
            AND a.state = 'sending')
      RETURNING id, CASE WHEN ${gaveUp} THEN 'outcome_unknown'
        ELSE coalesce(last_reason, 'not_attempted') END AS reason
    ), attempts AS (
      UPDATE send_attempts a SET state = 'finalized', error = 'outcome never known'
      FROM over
      WHERE a.batch_id = over.id AND a.local_date = ${localDate}::date AND a.state = 'unknown'
    ), moved AS MATERIALIZED (
      SELECT d.subscriber_id
      FROM over JOIN deliveries d ON d.batch_id = over.id AND ${inMonthOf(localDate)}
        AND d.state = 'pending'
      JOIN LATERAL (
        SELECT CASE WHEN s.holdover_date = d.local_date THEN s.holdover_timezone ELSE s.timezone END
          AS timezone
        FROM subscribers s WHERE s.id = d.subscriber_id LIMIT 1) z ON true
      WHERE z.timezone <> ${timezone}
        AND z.timezone = ANY(${zonesNotOver(ctx, localDate, channel)}::text[])
    ), replanned AS (
      INSERT INTO subscriber_changes (subscriber_id) SELECT subscriber_id FROM moved
    ), dropped AS (
      DELETE FROM deliveries d USING moved
      WHERE d.local_date = ${localDate}::date AND d.channel = ${channel}
        AND d.subscriber_id = moved.subscriber_id AND d.state = 'pending'
    )
    UPDATE deliveries d SET state = 'missed', reason = over.reason, finalized_at = ${now}
    FROM over
    WHERE d.batch_id = over.id AND ${inMonthOf(localDate)} AND d.state = 'pending'
      AND d.subscriber_id <> ALL(ARRAY(SELECT subscriber_id FROM moved))`;
  return !(await hasOpenBatches(ctx.db, slotId));
}

const asChannel = (text: string): Channel => (text === "sms" ? "sms" : "email");

async function hasOpenBatches(db: Transaction, slotId: number): Promise<boolean> {
  const where = { slotId, state: { not: "done" } };
  return (await db.deliveryBatch.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Marks a slot as closed, unless it's being planned, or planning has just added to it: planning holds
 * the slot's lock while it adds batches, and adds none to a closed slot.
 */
async function markClosed(ctx: Context, { id: slotId, ...slot }: DueSlot): Promise<boolean> {
  const detail = await countOutcomes(ctx, slot);
  return ctx.db.$transaction(async (tx) => {
    const [locked] = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM delivery_slots WHERE id = ${slotId} AND closed_at IS NULL
      FOR UPDATE SKIP LOCKED`;
    if (!locked || (await hasOpenBatches(tx, slotId))) return false;
    await tx.deliverySlot.update({ where: { id: slotId }, data: { closedAt: ctx.clock.now() } });
    if (detail.planned > 0) {
      await recordAudit(ctx, tx, {
        actor: "system",
        action: "briefing.closed",
        subject: `briefing:${detail.date}`,
        detail,
      });
    }
    return true;
  });
}

/** How many of a slot's messages had which outcome. */
async function countOutcomes(ctx: Context, slot: Omit<DueSlot, "id">) {
  const { timezone, channel } = slot;
  const date = fromDatabaseDate(slot.localDate);
  const rows = (await listOutcomeCounts(ctx, date)).filter(
    (each) => each.timezone === timezone && each.channel === channel,
  );
  const sum = (state?: string) =>
    rows
      .filter((each) => state === undefined || each.state === state)
      .reduce((total, { count }) => total + count, 0);
  return {
    date,
    timezone,
    channel,
    planned: sum(),
    accepted: sum("accepted"),
    excluded: sum("excluded"),
    failed: sum("failed"),
    missed: sum("missed"),
  };
}

async function reportMissed(
  ctx: Context,
  slot: { id: number; localDate: string; timezone: string; channel: string },
): Promise<void> {
  const counts = await listOutcomeCounts(ctx, slot.localDate);
  const rows = counts
    .filter(({ timezone, channel }) => timezone === slot.timezone && channel === slot.channel)
    .flatMap(({ state, reason, count }) =>
      state === "missed" && reason ? [{ reason, count }] : [],
    );
  if (rows.length === 0) return;
  await recordMissedDays(ctx, slot);
  await raiseAlert(ctx, {
    key: `missed:${slot.localDate}`,
    ...operatorAlertMessages.missed(
      formatLongWeekdayMonthDay(slot.localDate),
      slot.localDate,
      rows,
    ),
  });
}

/** Recently closed slots that never opened. In local mode, slots that the clock was set past don't count. */
async function listUnopenedSlots(ctx: Context): Promise<Slot[]> {
  const setTo = ctx.clock.setTo();
  const closed = closedSlots(ctx.clock.now(), lookBackMs, ctx.settings.emailLeadMinutes).filter(
    (slot) => !setTo || slot.closesAt > setTo,
  );
  if (closed.length === 0) return [];
  const dates = [...new Set(closed.map((slot) => slot.localDate))].map(toDatabaseDate);
  const known = await ctx.db.deliverySlot.findMany({
    where: { localDate: { in: dates } },
    select: { localDate: true, timezone: true, channel: true },
  });
  const keyOf = (localDate: string, timezone: string, channel: string) =>
    `${localDate} ${timezone} ${channel}`;
  const opened = new Set(
    known.map((row) => keyOf(fromDatabaseDate(row.localDate), row.timezone, row.channel)),
  );
  return closed.filter((slot) => !opened.has(keyOf(slot.localDate, slot.timezone, slot.channel)));
}

/** Records a slot that never opened. If there was a briefing, its subscribers get missed rows. */
async function recordUnopenedSlot(ctx: Context, slot: Slot): Promise<void> {
  const localDate = toDatabaseDate(slot.localDate);
  const ready = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM daily_messages
    WHERE local_date = ${localDate} AND is_active
      AND coalesce(updated_at, created_at) < ${slot.closesAt}
      AND may_be_sent(local_date, ${slot.closesAt})`;
  if (ready.length > 0) {
    await planSlot(ctx, slot, { subscribedBefore: slot.closesAt });
    return;
  }
  const { timezone, channel, opensAt, closesAt } = slot;
  await ctx.db.deliverySlot.createMany({
    data: [{ localDate, timezone, channel, opensAt, closesAt, closedAt: ctx.clock.now() }],
    skipDuplicates: true,
  });
}

type DueSlot = {
  id: number;
  localDate: Date;
  timezone: string;
  channel: string;
  closesAt: Date;
  plannedAt: Date | null;
};

/** Whether everyone due in a slot has a row. A slot that closed before it was fully planned is planned now. */
async function isPlanned(ctx: Context, row: DueSlot): Promise<boolean> {
  if (row.plannedAt !== null) return true;
  const timezone = timezoneSchema.parse(row.timezone);
  const channel = asChannel(row.channel);
  const localDate = fromDatabaseDate(row.localDate);
  const slot = slotOf(localDate, timezone, channel, ctx.settings.emailLeadMinutes);
  const { state } = await planSlot(ctx, slot, { subscribedBefore: slot.closesAt });
  return state === "planned";
}

async function closeSlot(ctx: Context, row: DueSlot): Promise<void> {
  if (!(await isPlanned(ctx, row))) return;
  if (!(await finalizeUnsent(ctx, row))) return;
  const { timezone, channel } = row;
  const localDate = fromDatabaseDate(row.localDate);
  await reportMissed(ctx, { id: row.id, timezone, channel, localDate });
  if (await markClosed(ctx, row)) ctx.log.info({ localDate, timezone, channel }, "slot closed");
}

/**
 * Closes every slot that is over: unsent rows become missed, with the reason, and the operator is
 * alerted. A slot with unknown outcomes stays open until the provider has answered.
 *
 * @throws AggregateError with the slots that failed, after all others
 */
export async function closeSlots(ctx: Context): Promise<void> {
  const failures: unknown[] = [];
  const attempt = (work: Promise<void>) => work.catch((error: unknown) => failures.push(error));
  for (const slot of await listUnopenedSlots(ctx)) await attempt(recordUnopenedSlot(ctx, slot));
  const due: DueSlot[] = await ctx.db.deliverySlot.findMany({
    where: { closedAt: null, closesAt: { lte: ctx.clock.now() } },
  });
  for (const row of due) await attempt(closeSlot(ctx, row));
  if (failures.length > 0) throw new AggregateError(failures, "some slots weren't closed");
}
