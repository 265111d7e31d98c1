export type SubscriptionState = {
  /** As Paddle names it. */
  status: string;
  cancelAt: Date | null;
  stoppedAt: Date | null;
  /** Why we ended it, if we did. */
  endReason: string | null;
};

/**
 * Whether someone can get another subscription: not when `active` (they have one in trial or paid)
 * or `at_risk` (past due or paused), but when `free` (none that continues). Canceling makes them
 * free right away, even while the briefing continues, so that they can resubscribe.
 */
export function eligibilityOf(
  subscriptions: readonly SubscriptionState[],
): "active" | "at_risk" | "free" {
  const continuing = subscriptions.filter(
    ({ status, cancelAt, stoppedAt, endReason }) =>
      status !== "canceled" && !cancelAt && !stoppedAt && !endReason,
  );
  if (continuing.length === 0) return "free";
  const isActive = continuing.some(({ status }) => status === "active" || status === "trialing");
  return isActive ? "active" : "at_risk";
}
