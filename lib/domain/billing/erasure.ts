import type { Database, Prisma, Transaction } from "@/lib/platform/database/database";
import type { ErasureRecord } from "@/lib/platform/data-folder/erasure-file";
import { anonymizeMoney } from "./money-events";
import { lockCustomer } from "./paddle-sync";

/** Whether a Paddle ID belongs to a deleted account. */
export async function isErased(db: Database | Transaction, paddleId: string): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM erasures WHERE hash = erasure_hash(${paddleId})`;
  return found.length > 0;
}

/** Which of these Paddle IDs belong to deleted accounts. */
export async function listErased(
  tx: Transaction,
  paddleIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM unnest(${paddleIds}::text[]) id
    WHERE erasure_hash(id) IN (SELECT hash FROM erasures)`;
  return new Set(rows.map(({ id }) => id));
}

const select = {
  id: true,
  subscriberId: true,
  paddleSubscriptionId: true,
  paddleCustomerId: true,
  status: true,
  stoppedAt: true,
} as const;

/** A subscription that is deleted with an account. */
export type OwnSubscription = Prisma.SubscriptionGetPayload<{ select: typeof select }>;

/** All subscriptions of a Paddle customer. */
export async function findPurchases(tx: Transaction, customerId: string) {
  return tx.subscription.findMany({ where: { paddleCustomerId: customerId }, select });
}

/**
 * All subscriptions billed to a subscriber: their own, and those of the same Paddle customer that
 * have no account yet.
 */
export async function findOwnSubscriptions(
  db: Database | Transaction,
  subscriberId: number,
): Promise<OwnSubscription[]> {
  const owned = await db.subscription.findMany({ where: { subscriberId }, select });
  const unlinked = await db.subscription.findMany({
    where: { subscriberId: null, paddleCustomerId: { in: customersOf(owned) } },
    select,
  });
  return [...owned, ...unlinked];
}

/** The Paddle customers of subscriptions, sorted so that they are always locked in the same order. */
export function customersOf(subscriptions: readonly OwnSubscription[]): string[] {
  return [...new Set(subscriptions.flatMap((each) => each.paddleCustomerId ?? []))].toSorted();
}

/** A subscription's subjects in the audit log; an imported one has no Paddle ID. */
export function auditSubjectsOf({ id, paddleSubscriptionId }: OwnSubscription): string[] {
  return [`subscription:${id}`, `subscription:${paddleSubscriptionId}`];
}

/** Locks several Paddle customers until the transaction ends. */
export async function lockCustomers(tx: Transaction, customerIds: readonly string[]) {
  for (const customerId of customerIds) await lockCustomer(tx, customerId);
}

/**
 * Deletes our copy of subscriptions and their Paddle customers, and records their erasure, so that
 * neither later events nor the nightly comparison bring them back. A customer that another account
 * shares stays. The customers must be locked.
 *
 * @returns the deleted customers and their email addresses at Paddle, and what was recorded
 */
export async function eraseBilling(
  tx: Transaction,
  subscriptions: readonly OwnSubscription[],
  erasedAt: Date,
): Promise<{ buyers: { customerId: string; email: string | null }[]; records: ErasureRecord[] }> {
  const subscriptionIds = subscriptions.flatMap((each) => each.paddleSubscriptionId ?? []);
  const ids = subscriptions.map(({ id }) => id);
  const shared = await tx.subscription.findMany({
    where: { paddleCustomerId: { in: customersOf(subscriptions) }, id: { notIn: ids } },
    select: { paddleCustomerId: true },
  });
  const isShared = new Set(shared.map(({ paddleCustomerId }) => paddleCustomerId));
  const customerIds = customersOf(subscriptions).filter((id) => !isShared.has(id));
  const known = await tx.paddleCustomer.findMany({ where: { id: { in: customerIds } } });
  const records = await tx.$queryRaw<ErasureRecord[]>`
    INSERT INTO erasures (hash, erased_at)
    SELECT erasure_hash(id), ${erasedAt}
    FROM unnest(${[...subscriptionIds, ...customerIds]}::text[]) id
    ON CONFLICT (hash) DO NOTHING RETURNING hash, erased_at AS "erasedAt"`;
  await anonymizeMoney(tx, subscriptionIds);
  await tx.payment.deleteMany({ where: { paddleSubscriptionId: { in: subscriptionIds } } });
  await tx.adjustment.deleteMany({ where: { paddleSubscriptionId: { in: subscriptionIds } } });
  await tx.onboardingRecord.deleteMany({
    where: { paddleSubscriptionId: { in: subscriptionIds } },
  });
  await tx.subscription.deleteMany({ where: { id: { in: ids } } });
  await tx.paddleCustomer.deleteMany({ where: { id: { in: customerIds } } });
  const buyers = customerIds.map((customerId) => ({
    customerId,
    email: known.find(({ id }) => id === customerId)?.email ?? null,
  }));
  return { buyers, records };
}
