import type { Accepted, Search } from "./history";

// All the uncertainty that the checker allows, each with its reason. Anything else is a violation.

/**
 * Someone who stops this long before a call may still get it: the claim that checks who may get it
 * comes before the call, and its response takes time. After ten seconds, the fence stops the call if
 * the worker hangs (docs/decisions/007-worker-liveness.md).
 */
export const claimToCallMs = 10_000;

/**
 * How long before the end of a window everything must work, and everything about a person must be
 * settled, for the person to be owed the briefing. An unknown outcome takes a few minutes
 * (docs/decisions/006-unknown-outcomes.md), and so does finding out that a provider accepts again.
 */
export const recoveryMs = 20 * 60_000;

/** A miss is reported this long after its window, or after the last trouble. */
export const reportMs = 2 * 60_000;

/** How late a text may arrive after it was sent; then it expires (`ValidityPeriod` at Twilio). */
export const textValidityMs = 45 * 60_000;

/** A zone counts as over for someone who moves there this long before its window closes. */
export const holdoverCutoffMs = 5 * 60_000;

/** How long we wait before we believe that a text wasn't accepted although nothing later is found. */
const textWaitMs = 60_000;

/** How long we wait at least. */
const shortestWaitMs = 20_000;

/** How long it can take until a response is recorded. */
export const recordMs = 10_000;

/**
 * With fewer texts on a date than this, there may be too few to show that the provider's list is complete
 * (docs/decisions/006-unknown-outcomes.md).
 */
const fewTexts = 10;

/**
 * Whether a text that was never sent is allowed to be missed: a call next to it got no answer, so that it
 * might have been sent, and the date has few others to compare the provider's list with.
 */
export function mayStayUnknown(texts: readonly Accepted[]): boolean {
  const isUnanswered = ({ sentAt, acceptedAt, knownAt }: Accepted) =>
    !knownAt || knownAt.getTime() - (sentAt ?? acceptedAt).getTime() >= shortestWaitMs;
  return texts.length < fewTexts && texts.some((text) => isUnanswered(text));
}

/** What providers accepted, and what they were asked. */
type Records = { journal: readonly Accepted[]; searches: readonly Search[] };

/**
 * Whether a second copy is allowed, because the provider denied the first when it was asked about it
 * (docs/decisions/006-unknown-outcomes.md). It must have been asked twice, and must not have told us
 * otherwise since: the last answer before the copy is what counts.
 *
 * The search must leave out nothing that we know of, nor have another email of the same call, and be up to
 * date, in that it found something accepted after the call had ended. For a text, a minute will do as well.
 * Nor may a report say that the call reached the provider.
 *
 * @param repeatedAt when the second copy was sent; by default, at any time after the last answer
 */
export function mayBeRepeated(
  first: Accepted,
  { journal, searches }: Records,
  repeatedAt = Infinity,
): boolean {
  const { channel, unansweredAt } = first;
  if (!unansweredAt) return false;
  const sameChannel = searches.filter((search) => search.channel === channel);
  const answers = sameChannel
    .filter(({ at, about }) => about.has(first.id ?? "") && at > unansweredAt)
    .filter(({ at }) => at.getTime() < repeatedAt);
  // One about other messages of the same tag can come too late for a copy that was claimed before.
  const decisive = answers.findLastIndex(
    (answer) => !shows(answer, first) || answer.at.getTime() < repeatedAt - claimToCallMs,
  );
  const [before, last] = answers.slice(0, decisive + 1).slice(-2);
  if (!before || !last || shows(last, first)) return false;
  const decidedAt = last.at.getTime();
  // What we know when we claim it again must keep us from it as well.
  const claimedAt = repeatedAt === Infinity ? decidedAt : repeatedAt - claimToCallMs;
  const isKnown = ({ knownAt }: Accepted) =>
    knownAt !== undefined && knownAt.getTime() < Math.max(decidedAt, claimedAt);
  // If one email of a call was accepted, the others may have been, too.
  if (journal.some((each) => isKnown(each) && isSameCall(each, first))) return false;
  const waitedMs = decidedAt - unansweredAt.getTime();
  const isCurrent = sameChannel.some(
    ({ at, shown }) =>
      at <= last.at &&
      shown.some((each) => each.acceptedAt > unansweredAt && each.stream === first.stream),
  );
  const isLateText = channel === "sms" && waitedMs >= textWaitMs;
  const isDecided = isCurrent || isLateText;
  return waitedMs >= shortestWaitMs && isDecided && !isIncomplete(last, first, journal, claimedAt);
}

const isSameCall = (one: Accepted, other: Accepted): boolean =>
  one === other ||
  (one.channel === "email" &&
    other.channel === "email" &&
    one.sentAt !== undefined &&
    one.sentAt.getTime() === other.sentAt?.getTime());

const shows = ({ shown }: Search, { id }: Accepted): boolean =>
  shown.some((each) => each.id === id);

/**
 * Whether a search left out a message that we knew of, or has another email of the same call. If the message
 * was accepted well before, we may also have learned of it later, but before we claimed again.
 */
function isIncomplete(
  search: Search,
  first: Accepted,
  journal: readonly Accepted[],
  claimedAt: number,
): boolean {
  const { channel } = first;
  const wellBefore = search.at.getTime() - recordMs;
  const isKnown = ({ knownAt, acceptedAt }: Accepted) =>
    knownAt !== undefined &&
    knownAt.getTime() < Math.max(wellBefore, acceptedAt.getTime() < wellBefore ? claimedAt : 0);
  return journal
    .filter((other) => other.channel === channel && other.id !== first.id)
    .some((other) =>
      shows(search, other)
        ? isSameCall(other, first)
        : isKnown(other) && other.acceptedAt < search.at,
    );
}
