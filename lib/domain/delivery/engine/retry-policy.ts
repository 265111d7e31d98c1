import type { CallFailure, MessageResult } from "../../ports/send-outcome";

/** A call that wasn't made because the fence stopped it. */
export type FencedCall = { state: "fenced"; detail: string };

/** Why some messages of an attempt have no known result. */
export type SendFailure = CallFailure | FencedCall;

/** The provider's answer about one message, and when the call was made (monotonic milliseconds). */
export type TimedResult = { result: MessageResult; startedAt: number };

/** What happens to a batch after an attempt. All durations are in real time. */
export type NextStep = {
  /**
   * `done`: every message has a result. `ready`: the rest wasn't sent, so try again. `unknown`: the
   * rest may have been sent, so ask the provider first.
   */
  next: "done" | "ready" | "unknown";
  /** Why rows were left unsent, for the ledger and the status table. */
  reason: string | null;
  error: string | null;
  /** Milliseconds until the batch is due again. */
  delayMs: number;
};

/** How long to wait before resending a message whose refusal may be about our account. */
const refusedRetryMs = 30_000;

/** How soon to ask the provider about an unknown outcome for the first time. */
const firstLookupMs = 3_000;

/**
 * Milliseconds to wait before the next try: doubles from half a second to 30 seconds. The jitter
 * (half of it) keeps workers from retrying in lockstep.
 *
 * @param failures how many tries have failed so far
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(30_000, 500 * 2 ** Math.min(failures, 10));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

/** What decides how soon a provider is asked again about an attempt with an unknown outcome. */
type LookedUp = { endedSecondsAgo: number; lookupCount: number };

/**
 * Milliseconds until the provider is asked again about an unknown outcome: first at the end of the shortest
 * wait, then at intervals that grow to ten seconds, and later with the age of the attempt, so that a day of
 * asking costs a few hundred lookups.
 *
 * @param waitS seconds until the provider's answer can be trusted
 * @param hasFailed whether the last lookup got no answer
 */
export function lookUpDelayMs(
  { endedSecondsAgo, lookupCount }: LookedUp,
  waitS: number,
  hasFailed: boolean,
): number {
  const leftS = waitS - endedSecondsAgo;
  if (!hasFailed && leftS > 1) return leftS * 1_000;
  const soonMs = hasFailed ? backoffMs(lookupCount + 3) : Math.min(10, 1 + lookupCount) * 1_000;
  return Math.max(soonMs, (endedSecondsAgo * 1_000) / 60);
}

/** Whether a refusal may be about our account, because the provider doesn't say that it's about the address. */
function isAmbiguous({ result }: TimedResult): boolean {
  return (
    result.state === "refused" && (result.reason === "rejected" || result.reason === "filtered")
  );
}

/**
 * Separates final results from refusals that may be about our account. A provider's codes don't tell
 * (https://www.twilio.com/docs/api/errors/21606 and 21659 can mean either); what else it accepted does. A
 * refusal is about the recipient if a message sent later was accepted, or if it's the second refusal, with
 * other messages accepted in between.
 *
 * @param isSecond whether these messages were refused before, and others have been accepted since
 */
export function judgeRefusals<Result extends TimedResult>(
  results: readonly Result[],
  isSecond: boolean,
): { final: Result[]; held: Result[] } {
  const lastAccepted = Math.max(
    ...results.flatMap(({ result, startedAt }) => (result.state === "accepted" ? startedAt : [])),
  );
  const isHeld = (each: Result) =>
    isAmbiguous(each) && !isSecond && !(lastAccepted > each.startedAt);
  return {
    final: results.filter((each) => !isHeld(each)),
    held: results.filter((each) => isHeld(each)),
  };
}

/**
 * Decides what happens to a batch after one attempt, by its worst failure. Messages that may have been sent
 * come first, because retrying could send them twice.
 *
 * @param held refusals that may be about our account
 * @param previousFailures how many attempts at the batch failed before this one
 * @param unknownOutcomeWaitS seconds until the provider's answer about an unknown outcome can be trusted
 */
export function decideNextStep(
  { failures, held }: { failures: readonly SendFailure[]; held: readonly TimedResult[] },
  previousFailures: number,
  unknownOutcomeWaitS: number,
  random: () => number = Math.random,
): NextStep {
  const refusal = held[0]?.result;
  const error = failures[0]?.detail ?? (refusal?.state === "refused" ? refusal.detail : null);
  const delayMs = backoffMs(previousFailures, random);
  const has = (state: SendFailure["state"]) => failures.some((each) => each.state === state);
  const ready = (reason: string, ms = delayMs): NextStep => ({
    next: "ready",
    reason,
    error,
    delayMs: ms,
  });
  if (has("unknown")) {
    const soonMs = Math.min(firstLookupMs, unknownOutcomeWaitS * 1_000);
    return { ...ready("provider_unavailable", soonMs), next: "unknown" };
  }
  if (has("unauthorized")) return ready("provider_unauthorized", refusedRetryMs);
  if (held.length > 0) return ready("provider_rejecting", refusedRetryMs);
  const throttled = failures.find((failure) => failure.state === "throttled");
  if (throttled) {
    return ready("provider_throttled", Math.max(throttled.retryAfterMs ?? 0, delayMs));
  }
  if (has("unsent")) return ready("provider_unavailable");
  if (failures.length > 0) return ready("held_back");
  return { next: "done", reason: null, error, delayMs: 0 };
}
