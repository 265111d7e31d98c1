import type { SubscriptionStatusLabel } from "@/lib/contracts/billing";
import type { Database, Transaction } from "@/lib/platform/database/database";

const labels: ReadonlyMap<string, SubscriptionStatusLabel> = new Map([
  ["trialing", "Free Trial"],
  ["active", "Active"],
  ["past_due", "Past Due"],
  ["paused", "Paused"],
  ["canceled", "Cancelled"],
]);

/**
 * What a person reads for a subscription: one with a cancellation booked, or stopped at once, is
 * Cancelled already (decisions, "Subscribers, money, status"). No subscription reads Active, as
 * the spec has it for a missing status.
 */
export function statusLabel(
  subscription: { status: string; cancelAt: Date | null; stoppedAt: Date | null } | null,
): SubscriptionStatusLabel {
  if (!subscription) return "Active";
  if (subscription.cancelAt || subscription.stoppedAt) return "Cancelled";
  return labels.get(subscription.status) ?? "Active";
}

/** A subscription as the account needs it. */
export type CurrentSubscription = {
  id: number;
  paddleSubscriptionId: string | null;
  paddleCustomerId: string | null;
  status: string;
  plan: string | null;
  firstChargeAt: Date | null;
  nextChargeAt: Date | null;
  cancelAt: Date | null;
  canceledAt: Date | null;
  accessEndsAt: Date | null;
  stoppedAt: Date | null;
};

/** Every subscription of a subscriber, the newest first. */
export function findSubscriptions(
  db: Database | Transaction,
  subscriberId: number,
): Promise<CurrentSubscription[]> {
  return db.subscription.findMany({
    where: { subscriberId },
    select: {
      id: true,
      paddleSubscriptionId: true,
      paddleCustomerId: true,
      status: true,
      plan: true,
      firstChargeAt: true,
      nextChargeAt: true,
      cancelAt: true,
      canceledAt: true,
      accessEndsAt: true,
      stoppedAt: true,
    },
    orderBy: { id: "desc" },
  });
}

/** The subscription that counts for a subscriber: one that goes on before one that ended, then the newest. */
export async function findCurrentSubscription(
  db: Database | Transaction,
  subscriberId: number,
): Promise<CurrentSubscription | null> {
  return currentOf(await findSubscriptions(db, subscriberId));
}

/** The one of a subscriber's subscriptions, newest first, that counts. */
export function currentOf(
  subscriptions: readonly CurrentSubscription[],
): CurrentSubscription | null {
  return subscriptions.find(({ status }) => status !== "canceled") ?? subscriptions[0] ?? null;
}
