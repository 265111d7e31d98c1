/** What is looked at to tell whether somebody still has a subscription. */
export type SubscriptionState = {
  /** Paddle's word. */
  status: string;
  cancelAt: Date | null;
  stoppedAt: Date | null;
};

/**
 * How a person stands who may be given another subscription: `active` has one on trial or paid,
 * `at_risk` has one that is past due or paused, `free` has none that goes on. Whoever has cancelled is
 * free from that moment, though the briefing may still come: they are told to subscribe again.
 */
export function eligibilityOf(
  subscriptions: readonly SubscriptionState[],
): "active" | "at_risk" | "free" {
  const goingOn = subscriptions.filter(
    ({ status, cancelAt, stoppedAt }) => status !== "canceled" && !cancelAt && !stoppedAt,
  );
  if (goingOn.length === 0) return "free";
  const isActive = goingOn.some(({ status }) => status === "active" || status === "trialing");
  return isActive ? "active" : "at_risk";
}
