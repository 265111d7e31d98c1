const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Whose session it is. */
export type SessionRole = "admin" | "subscriber";

/** How long a session lives without use, and at most, by role. */
export const sessionLimits: Record<SessionRole, { idleMs: number; absoluteMs: number }> = {
  admin: { idleMs: 12 * hourMs, absoluteMs: 7 * dayMs },
  subscriber: { idleMs: 30 * dayMs, absoluteMs: 90 * dayMs },
};

/** How stale `lastSeenAt` may get before it is written again: a row a minute, not a row a request. */
export const lastSeenGranularityMs = 60_000;

/** Whether a session still opens anything at an instant. */
export function isSessionLive(
  session: { role: SessionRole; lastSeenAt: Date; expiresAt: Date; revokedAt: Date | null },
  now: Date,
): boolean {
  if (session.revokedAt) return false;
  const idleMs = now.getTime() - session.lastSeenAt.getTime();
  return now < session.expiresAt && idleMs < sessionLimits[session.role].idleMs;
}
