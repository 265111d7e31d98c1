import type { Entitlement } from "./entitlement";

export type SubscriptionState = Omit<Entitlement, "accessEndsAt">;

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
