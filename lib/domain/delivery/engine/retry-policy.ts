import type { CallFailure, MessageResult } from "../../ports/send-outcome";
import type { PauseReason } from "./provider-rate-limit";

/** A call that wasn't made because the fence stopped it. */
export type FencedCall = { state: "fenced"; detail: string };

/** Refusals that are about our account, not about the people: sending on would fail everyone. */
export type WidespreadRefusal = { state: "rejecting"; code: number; detail: string };

/** Why some messages of an attempt have no known result. */
export type SendFailure = CallFailure | FencedCall | WidespreadRefusal;

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
  /** How long all workers leave the provider alone. */
  pause: { ms: number; reason: PauseReason } | null;
};

/** How long to leave a provider alone that rejects our key. */
const unauthorizedPauseMs = 60_000;

/** How long to leave a provider alone that refuses many people for the same reason. */
const rejectingPauseMs = 5 * 60_000;

/** Refusals with one code are widespread above this share of a batch, and from this number on. */
const widespread = { share: 0.05, count: 3 } as const;

/** The longest that one throttled call holds back all workers. */
const maxThrottlePauseMs = 5_000;

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

/**
 * The refusal that so much of a batch got that it can't be about the recipients (a country that isn't
 * enabled, a template that was rejected); null when there is none.
 *
 * @param results every result of one attempt
 */
export function findWidespreadRefusal(results: readonly MessageResult[]): WidespreadRefusal | null {
  const refused = results.filter((result) => isAboutUs(result));
  for (const { code, detail } of refused) {
    const count = refused.filter((other) => other.code === code).length;
    if (count >= widespread.count && count > results.length * widespread.share) {
      return { state: "rejecting", code, detail };
    }
  }
  return null;
}

/** Whether a refusal may be about our account or content, because it isn't about the address. */
function isAboutUs(result: MessageResult): result is MessageResult & { state: "refused" } {
  return (
    result.state === "refused" && (result.reason === "rejected" || result.reason === "filtered")
  );
}

/**
 * Decides what happens to a batch from the failures of one attempt. The gravest failure wins:
 * messages that may have been sent come first, because retrying those could send them twice.
 *
 * @param previousFailures how many attempts at the batch failed before this one
 * @param unknownOutcomeWaitS when the provider's answer about an unknown outcome can be trusted
 */
export function decideNextStep(
  failures: readonly SendFailure[],
  previousFailures: number,
  unknownOutcomeWaitS: number,
  random: () => number = Math.random,
): NextStep {
  const error = failures[0]?.detail ?? null;
  const delayMs = backoffMs(previousFailures, random);
  if (failures.some((failure) => failure.state === "unknown")) {
    return {
      next: "unknown",
      reason: "provider_unavailable",
      error,
      delayMs: Math.min(firstLookupMs, unknownOutcomeWaitS * 1_000),
      pause: null,
    };
  }
  if (failures.some((failure) => failure.state === "unauthorized")) {
    return {
      next: "ready",
      reason: "provider_unauthorized",
      error,
      delayMs: unauthorizedPauseMs,
      pause: { ms: unauthorizedPauseMs, reason: "unauthorized" },
    };
  }
  if (failures.some((failure) => failure.state === "rejecting")) {
    return {
      next: "ready",
      reason: "provider_rejecting",
      error,
      delayMs: rejectingPauseMs,
      pause: { ms: rejectingPauseMs, reason: "rejecting" },
    };
  }
  const throttled = failures.find((failure) => failure.state === "throttled");
  if (throttled) {
    const throttledMs = Math.max(throttled.retryAfterMs ?? 0, delayMs);
    return {
      next: "ready",
      reason: "provider_throttled",
      error,
      delayMs: throttledMs,
      pause: { ms: Math.min(throttledMs, maxThrottlePauseMs), reason: "throttled" },
    };
  }
  if (failures.length > 0) {
    return { next: "ready", reason: "held_back", error, delayMs, pause: null };
  }
  return { next: "done", reason: null, error, delayMs: 0, pause: null };
}
