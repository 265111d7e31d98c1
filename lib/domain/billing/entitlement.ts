import type { Prisma } from "@/lib/platform/database/database";

/** The columns that decide whether a subscription entitles to the briefing. */
export const entitlementColumns = {
  status: true,
  cancelAt: true,
  accessEndsAt: true,
  stoppedAt: true,
  endReason: true,
} as const;

export type Entitlement = Prisma.SubscriptionGetPayload<{ select: typeof entitlementColumns }>;

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
