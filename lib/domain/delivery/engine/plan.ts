import { Prisma, type Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { recordFoundMessages } from "../ledger/found-messages";
import type { Slot } from "../schedule/slots";
import { getBatchSize } from "../schedule/batch-size";
import { findSlotRow, openSlot } from "./open-slot";
import { inZone, isOwed, type ServedSlot } from "./owed";

/**
 * Ledger rows planned in one transaction. The first transaction is small so that the first batches can be
 * sent right away; later ones double, up to a size that still commits quickly.
 */
const rowsPerTransaction = { first: 500, max: 20_000 } as const;

/** Changed subscribers that are looked at in one transaction. */
const changesPerTransaction = 1_000;

/** A planned slot that opens later than this was planned by a clock that was ahead. */
const clockToleranceMs = 60_000;

/** The result of planning a slot. */
export type PlanResult =
  | { state: "planned"; added: number }
  /** The date has no active message, or one that must be approved first. */
  | { state: "no_message" }
  /** Another worker is planning it, or it has been planned. */
  | { state: "not_now" }
  | { state: "closed" };

export type PlanOptions = {
  /** Look at every subscriber again, even if the slot has been planned. */
  force?: boolean;
  /** Called whenever new batches are ready to send. */
  onBatchesAdded?: () => void;
};

/**
 * SQL condition for a ledger row `d` that another zone's slot closed without sending: anyone who moves after
 * that still gets the date's briefing.
 */
function isLeftBehind({ timezone }: ServedSlot): Prisma.Sql {
  return Prisma.sql`
    d.state = 'missed' AND d.reason <> 'outcome_unknown' AND d.timezone <> ${timezone}`;
}

type Planning = {
  slot: ServedSlot;
  slotId: number;
  editionId: number;
  batchSize: number;
  now: Date;
};

/**
 * Adds ledger rows and their batches for the next subscribers of a slot who don't have a row yet. This step
 * checks entitlement, the channel switch, and pauses. Suppressions are checked when sending, so that the
 * ledger shows why someone got nothing.
 *
 * @returns how many rows were added, and the last subscriber considered
 */
async function planChunk(
  tx: Transaction,
  { slot, slotId, editionId, batchSize, now }: Planning,
  condition: Prisma.Sql,
  afterSubscriberId: number,
  rows: number,
): Promise<{ added: number; lastSubscriberId: number | null }> {
  const [result] = await tx.$queryRaw<{ added: number; last: number | null }[]>`
    WITH next AS (
      SELECT s.id
      FROM subscribers s
      WHERE ${condition}
        AND s.id > ${afterSubscriberId}
        AND ${isOwed(slot, now)}
        AND (
          SELECT true FROM deliveries d
          WHERE d.local_date = ${slot.localDate}::date AND d.channel = ${slot.channel}
            AND d.subscriber_id = s.id AND NOT (${isLeftBehind(slot)}) LIMIT 1) IS NULL
      ORDER BY s.id
      LIMIT ${rows}
    ), due AS MATERIALIZED (
      SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${batchSize}::int AS chunk FROM next
    ), numbered AS MATERIALIZED (
      SELECT chunk, count(*)::int AS size,
        nextval(pg_get_serial_sequence('delivery_batches', 'id')) AS batch_id
      FROM due GROUP BY chunk
    ), batches AS (
      INSERT INTO delivery_batches (id, slot_id, size)
      SELECT batch_id, ${slotId}, size FROM numbered
    ), planned AS (
      INSERT INTO deliveries AS d
        (local_date, channel, subscriber_id, timezone, batch_id, edition_id)
      SELECT ${slot.localDate}::date, ${slot.channel}, due.id, ${slot.timezone},
        numbered.batch_id, ${editionId}
      FROM due JOIN numbered USING (chunk)
      ON CONFLICT (local_date, channel, subscriber_id) DO UPDATE
        SET timezone = excluded.timezone, batch_id = excluded.batch_id,
          edition_id = excluded.edition_id, state = 'pending', reason = NULL, finalized_at = NULL
        WHERE ${isLeftBehind(slot)}
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM planned)::int AS added, (SELECT max(id) FROM due)::int AS last`;
  if (result?.added) await recordFoundMessages(tx, slot, now, afterSubscriberId);
  return { added: result?.added ?? 0, lastSubscriberId: result?.last ?? null };
}

/** Plans recipients in chunks. Returns how many rows were added; null when the slot is locked or closed. */
async function planRecipients(
  ctx: Context,
  planning: Planning,
  condition: Prisma.Sql,
  onBatchesAdded: () => void,
): Promise<number | null> {
  let added = 0;
  let afterSubscriberId = 0;
  let rows: number = rowsPerTransaction.first;
  for (;;) {
    const chunk = await ctx.db.$transaction(
      async (tx) => {
        const [locked] = await tx.$queryRaw<{ id: number }[]>`
          SELECT id FROM delivery_slots WHERE id = ${planning.slotId} AND closed_at IS NULL
          FOR UPDATE SKIP LOCKED`;
        return locked ? planChunk(tx, planning, condition, afterSubscriberId, rows) : null;
      },
      { timeout: 60_000 },
    );
    if (!chunk) return null;
    if (chunk.added > 0) onBatchesAdded();
    // With stale statistics, PostgreSQL expects only a few new rows and scans all of them every time. Waiting
    // behind a vacuum would delay the slot, and would make an automatic vacuum give up.
    const isFirstThousand = added < 1_000 && added + chunk.added >= 1_000;
    if (isFirstThousand) {
      await ctx.db
        .$executeRaw`SELECT analyze_month('deliveries', ${planning.slot.localDate}::date)`;
    }
    added += chunk.added;
    if (chunk.lastSubscriberId === null) return added;
    afterSubscriberId = chunk.lastSubscriberId;
    rows = Math.min(rows * 2, rowsPerTransaction.max);
  }
}

/**
 * Writes a slot's ledger: one row per entitled subscriber who has the channel on and has no row for
 * the date yet. Safe to run at any time, by several workers, any number of times. Anyone who becomes due
 * while it runs, or later, is found by `planChangedSubscribers`.
 */
export async function planSlot(
  ctx: Context,
  slot: Slot,
  options: PlanOptions = {},
): Promise<PlanResult> {
  const existing = await findSlotRow(ctx, slot);
  if (existing?.closedAt) return { state: "closed" };
  if (!options.force && existing?.plannedAt) return { state: "not_now" };
  const now = ctx.clock.now();
  const row = existing?.editionId ? existing : await openSlot(ctx, slot);
  if (!row?.editionId) return { state: "no_message" };
  if (row.closedAt) return { state: "closed" };
  const { id: slotId, editionId } = row;
  const batchSize = await getBatchSize(ctx, ctx.db, slot.channel, editionId);
  const onBatchesAdded = options.onBatchesAdded ?? (() => undefined);
  const planning = { slot, slotId, editionId, batchSize, now };

  let added = 0;
  for (const condition of inZone(slot)) {
    const planned = await planRecipients(ctx, planning, condition, onBatchesAdded);
    if (planned === null) return { state: "not_now" };
    added += planned;
  }
  await ctx.db.deliverySlot.update({ where: { id: slotId }, data: { plannedAt: now } });
  if (added > 0) {
    ctx.log.info(
      { localDate: slot.localDate, timezone: slot.timezone, channel: slot.channel, added },
      "slot planned",
    );
  }
  return { state: "planned", added };
}

type SubscriberChangeRow = {
  id: bigint;
  subscriberId: number;
  timezone: string | null;
  holdoverTimezone: string | null;
};

type OpenSlot = ServedSlot & { id: number; editionId: number; isPlanned: boolean };

/**
 * Adds rows for changed subscribers in the slots of their zones that have opened and aren't closed, and
 * forgets their changes. Changes in a zone with a slot that is being planned, or isn't planned yet, are left
 * for later.
 *
 * @returns the last change looked at, null when there is none
 */
async function planChanges(
  ctx: Context,
  tx: Transaction,
  afterChangeId: bigint,
): Promise<{ lastChangeId: bigint | null; added: number }> {
  const now = ctx.clock.now();
  const latestOpening = new Date(now.getTime() + clockToleranceMs);
  const changes = await tx.$queryRaw<SubscriberChangeRow[]>`
    SELECT c.id, c.subscriber_id AS "subscriberId", s.timezone,
      s.holdover_timezone AS "holdoverTimezone"
    FROM subscriber_changes c LEFT JOIN subscribers s ON s.id = c.subscriber_id
    WHERE c.id > ${afterChangeId}
    ORDER BY c.id LIMIT ${changesPerTransaction} FOR UPDATE OF c SKIP LOCKED`;
  const lastChangeId = changes.at(-1)?.id ?? null;
  if (lastChangeId === null) return { lastChangeId, added: 0 };
  // When such a slot opens, everyone is looked at again, so nothing needs to be added until then.
  await tx.$executeRaw`
    UPDATE delivery_slots SET planned_at = NULL WHERE id IN (
      SELECT id FROM delivery_slots WHERE planned_at IS NOT NULL AND closed_at IS NULL
        AND opens_at > ${latestOpening} FOR UPDATE SKIP LOCKED)`;
  // This has to be a second statement: its snapshot has every slot whose planning can have missed a change.
  const open = await tx.$queryRaw<OpenSlot[]>`
    SELECT id, to_char(local_date, 'YYYY-MM-DD') AS "localDate", timezone, channel,
      opens_at AS "opensAt", closes_at AS "closesAt", edition_id AS "editionId",
      planned_at IS NOT NULL AS "isPlanned"
    FROM delivery_slots
    WHERE closed_at IS NULL AND edition_id IS NOT NULL AND opens_at <= ${latestOpening}`;
  const locked = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM delivery_slots
    WHERE id = ANY(${open.filter((slot) => slot.isPlanned).map(({ id }) => id)}::int[])
      AND closed_at IS NULL
    FOR UPDATE SKIP LOCKED`;
  const busyZones = new Set<string | null>(
    open.filter(({ id }) => locked.every((row) => row.id !== id)).map(({ timezone }) => timezone),
  );
  const settled = changes.filter(
    (change) => !busyZones.has(change.timezone) && !busyZones.has(change.holdoverTimezone),
  );
  let added = 0;
  for (const { id: slotId, editionId, ...slot } of open) {
    const ids = settled
      .filter((change) => [change.timezone, change.holdoverTimezone].includes(slot.timezone))
      .map((change) => change.subscriberId);
    if (ids.length === 0) continue;
    const batchSize = await getBatchSize(ctx, tx, slot.channel, editionId);
    const planning = { slot, slotId, editionId, batchSize, now };
    for (const condition of inZone(slot)) {
      const isChanged = Prisma.sql`${condition} AND s.id = ANY(${ids}::int[])`;
      added += (await planChunk(tx, planning, isChanged, 0, ids.length)).added;
    }
  }
  await tx.$executeRaw`
    DELETE FROM subscriber_changes WHERE id = ANY(${settled.map(({ id }) => id)}::bigint[])`;
  return { lastChangeId, added };
}

/**
 * Plans the open slots for subscribers who have become due since their slot was planned: they signed up,
 * paid, moved, or turned a channel on. Triggers list them in `subscriber_changes`, in the transaction of the
 * change, so no change is overlooked, whatever the order of commits.
 */
export async function planChangedSubscribers(
  ctx: Context,
  onBatchesAdded: () => void,
): Promise<void> {
  let afterChangeId = 0n;
  for (;;) {
    const { lastChangeId, added } = await ctx.db.$transaction(
      (tx) => planChanges(ctx, tx, afterChangeId),
      { timeout: 60_000 },
    );
    if (added > 0) {
      onBatchesAdded();
      ctx.log.info({ added }, "changed subscribers planned");
    }
    if (lastChangeId === null) return;
    afterChangeId = lastChangeId;
  }
}
