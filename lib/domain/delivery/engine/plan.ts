import { toDatabaseDate } from "@/lib/contracts/calendar";
import type { Channel } from "@/lib/contracts/primitives";
import { Prisma, type Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { composeEdition, freezeEdition } from "../content/editions";
import type { Slot } from "../schedule/slots";

/**
 * Ledger rows planned in one transaction: enough to be quick, few enough to be short. The first is
 * small and each is twice the one before, so that the first batches leave at once.
 */
const rowsPerTransaction = { first: 2_000, most: 20_000 } as const;

/** Postmark takes 500 mails a call; a text is a call of its own, and 50 leave side by side. */
const batchRows = { email: 500, sms: 50 } as const satisfies Record<Channel, number>;

/** What one e-mail batch may weigh, in bytes, so that many in flight fit in a small worker. */
const emailBatchBytes = 8 * 1024 * 1024;

/** How long, in service time, before an open slot is looked through again for newcomers. */
const replanAfterMs = 60_000;

/** How planning a slot ended. */
export type PlanResult =
  | { state: "planned"; added: number }
  /** The date has no active message. */
  | { state: "no_message" }
  /** Somebody else is at it, or it was done a moment ago. */
  | { state: "not_now" }
  | { state: "closed" };

/** What planning may be told beside the slot. */
export type PlanOptions = {
  /** Look through the slot even if that was done a moment ago. */
  force?: boolean;
  /** Only those who were subscribers before this instant. */
  subscribedBefore?: Date;
  /** Called whenever batches have been added, which may leave from then on. */
  onAdded?: () => void;
};

type SlotRow = { id: number; editionId: number | null; closedAt: Date | null };

async function findSlotRow(ctx: Context, slot: Slot) {
  return ctx.db.deliverySlot.findUnique({
    where: {
      localDate_timezone_channel: {
        localDate: toDatabaseDate(slot.localDate),
        timezone: slot.timezone,
        channel: slot.channel,
      },
    },
    select: { id: true, editionId: true, plannedAt: true, closedAt: true },
  });
}

/** The edition that the other channel of the same morning already carries: both say the same. */
async function findSiblingEdition(tx: Transaction, slot: Slot): Promise<number | null> {
  const sibling = await tx.deliverySlot.findFirst({
    where: {
      localDate: toDatabaseDate(slot.localDate),
      timezone: slot.timezone,
      editionId: { not: null },
    },
    select: { editionId: true },
  });
  return sibling?.editionId ?? null;
}

/** Opens a slot: from here on its content is frozen. Null when there is nothing to send. */
async function openSlot(ctx: Context, slot: Slot): Promise<SlotRow | null> {
  const composed = await composeEdition(ctx, slot.localDate);
  return ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`morning:${slot.localDate}:${slot.timezone}`}))`;
    const sibling = await findSiblingEdition(tx, slot);
    const now = ctx.clock.now();
    const editionId =
      sibling ?? (composed ? await freezeEdition(tx, slot.localDate, composed, now) : null);
    if (editionId === null) return null;
    return tx.deliverySlot.upsert({
      where: {
        localDate_timezone_channel: {
          localDate: toDatabaseDate(slot.localDate),
          timezone: slot.timezone,
          channel: slot.channel,
        },
      },
      create: {
        localDate: toDatabaseDate(slot.localDate),
        timezone: slot.timezone,
        channel: slot.channel,
        editionId,
        opensAt: slot.opensAt,
        closesAt: slot.closesAt,
      },
      update: {},
      select: { id: true, editionId: true, closedAt: true },
    });
  });
}

/** How many mails of an edition travel in one call. */
export function emailBatchSize(htmlBytes: number, textBytes: number): number {
  const perMail = htmlBytes + textBytes + 1_024;
  return Math.max(1, Math.min(batchRows.email, Math.floor(emailBatchBytes / perMail)));
}

async function batchSizeOf(ctx: Context, channel: Channel, editionId: number): Promise<number> {
  if (channel === "sms") return batchRows.sms;
  const [size] = await ctx.db.$queryRaw<{ html: number; text: number }[]>`
    SELECT octet_length(email_html) AS html, octet_length(email_text) AS text
    FROM editions WHERE id = ${editionId}`;
  return emailBatchSize(size?.html ?? 0, size?.text ?? 0);
}

/**
 * Whose morning a slot is: of those who live in its zone, except whom this date's morning is kept
 * in another one, and of those who moved away and keep it here (`changeTimezone`). Two conditions
 * and two walks, because joined by OR they would use no index.
 */
function readersOf({ timezone, localDate }: Slot): readonly Prisma.Sql[] {
  return [
    Prisma.sql`s.timezone = ${timezone} AND s.holdover_date IS DISTINCT FROM ${localDate}::date`,
    Prisma.sql`s.holdover_timezone = ${timezone} AND s.holdover_date = ${localDate}::date`,
  ];
}

type Planning = {
  slot: Slot;
  slotId: number;
  editionId: number;
  batchSize: number;
  now: Date;
  subscribedBefore: Date | null;
  onAdded: () => void;
};

/**
 * Adds ledger rows, and the batches they travel in, for the next subscribers of a slot that have
 * none yet. Entitlement and the channel's switch decide here; whether an address is suppressed is
 * decided at the instant of sending, so that the ledger tells the reader why nothing came.
 *
 * The scalar subqueries with LIMIT are index lookups per row whatever the statistics say; as
 * EXISTS the planner would turn them into joins that read whole tables for every chunk.
 *
 * @returns how many rows were added and the last subscriber looked at
 */
async function planChunk(
  tx: Transaction,
  { slot, slotId, editionId, batchSize, now, subscribedBefore }: Planning,
  readers: Prisma.Sql,
  afterSubscriberId: number,
  rows: number,
): Promise<{ added: number; lastSubscriberId: number | null }> {
  const [result] = await tx.$queryRaw<{ added: number; last: number | null }[]>`
    WITH next AS (
      SELECT s.id
      FROM subscribers s
      WHERE ${readers}
        AND s.id > ${afterSubscriberId}
        AND CASE ${slot.channel} WHEN 'email' THEN s.email_enabled ELSE s.sms_enabled END
        AND (${subscribedBefore}::timestamptz IS NULL OR s.created_at < ${subscribedBefore}::timestamptz)
        AND (
          SELECT true FROM subscriptions x
          WHERE x.subscriber_id = s.id AND is_entitled(x, ${now}) LIMIT 1)
        AND (
          SELECT true FROM deliveries d
          WHERE d.local_date = ${slot.localDate}::date AND d.channel = ${slot.channel}
            AND d.subscriber_id = s.id LIMIT 1) IS NULL
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
      INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id)
      SELECT ${slot.localDate}::date, ${slot.channel}, due.id, ${slot.timezone},
        numbered.batch_id, ${editionId}
      FROM due JOIN numbered USING (chunk)
      ON CONFLICT DO NOTHING
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM planned)::int AS added, (SELECT max(id) FROM due)::int AS last`;
  return { added: result?.added ?? 0, lastSubscriberId: result?.last ?? null };
}

/** Walks through readers in chunks. Answers how many rows were added; null when the slot is taken or closed. */
async function planReaders(
  ctx: Context,
  planning: Planning,
  readers: Prisma.Sql,
): Promise<number | null> {
  let added = 0;
  let afterSubscriberId = 0;
  let rows: number = rowsPerTransaction.first;
  for (;;) {
    const chunk = await ctx.db.$transaction(
      async (tx) => {
        const [held] = await tx.$queryRaw<{ id: number }[]>`
          SELECT id FROM delivery_slots WHERE id = ${planning.slotId} AND closed_at IS NULL
          FOR UPDATE SKIP LOCKED`;
        return held ? planChunk(tx, planning, readers, afterSubscriberId, rows) : null;
      },
      { timeout: 60_000 },
    );
    if (!chunk) return null;
    if (chunk.added > 0) planning.onAdded();
    // Without fresh statistics the planner takes the new rows for a handful and reads them all, each time.
    if (added === 0 && chunk.added >= 1_000) await ctx.db.$executeRaw`ANALYZE deliveries`;
    added += chunk.added;
    if (chunk.lastSubscriberId === null) return added;
    afterSubscriberId = chunk.lastSubscriberId;
    rows = Math.min(rows * 2, rowsPerTransaction.most);
  }
}

/**
 * Writes the ledger of a slot: one row per entitled subscriber who has the channel on and none
 * for the date yet. Safe to run at any time, by several workers, any number of times.
 */
export async function planSlot(
  ctx: Context,
  slot: Slot,
  options: PlanOptions = {},
): Promise<PlanResult> {
  const existing = await findSlotRow(ctx, slot);
  if (existing?.closedAt) return { state: "closed" };
  const now = ctx.clock.now();
  if (!options.force && existing?.plannedAt) {
    const sinceMs = now.getTime() - existing.plannedAt.getTime();
    if (sinceMs >= 0 && sinceMs < replanAfterMs) return { state: "not_now" };
  }
  const row = existing?.editionId ? existing : await openSlot(ctx, slot);
  if (!row?.editionId) return { state: "no_message" };
  if (row.closedAt) return { state: "closed" };
  const { id: slotId, editionId } = row;
  const batchSize = await batchSizeOf(ctx, slot.channel, editionId);
  const subscribedBefore = options.subscribedBefore ?? null;
  const onAdded = options.onAdded ?? (() => undefined);
  const planning = { slot, slotId, editionId, batchSize, now, subscribedBefore, onAdded };

  let added = 0;
  for (const readers of readersOf(slot)) {
    const planned = await planReaders(ctx, planning, readers);
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
