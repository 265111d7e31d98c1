import { channels } from "@/lib/contracts/primitives";
import type { Database, Transaction } from "@/lib/platform/database/database";

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
 */
export async function anonymizeDeliveries(tx: Transaction, subscriberId: number): Promise<void> {
  const where = await deliveriesOf(tx, subscriberId);
  const rows = await tx.delivery.findMany({ where, select: { batchId: true } });
  const batchIds = [...new Set(rows.map(({ batchId }) => batchId))];
  await tx.$executeRaw`
    UPDATE send_attempts SET recipients = recipients - ${String(subscriberId)}::text
    WHERE batch_id = ANY(${batchIds}::bigint[]) AND recipients ? ${String(subscriberId)}::text`;
  await tx.delivery.updateMany({ where, data: { providerMessageId: null } });
}
