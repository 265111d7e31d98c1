import type { Accepted } from "./history";

// All the uncertainty that the checker allows, each with its reason. Anything else is a violation.

/**
 * Someone who stops this long before a call may still get it: the claim that checks who may get it
 * comes before the call, and its response takes time. After ten seconds, the fence stops the call if
 * the worker hangs (docs/decisions/007-worker-liveness.md).
 */
export const claimToCallMs = 10_000;

/**
 * How long before the end of a window everything must work, and everything about a person must be
 * settled, for the person to be owed the briefing. An unknown outcome takes five minutes at worst
 * (docs/decisions/006-unknown-outcomes.md), and a provider that refused everyone is left alone for
 * another five.
 */
export const recoveryMs = 20 * 60_000;

/** A zone counts as over for someone who moves there this long before its window closes. */
export const holdoverCutoffMs = 5 * 60_000;

/** How long the engine waits at most before it believes that a message wasn't accepted. */
const fullWaitMs = { email: 300_000, sms: 60_000 } as const;

/** A message may be accepted this long after its call ended and is still found before it is sent again. */
const shortestWaitMs = 20_000;

/**
 * Whether a second copy is allowed, because the provider didn't admit to the first in time
 * (docs/decisions/006-unknown-outcomes.md).
 *
 * @param journal everything accepted on the same channel
 * @param repeatedAt when the second copy was sent; by default, as early as it could have been
 */
export function mayBeRepeated(
  first: Accepted,
  journal: readonly Accepted[],
  repeatedAt?: number,
): boolean {
  const { channel, unansweredAt, acceptedAt, knownAt } = first;
  if (!unansweredAt) return false;
  const decidedAt = repeatedAt ?? unansweredAt.getTime() + shortestWaitMs;
  const searchableAt = first.searchableAt ?? acceptedAt;
  const shownAt = Math.min(searchableAt.getTime(), knownAt?.getTime() ?? Infinity);
  // The provider showed it only after the full wait.
  if (shownAt - unansweredAt.getTime() > fullWaitMs[channel]) return true;
  // The provider accepted it long after the call had ended, and after messages that were sent later.
  if (acceptedAt.getTime() - unansweredAt.getTime() > shortestWaitMs) return true;
  // The provider's search showed later messages, but not this one, and missed nothing that we knew of by then.
  const wasOvertaken = searchableAt > acceptedAt && isOvertaken(first, searchableAt, journal);
  return wasOvertaken && !isKnownHidden(searchableAt, decidedAt, journal);
}

/** Whether a search found messages that were accepted later before it found this one. */
function isOvertaken(first: Accepted, searchableAt: Date, journal: readonly Accepted[]): boolean {
  return journal.some(
    (other) =>
      other.acceptedAt > first.acceptedAt &&
      (other.searchableAt ?? other.acceptedAt) < searchableAt,
  );
}

/** Whether a message that we knew of was hidden as well: then the search is known to be incomplete. */
function isKnownHidden(until: Date, decidedAt: number, journal: readonly Accepted[]): boolean {
  return journal.some(
    ({ knownAt, searchableAt }) =>
      knownAt && searchableAt && searchableAt >= until && knownAt.getTime() < decidedAt,
  );
}
