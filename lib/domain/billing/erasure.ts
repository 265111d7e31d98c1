import type { Database, Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { lockCustomer } from "./paddle-sync";

/** A subscription that is deleted with an account. */
export type OwnSubscription = {
  id: number;
  paddleSubscriptionId: string | null;
  paddleCustomerId: string | null;
  status: string;
  stoppedAt: Date | null;
};

/** Whether a Paddle ID belongs to a deleted account. */
export async function isErased(db: Database | Transaction, paddleId: string): Promise<boolean> {
  return (await db.erasure.count({ where: { paddleId } })) > 0;
}

/**
 * All subscriptions billed to a subscriber: their own, and those of the same Paddle customer that
 * have no account yet.
 */
export async function findOwnSubscriptions(
  db: Database | Transaction,
  subscriberId: number,
): Promise<OwnSubscription[]> {
  const select = {
    id: true,
    paddleSubscriptionId: true,
    paddleCustomerId: true,
    status: true,
    stoppedAt: true,
  } as const;
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

/** Locks several Paddle customers until the transaction ends. */
export async function lockCustomers(tx: Transaction, customerIds: readonly string[]) {
  for (const customerId of customerIds) await lockCustomer(tx, customerId);
}

/**
 * Deletes our copy of subscriptions and their Paddle customers, and remembers the Paddle IDs so
 * that neither later events nor the nightly comparison bring them back. A customer that another
 * account shares stays. The customers must be locked.
 *
 * @returns the deleted customers and their email addresses at Paddle
 */
export async function eraseBilling(
  ctx: Context,
  tx: Transaction,
  subscriptions: readonly OwnSubscription[],
): Promise<{ customerId: string; email: string | null }[]> {
  const erasedAt = ctx.clock.now();
  const subscriptionIds = subscriptions.flatMap((each) => each.paddleSubscriptionId ?? []);
  const ids = subscriptions.map(({ id }) => id);
  const shared = await tx.subscription.findMany({
    where: { paddleCustomerId: { in: customersOf(subscriptions) }, id: { notIn: ids } },
    select: { paddleCustomerId: true },
  });
  const isShared = new Set(shared.map(({ paddleCustomerId }) => paddleCustomerId));
  const customerIds = customersOf(subscriptions).filter((id) => !isShared.has(id));
  const known = await tx.paddleCustomer.findMany({ where: { id: { in: customerIds } } });
  await tx.erasure.createMany({
    data: [...subscriptionIds, ...customerIds].map((paddleId) => ({ paddleId, erasedAt })),
    skipDuplicates: true,
  });
  await tx.payment.deleteMany({ where: { paddleSubscriptionId: { in: subscriptionIds } } });
  await tx.onboardingRecord.deleteMany({
    where: { paddleSubscriptionId: { in: subscriptionIds } },
  });
  await tx.subscription.deleteMany({ where: { id: { in: ids } } });
  await tx.paddleCustomer.deleteMany({ where: { id: { in: customerIds } } });
  return customerIds.map((customerId) => ({
    customerId,
    email: known.find(({ id }) => id === customerId)?.email ?? null,
  }));
}
