import { fromDatabaseDate, toDatabaseDate } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { cityOf } from "@/lib/calendar/zones";
import { type Channel, channels } from "@/lib/contracts/primitives";
import { timezoneNames, timezoneSchema } from "@/lib/contracts/timezones";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { Prisma, type Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { raiseAlert } from "../../outbox/operator-alerts";
import { listOutcomeCounts, sumCounts } from "../ledger/counts";
import { isOf, slotOf, type Slot } from "../schedule/slots";
import { inMonthOf } from "../ledger/ledger-month";
import { applyReports } from "../reports/apply-reports";
import { inZone, isOwed, listOverSlots } from "./owed";
import { planSlot } from "./plan";

/** An outcome still unknown this long after its slot closed counts as missed. */
const unknownForMs = 60_000;

/** How much longer the provider is still asked about it. */
const askForMs = 24 * 3_600_000;

/** Zones whose slot for the same date and channel isn't over. */
function zonesNotOver(ctx: Context, localDate: string, channel: Channel): string[] {
  const now = ctx.clock.now();
  return timezoneNames.filter(
    (timezone) =>
      slotOf(localDate, timezone, channel, ctx.settings.emailLeadMinutes).closesAt > now,
  );
}

/**
 * Finalizes the unsent rows of a slot that is over: missed, with the reason and a missed day, or excluded if
 * the address was suppressed or the account is gone. Subscribers who have moved to a zone whose slot isn't
 * over are planned there, and lose their row, unless the outcome of a call of its batch was unknown once: a
 * report may still come. A row with an unknown outcome waits a moment, then counts as missed until the outcome
 * is known.
 */
async function finalizeUnsent(ctx: Context, slot: DueSlot): Promise<void> {
  const { id: slotId, closesAt } = slot;
  const channel = asChannel(slot.channel);
  const localDate = fromDatabaseDate(slot.localDate);
  const now = ctx.clock.now();
  const overForMs = now.getTime() - closesAt.getTime();
  await ctx.db.$executeRaw`
    WITH over AS MATERIALIZED (
      SELECT id, state, coalesce(last_reason, 'not_attempted') AS reason,
        EXISTS (SELECT 1 FROM send_attempts a WHERE a.batch_id = b.id
          AND a.local_date = ${localDate}::date AND a.lookup_count > 0) AS was_unknown
      FROM delivery_batches b
      WHERE slot_id = ${slotId} AND (state = 'ready' OR (state = 'unknown'
          AND (${overForMs >= askForMs} OR (${overForMs >= unknownForMs} AND EXISTS (
            SELECT 1 FROM deliveries d WHERE d.batch_id = b.id AND ${inMonthOf(localDate)}
              AND d.state = 'pending')))))
        AND NOT EXISTS (SELECT 1 FROM send_attempts a
          WHERE a.batch_id = b.id AND a.local_date = ${localDate}::date AND a.state = 'sending')
      FOR NO KEY UPDATE OF b
    ), settled AS (
      UPDATE delivery_batches b SET state = 'done'
      FROM over WHERE b.id = over.id AND (over.state = 'ready' OR ${overForMs >= askForMs})
    ), attempts AS (
      UPDATE send_attempts a SET state = 'finalized', error = 'outcome never known'
      FROM over
      WHERE ${overForMs >= askForMs} AND a.batch_id = over.id AND a.local_date = ${localDate}::date
        AND a.state = 'unknown'
    ), unsent AS MATERIALIZED (
      SELECT d.subscriber_id, was_unknown,
        CASE WHEN maybe_sent THEN 'outcome_unknown' ELSE over.reason END AS reason,
        CASE WHEN NOT maybe_sent AND s.id IS NULL THEN 'account_deleted' ELSE p.reason END
          AS exclusion,
        NOT maybe_sent AND CASE WHEN s.holdover_date = d.local_date THEN s.holdover_timezone
          ELSE s.timezone END = ANY(${zonesNotOver(ctx, localDate, channel)}::text[]) AS has_moved
      FROM over JOIN deliveries d ON d.batch_id = over.id AND ${inMonthOf(localDate)}
        AND (d.state = 'pending' OR (d.state = 'missed' AND d.reason = 'outcome_unknown'))
      -- An attempt that was limited names its rows.
      CROSS JOIN LATERAL (
        SELECT over.state = 'unknown' AND NOT EXISTS (SELECT 1 FROM send_attempts a
          WHERE a.batch_id = over.id AND a.local_date = ${localDate}::date AND a.state = 'unknown'
            AND NOT a.recipients ? d.subscriber_id::text) AS maybe_sent) m
      LEFT JOIN LATERAL (SELECT * FROM subscribers WHERE id = d.subscriber_id LIMIT 1) s ON true
      LEFT JOIN LATERAL (
        SELECT reason FROM suppressions
        WHERE NOT maybe_sent AND channel = ${channel} AND created_at < ${closesAt}
          AND address = lower(CASE ${channel} WHEN 'sms' THEN s.phone ELSE s.email END)
        LIMIT 1) p ON true
      WHERE d.state = 'pending' OR NOT maybe_sent
    ), replanned AS (
      INSERT INTO subscriber_changes (subscriber_id)
      SELECT subscriber_id FROM unsent WHERE has_moved
    ), dropped AS (
      DELETE FROM deliveries d USING unsent
      WHERE has_moved AND NOT was_unknown AND d.local_date = ${localDate}::date
        AND d.channel = ${channel} AND d.subscriber_id = unsent.subscriber_id AND d.state IN ('pending', 'missed')
    ), finalized AS (
      UPDATE deliveries d SET finalized_at = ${now},
        state = CASE WHEN exclusion IS NULL THEN 'missed' ELSE 'excluded' END,
        reason = coalesce(exclusion, unsent.reason)
      FROM unsent
      WHERE (has_moved IS NOT TRUE OR was_unknown) AND d.local_date = ${localDate}::date
        AND d.channel = ${channel} AND d.subscriber_id = unsent.subscriber_id
        AND d.state IN ('pending', 'missed')
      RETURNING d.local_date, d.subscriber_id, d.state, has_moved
    )
    INSERT INTO missed_days (local_date, subscriber_id, found_at)
    SELECT f.local_date, s.id, ${now}::timestamptz
    FROM finalized f JOIN subscribers s ON s.id = f.subscriber_id
    WHERE f.state = 'missed' AND has_moved IS NOT TRUE
    ON CONFLICT DO NOTHING`;
}

const asChannel = (text: string): Channel => (text === "sms" ? "sms" : "email");

/** Whether batches aren't done, or a subscriber whom the slot may owe the briefing has changed. */
async function isOpen(tx: Transaction, slotId: number): Promise<boolean> {
  const where = { slotId, state: { not: "done" } };
  const batch = await tx.deliveryBatch.findFirst({ where, select: { id: true } });
  return batch !== null || (await tx.subscriberChange.findFirst({ select: { id: true } })) !== null;
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
    if (!locked || (await isOpen(tx, slotId))) return false;
    await tx.deliverySlot.update({ where: { id: slotId }, data: { closedAt: ctx.clock.now() } });
    if (detail.planned > 0) {
      await recordAudit(ctx, tx, {
        actor: "system",
        action: "briefing.closed",
        subject: `briefing:${detail.date}`,
        detail,
      });
    }
    ctx.log.info(detail, "slot closed");
    return true;
  });
}

/** How many of a slot's messages had which outcome. */
async function countOutcomes(ctx: Context, slot: Omit<DueSlot, "id">) {
  const { timezone, channel } = slot;
  const date = fromDatabaseDate(slot.localDate);
  const counts = (await listOutcomeCounts(ctx, date)).filter(isOf(slot));
  return {
    date,
    timezone,
    channel,
    planned: sumCounts(counts),
    accepted: sumCounts(counts, "accepted"),
    excluded: sumCounts(counts, "excluded"),
    failed: sumCounts(counts, "failed"),
    missed: sumCounts(counts, "missed"),
  };
}

type DueSlot = Prisma.DeliverySlotGetPayload<object>;

/**
 * Adds a row for everyone whom a slot owes the briefing, even if it never opened.
 *
 * @returns whether that's done
 */
async function planOwed(ctx: Context, row: DueSlot): Promise<boolean> {
  if (row.plannedAt !== null) return true;
  const timezone = timezoneSchema.parse(row.timezone);
  const { opensAt, closesAt } = row;
  const date = fromDatabaseDate(row.localDate);
  const slot = slotOf(date, timezone, asChannel(row.channel), ctx.settings.emailLeadMinutes);
  const { state } = await planSlot(ctx, { ...slot, opensAt, closesAt });
  if (state === "no_message") await recordUnsent(ctx, row.id, { ...slot, opensAt, closesAt });
  return state === "planned" || state === "no_message";
}

/**
 * Stores how many people would have gotten the briefing of a slot that closed without a message, and for each
 * of them a day that can be given back. People whose address is suppressed would have gotten nothing, and
 * people with a row got it in another zone.
 */
async function recordUnsent(ctx: Context, slotId: number, slot: Slot): Promise<void> {
  const { localDate, channel, closesAt } = slot;
  const now = ctx.clock.now();
  const owed = inZone(slot).map(
    (condition) => Prisma.sql`
      SELECT s.id FROM subscribers s
      WHERE ${condition} AND ${isOwed(slot, now)}
        AND NOT EXISTS (
          SELECT 1 FROM suppressions x WHERE x.channel = ${channel} AND x.created_at < ${closesAt}
            AND x.address = lower(CASE ${channel} WHEN 'sms' THEN s.phone ELSE s.email END))
        AND NOT EXISTS (
          SELECT 1 FROM deliveries d WHERE d.local_date = ${localDate}::date
            AND d.channel = ${channel} AND d.subscriber_id = s.id)`,
  );
  await ctx.db.$executeRaw`
    WITH owed AS MATERIALIZED (${Prisma.join(owed, " UNION ALL ")}), missed AS (
      INSERT INTO missed_days (local_date, subscriber_id, state, skip_reason, found_at, finished_at)
      SELECT ${localDate}::date, id, 'skipped', 'no_message', ${now}::timestamptz,
        ${now}::timestamptz
      FROM owed
      ON CONFLICT DO NOTHING
    )
    UPDATE delivery_slots SET unsent = (SELECT count(*) FROM owed) WHERE id = ${slotId}`;
}

/** Finalizes a slot that is over. Returns whether everyone it owes has a row. */
async function settleSlot(ctx: Context, row: DueSlot): Promise<boolean> {
  if (!(await planOwed(ctx, row))) return false;
  await finalizeUnsent(ctx, row);
  return true;
}

/**
 * Alerts the operator about what a zone missed, once for each combination of channels. The alert includes
 * outcomes that are still unknown.
 */
async function reportMissed(
  ctx: Context,
  { localDate, timezone }: Pick<DueSlot, "localDate" | "timezone">,
): Promise<boolean> {
  const date = fromDatabaseDate(localDate);
  const counts = (await listOutcomeCounts(ctx, date)).filter((each) => each.timezone === timezone);
  const missed = counts.filter(({ state }) => state === "missed");
  if (missed.length === 0) return true;
  const where = channels.filter((each) => missed.some(({ channel }) => channel === each));
  const open = counts.filter(
    ({ state, channel }) => state === "pending" && where.includes(channel),
  );
  await raiseAlert(ctx, {
    key: `missed:${date}:${timezone}:${where.join("+")}`,
    ...operatorAlertMessages.missed(
      formatLongWeekdayMonthDay(date),
      cityOf(timezone),
      date,
      [...missed, ...open].map(({ channel, count, reason }) => ({
        channel,
        count,
        reason: reason ?? "outcome_unknown",
      })),
    ),
  });
  return true;
}

/**
 * Closes every slot that is over, however long ago: records everyone who was owed the briefing and didn't get
 * it as missed, with the reason, and alerts the operator. A slot with unknown outcomes stays open until the
 * provider has answered, which doesn't delay the report about the others.
 *
 * @throws AggregateError with the slots that failed, after trying all of them
 */
export async function closeSlots(ctx: Context): Promise<void> {
  await ctx.db.deliverySlot.createMany({
    data: (await listOverSlots(ctx)).map(({ localDate, timezone, channel, opensAt, closesAt }) => ({
      localDate: toDatabaseDate(localDate),
      timezone,
      channel,
      opensAt,
      closesAt,
    })),
    skipDuplicates: true,
  });
  const due: DueSlot[] = await ctx.db.deliverySlot.findMany({
    where: { closedAt: null, closesAt: { lte: ctx.clock.now() } },
    orderBy: { closesAt: "asc" },
  });
  // They may be about someone who'd count as missed, or be planned in a different zone.
  if (due.length > 0) await applyReports(ctx);
  const failures: unknown[] = [];
  const attempt = async (work: Promise<boolean>) =>
    work.catch((error: unknown) => failures.push(error) === 0);
  const zones = Map.groupBy(due, (row) => `${fromDatabaseDate(row.localDate)} ${row.timezone}`);
  for (const rows of zones.values()) {
    const settled: DueSlot[] = [];
    for (const row of rows) if (await attempt(settleSlot(ctx, row))) settled.push(row);
    const [first] = settled;
    if (!first || !(await attempt(reportMissed(ctx, first)))) continue;
    for (const row of settled) await attempt(markClosed(ctx, row));
  }
  if (failures.length > 0) throw new AggregateError(failures, "some slots weren't closed");
}
