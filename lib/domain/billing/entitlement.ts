/** The part of a subscription that decides whether it entitles to the briefing. */
export type Entitlement = {
  /** As Paddle names it. */
  status: string;
  cancelAt: Date | null;
  accessEndsAt: Date | null;
  stoppedAt: Date | null;
  /** Why we asked Paddle to cancel it, if we did. */
  endReason: string | null;
};

/**
 * Whether a subscription entitles to the briefing at an instant (docs/product-spec.md, section
 * 11.2). The SQL function `is_entitled` is the same rule, and a test compares them.
 */
export function isEntitled(subscription: Entitlement, at: Date): boolean {
  const { status, cancelAt, accessEndsAt, stoppedAt, endReason } = subscription;
  if (stoppedAt) return false;
  if (status === "canceled") return accessEndsAt !== null && accessEndsAt > at;
  const isRunning = status === "trialing" || status === "active" || status === "past_due";
  return isRunning && endReason === null && (cancelAt === null || cancelAt > at);
}
