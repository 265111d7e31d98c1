import type { SubscriptionStatusLabel } from "@/lib/contracts/billing";
import type { Database, Prisma, Transaction } from "@/lib/platform/database/database";

const labels: ReadonlyMap<string, SubscriptionStatusLabel> = new Map([
  ["trialing", "Free Trial"],
  ["active", "Active"],
  ["past_due", "Past Due"],
  ["paused", "Paused"],
  ["canceled", "Cancelled"],
]);

/**
 * The status that people see (docs/product-spec.md, section 11.1). A subscription that has a scheduled
 * cancellation, was stopped, or is being ended by us is already Cancelled. Without a subscription it's
 * Active.
 */
export function statusLabel(
  subscription: Pick<CurrentSubscription, "status" | "cancelAt" | "stoppedAt" | "endReason"> | null,
): SubscriptionStatusLabel {
  if (!subscription) return "Active";
  if (subscription.cancelAt || subscription.stoppedAt || subscription.endReason) return "Cancelled";
  return labels.get(subscription.status) ?? "Active";
}

const columns = {
  id: true,
  paddleSubscriptionId: true,
  paddleCustomerId: true,
  status: true,
  plan: true,
  price: true,
  currency: true,
  isTaxAdded: true,
  isDiscounted: true,
  nextPlan: true,
  nextPlanAt: true,
  firstChargeAt: true,
  nextChargeAt: true,
  cancelAt: true,
  canceledAt: true,
  accessEndsAt: true,
  stoppedAt: true,
  endReason: true,
  giftReason: true,
  createdAt: true,
} as const;

export type CurrentSubscription = Prisma.SubscriptionGetPayload<{ select: typeof columns }>;

/** A subscriber's subscriptions, newest first. */
export function listSubscriptions(
  db: Database | Transaction,
  subscriberId: number,
): Promise<CurrentSubscription[]> {
  return db.subscription.findMany({
    where: { subscriberId },
    select: columns,
    orderBy: { id: "desc" },
  });
}

/** The subscription that counts: the newest that isn't canceled, otherwise the newest. */
export async function findCurrentSubscription(
  db: Database | Transaction,
  subscriberId: number,
): Promise<CurrentSubscription | null> {
  return currentOf(await listSubscriptions(db, subscriberId));
}

/** The same for subscriptions that are already loaded, newest first. */
export function currentOf(
  subscriptions: readonly CurrentSubscription[],
): CurrentSubscription | null {
  return subscriptions.find(({ status }) => status !== "canceled") ?? subscriptions[0] ?? null;
}
