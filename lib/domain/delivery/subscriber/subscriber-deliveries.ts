import { dayMs } from "@/lib/calendar/units";
import { channels } from "@/lib/contracts/primitives";
import type { Database, Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";

/** How many days back an address is reserved: no older date is still sent. */
const reservedDays = 2;

/**
 * A `where` clause for all ledger rows of a subscriber. The ledger has no index by subscriber, so
 * it lists every date and channel to use the primary key.
 */
export async function deliveriesOf(db: Database | Transaction, subscriberId: number) {
  const days = await db.deliverySlot.findMany({
    distinct: ["localDate"],
    select: { localDate: true },
  });
  return {
    localDate: { in: days.map(({ localDate }) => localDate) },
    channel: { in: [...channels] },
    subscriberId,
  };
}

/**
 * Removes from a subscriber's ledger rows everything that identifies the person: the provider's
 * message ids, and the subscriber id in send attempts. The rows stay, so that the counts are right.
 * An attempt whose outcome isn't known yet keeps the number, because the provider is asked about it:
 * a text that counts as not sent could go to the number's next account once more. `anonymizeErased`
 * removes it later.
 */
export async function anonymizeDeliveries(tx: Transaction, subscriberId: number): Promise<void> {
  const where = await deliveriesOf(tx, subscriberId);
  const rows = await tx.delivery.findMany({ where, select: { batchId: true } });
  const batchIds = [...new Set(rows.map(({ batchId }) => batchId))];
  await tx.$executeRaw`
    UPDATE send_attempts SET recipients = recipients - ${String(subscriberId)}::text
    WHERE batch_id = ANY(${batchIds}::bigint[]) AND local_date = ANY(${where.localDate.in}::date[])
      AND state = 'finalized' AND recipients ? ${String(subscriberId)}::text`;
  await tx.delivery.updateMany({ where, data: { providerMessageId: null } });
}

/** Whether a briefing to a subscriber is planned or being sent. */
export async function hasPendingDeliveries(
  tx: Transaction,
  subscriberId: number,
): Promise<boolean> {
  const where = await deliveriesOf(tx, subscriberId);
  return (await tx.delivery.count({ where: { ...where, state: "pending" } })) > 0;
}

/**
 * Reserves a subscriber's email address for the ledger rows that it may have been used for, because
 * someone else can have it now: an address gets one briefing per date.
 */
export async function reserveFormerEmail(
  ctx: Context,
  tx: Transaction,
  subscriberId: number,
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - reservedDays * dayMs);
  await tx.$executeRaw`
    INSERT INTO address_reservations AS r (local_date, channel, address_hash, subscriber_id)
    SELECT d.local_date, d.channel, address_hash(s.email), s.id
    FROM subscribers s
    CROSS JOIN (SELECT DISTINCT local_date FROM delivery_slots WHERE local_date > ${since}::date) day
    JOIN deliveries d ON d.local_date = day.local_date AND d.channel = 'email'
      AND d.subscriber_id = s.id AND d.state IN ('pending', 'accepted')
    WHERE s.id = ${subscriberId}
    ON CONFLICT (local_date, channel, address_hash) DO UPDATE SET subscriber_id = excluded.subscriber_id
      WHERE (SELECT d.state IN ('excluded', 'missed') FROM deliveries d
        WHERE d.local_date = r.local_date AND d.channel = r.channel
          AND d.subscriber_id = r.subscriber_id)`;
}

/**
 * Moves a subscriber's ledger rows to another, who then isn't served those dates again. Where the
 * other has a row already, the first one's stays, anonymous. A row that is being sent isn't moved: its
 * batch would look for the first one's.
 *
 * @returns whether all rows that had to were moved; one may have been planned in between
 */
export async function moveDeliveries(
  tx: Transaction,
  { fromId, intoId }: { fromId: number; intoId: number },
): Promise<boolean> {
  const { localDate, channel } = await deliveriesOf(tx, fromId);
  await tx.$executeRaw`
    UPDATE deliveries d SET subscriber_id = ${intoId}
    WHERE d.subscriber_id = ${fromId} AND d.local_date = ANY(${localDate.in}::date[])
      AND d.channel = ANY(${channel.in}::text[]) AND d.state <> 'pending'
      AND NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.local_date = d.local_date
        AND o.channel = d.channel AND o.subscriber_id = ${intoId})`;
  const left = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM deliveries d
    WHERE d.subscriber_id = ${fromId} AND d.local_date = ANY(${localDate.in}::date[])
      AND d.channel = ANY(${channel.in}::text[])
      AND (d.state = 'pending' OR NOT EXISTS (SELECT 1 FROM deliveries o
        WHERE o.local_date = d.local_date AND o.channel = d.channel AND o.subscriber_id = ${intoId}))
    LIMIT 1`;
  if (left.length > 0) return false;
  await tx.$executeRaw`
    UPDATE address_reservations r SET subscriber_id = ${intoId}
    WHERE r.subscriber_id = ${fromId} AND NOT EXISTS (
      SELECT 1 FROM deliveries d WHERE d.local_date = r.local_date AND d.channel = r.channel
        AND d.subscriber_id = ${fromId})`;
  await anonymizeDeliveries(tx, fromId);
  return true;
}
