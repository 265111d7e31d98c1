import type { Database, Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { lockCustomer } from "./paddle-sync";

/** A subscription that goes with an account. */
export type OwnSubscription = {
  id: number;
  paddleSubscriptionId: string | null;
  paddleCustomerId: string | null;
  status: string;
  stoppedAt: Date | null;
};

/** Whether Paddle's id belongs to an account that was deleted. */
export async function isErased(db: Database | Transaction, paddleId: string): Promise<boolean> {
  return (await db.erasure.count({ where: { paddleId } })) > 0;
}

/**
 * Everything that is billed to a subscriber: their subscriptions, and those of the same buyer that
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
  const alone = await db.subscription.findMany({
    where: { subscriberId: null, paddleCustomerId: { in: customersOf(owned) } },
    select,
  });
  return [...owned, ...alone];
}

/** The buyers behind subscriptions, in the order in which they are to be locked. */
export function customersOf(subscriptions: readonly OwnSubscription[]): string[] {
  return [...new Set(subscriptions.flatMap((each) => each.paddleCustomerId ?? []))].toSorted();
}

/** Keeps everything about several buyers in line until the transaction ends. */
export async function lockCustomers(tx: Transaction, customerIds: readonly string[]) {
  for (const customerId of customerIds) await lockCustomer(tx, customerId);
}

/**
 * Removes what is mirrored of subscriptions and their buyers, and remembers Paddle's ids, so that
 * later events, the nightly comparison included, bring nothing back. A buyer whom another account
 * has too stays. The buyers must be locked.
 *
 * @returns the buyers that are gone, with the addresses Paddle had of them
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
