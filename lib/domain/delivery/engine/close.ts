import { fromDatabaseDate, toDatabaseDate } from "@/lib/contracts/calendar";
import type { Context } from "../../context";
import { raiseAlert } from "../../outbox/operator-alerts";
import { planSlot } from "./plan";
import { closedSlots, type Slot } from "../schedule/slots";

/** How far back slots that nobody opened are still accounted for. */
const lookBackMs = 36 * 3_600_000;

/** After this long past the hour of closing an outcome that nobody can tell counts as missed. */
const giveUpAskingMs = 24 * 3_600_000;

/** Settles the rows that a closed slot leaves: what never left is missed, and says why. */
async function finalizeLeftovers(ctx: Context, slotId: number, closesAt: Date): Promise<boolean> {
  const now = ctx.clock.now();
  const gaveUp = now.getTime() - closesAt.getTime() > giveUpAskingMs;
  await ctx.db.$executeRaw`
    WITH over AS (
      UPDATE delivery_batches SET state = 'done'
      WHERE slot_id = ${slotId} AND (state = 'ready' OR (state = 'unknown' AND ${gaveUp}))
      RETURNING id, CASE WHEN ${gaveUp} THEN 'outcome_unknown'
        ELSE coalesce(last_reason, 'not_attempted') END AS reason
    ), attempts AS (
      UPDATE send_attempts a SET state = 'finalized', error = 'outcome never learnt'
      FROM over WHERE a.batch_id = over.id AND a.state = 'unknown'
    )
    UPDATE deliveries d SET state = 'missed', reason = over.reason, finalized_at = ${now}
    FROM over WHERE d.batch_id = over.id AND d.state = 'pending'`;
  const open = await ctx.db.deliveryBatch.count({ where: { slotId, state: { not: "done" } } });
  return open === 0;
}

async function reportMissed(ctx: Context, slot: { id: number; localDate: string }): Promise<void> {
  const rows = await ctx.db.$queryRaw<{ reason: string; count: number }[]>`
    SELECT d.reason, count(*)::int AS count
    FROM deliveries d JOIN delivery_batches b ON b.id = d.batch_id
    WHERE b.slot_id = ${slot.id} AND d.state = 'missed' GROUP BY 1 ORDER BY 2 DESC`;
  if (rows.length === 0) return;
  const lines = rows.map((row) => `${row.count}: ${row.reason}`).join("\n");
  await raiseAlert(ctx, {
    key: `missed:${slot.localDate}`,
    subject: `Briefing of ${slot.localDate}: some readers were not reached`,
    body:
      `When the first morning closed, these had not been sent:\n\n${lines}\n\n` +
      `npm run cli -- briefing status --date ${slot.localDate} shows all zones and both channels.`,
  });
}

/** Of the slots that closed lately, those that nobody opened while they could be served. */
async function findUnopened(ctx: Context): Promise<Slot[]> {
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
  const nameOf = (localDate: string, timezone: string, channel: string) =>
    `${localDate} ${timezone} ${channel}`;
  const names = new Set(
    known.map((row) => nameOf(fromDatabaseDate(row.localDate), row.timezone, row.channel)),
  );
  return closed.filter((slot) => !names.has(nameOf(slot.localDate, slot.timezone, slot.channel)));
}

/** Accounts for a slot that nobody opened: its readers are missed, if there was a briefing. */
async function accountForUnopened(ctx: Context, slot: Slot): Promise<void> {
  const localDate = toDatabaseDate(slot.localDate);
  const message = await ctx.db.dailyMessage.findFirst({
    where: { localDate, isActive: true, createdAt: { lt: slot.closesAt } },
    select: { updatedAt: true },
  });
  const wasReady =
    message !== null && (message.updatedAt === null || message.updatedAt < slot.closesAt);
  if (wasReady) {
    await planSlot(ctx, slot, { subscribedBefore: slot.closesAt });
    return;
  }
  const { timezone, channel, opensAt, closesAt } = slot;
  await ctx.db.deliverySlot.createMany({
    data: [{ localDate, timezone, channel, opensAt, closesAt, closedAt: ctx.clock.now() }],
    skipDuplicates: true,
  });
}

/**
 * Closes every slot whose hour has passed: what was not sent is missed, with the reason, and the
 * day says so. Unknown outcomes keep a slot open for the provider's answer.
 */
export async function closeSlots(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  for (const slot of await findUnopened(ctx)) await accountForUnopened(ctx, slot);
  const due = await ctx.db.deliverySlot.findMany({
    where: { closedAt: null, closesAt: { lte: now } },
    select: { id: true, localDate: true, timezone: true, channel: true, closesAt: true },
  });
  for (const row of due) {
    if (!(await finalizeLeftovers(ctx, row.id, row.closesAt))) continue;
    await ctx.db.deliverySlot.updateMany({
      where: { id: row.id, closedAt: null },
      data: { closedAt: now },
    });
    const localDate = fromDatabaseDate(row.localDate);
    await reportMissed(ctx, { id: row.id, localDate });
    ctx.log.info({ localDate, timezone: row.timezone, channel: row.channel }, "slot closed");
  }
}
