/** What decides whether a subscription is served. */
export type Entitlement = {
  /** Paddle's word. */
  status: string;
  cancelAt: Date | null;
  accessEndsAt: Date | null;
  stoppedAt: Date | null;
};

/**
 * Whether a subscription is served the briefing at an instant: while it is on trial, active or in
 * Paddle's retries, and after a cancellation until the paid period ends, unless the person chose
 * to stop at once. The same rule as the SQL function `is_entitled`; a test compares them.
 */
export function isEntitled(subscription: Entitlement, at: Date): boolean {
  const { status, cancelAt, accessEndsAt, stoppedAt } = subscription;
  if (stoppedAt) return false;
  if (status === "canceled") return accessEndsAt !== null && accessEndsAt > at;
  const live = status === "trialing" || status === "active" || status === "past_due";
  return live && (cancelAt === null || cancelAt > at);
}
