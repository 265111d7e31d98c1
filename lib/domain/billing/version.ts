import type { Version } from "../ports/payments";

/** What is compared: when something was so, and whether nothing can follow it. */
export type Standing = Version & { isFinal: boolean };

/**
 * Whether one snapshot replaces another. A total order, so that every order of arrival ends in the
 * same place: a cancelled subscription never comes back (Paddle: "canceled" is final), then the
 * later event, then the greater event id.
 */
export function replaces(candidate: Standing, current: Standing): boolean {
  if (candidate.isFinal !== current.isFinal) return candidate.isFinal;
  const later = candidate.occurredAt.getTime() - current.occurredAt.getTime();
  return later === 0 ? candidate.eventId > current.eventId : later > 0;
}
