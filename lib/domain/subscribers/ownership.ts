/** What is looked at to tell whether somebody still has a subscription. */
export type OwnedSubscription = {
  /** Paddle's word. */
  status: string;
  accessEndsAt: Date | null;
  stoppedAt: Date | null;
};

/**
 * How a person stands who may be given another subscription: `active` has one on trial or paid,
 * `live` has one that is past due, paused or cancelled but not over, `free` has none that counts.
 */
export function standingOf(
  subscriptions: readonly OwnedSubscription[],
  now: Date,
): "active" | "live" | "free" {
  const isActive = ({ status }: OwnedSubscription) => status === "active" || status === "trialing";
  if (subscriptions.some(isActive)) return "active";
  return subscriptions.some((subscription) => !isOver(subscription, now)) ? "live" : "free";
}

function isOver({ status, accessEndsAt, stoppedAt }: OwnedSubscription, now: Date): boolean {
  return (
    status === "canceled" && (stoppedAt !== null || accessEndsAt === null || accessEndsAt <= now)
  );
}
