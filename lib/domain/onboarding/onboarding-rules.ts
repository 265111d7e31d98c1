/** How long after its completion a sign-up may still be changed by the browser that made it. */
const openMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Whether a checkout's uid still opens its record. The uid stands in an address, and so in the
 * browser's history: after a week only the subscriber's own session does.
 */
export function isOnboardingOpen(record: { completedAt: Date | null }, now: Date): boolean {
  return record.completedAt === null || now.getTime() < record.completedAt.getTime() + openMs;
}
