import { channels } from "@/lib/contracts/primitives";
import type { Database, Transaction } from "@/lib/platform/database/database";

/**
 * Where in the ledger a subscriber's rows stand, however long it is: by the primary key, day by
 * day and channel by channel, since nothing leads from a person straight to their rows.
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
 * Leaves of a person's ledger rows what counts them, and nothing that leads to them: the provider's
 * ids go, and their number goes from the attempts.
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
