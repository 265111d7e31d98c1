import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RefusalReason } from "../../ports/send-outcome";
import {
  backoffMs,
  decideNextStep,
  judgeRefusals,
  lookUpDelayMs,
  type NextStep,
  type SendFailure,
  type TimedResult,
} from "./retry-policy";

describe("backoffMs", () => {
  it("doubles from half a second to 30 seconds", () => {
    const longest = (failures: number) => backoffMs(failures, () => 1);
    expect([0, 1, 2, 3].map(longest)).toEqual([500, 1_000, 2_000, 4_000]);
    expect(longest(6)).toBe(30_000);
    expect(longest(1_000)).toBe(30_000);
  });

  it("spreads retries between half and all of the longest delay", () => {
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const longest = backoffMs(failures, () => 1);
        const delay = backoffMs(failures, () => random);
        expect(delay).toBeGreaterThanOrEqual(longest / 2);
        expect(delay).toBeLessThanOrEqual(longest);
      }),
    );
  });
});

describe("lookUpDelayMs", () => {
  const delayMs = (endedSecondsAgo: number, lookupCount: number, hasFailed = false) =>
    lookUpDelayMs({ endedSecondsAgo, lookupCount }, 20, hasFailed);

  it("waits until an answer can be trusted, then up to ten seconds", () => {
    expect(delayMs(3, 0)).toBe(17_000);
    expect([1, 5, 20].map((lookupCount) => delayMs(25, lookupCount))).toEqual([
      2_000, 6_000, 10_000,
    ]);
  });

  it("is a sixtieth of the time since the call after ten minutes, whether it's answered or not", () => {
    for (const hasFailed of [false, true]) {
      expect(delayMs(3_600, 5, hasFailed)).toBe(60_000);
      expect(delayMs(7_200, 500, hasFailed)).toBe(120_000);
    }
  });

  it.each([false, true])("asks a few hundred times a day (failed: %s)", (hasFailed) => {
    let lookups = 0;
    for (
      let ageS = 20;
      ageS < 86_400;
      ageS += delayMs(ageS, hasFailed ? 1 : lookups, hasFailed) / 1_000
    )
      lookups += 1;
    expect(lookups).toBeLessThan(500);
  });
});

describe("judgeRefusals", () => {
  type Answer = "accepted" | RefusalReason;
  const call = (startedAt: number, answer: Answer): TimedResult => ({
    startedAt,
    result:
      answer === "accepted"
        ? { state: "accepted", providerMessageId: String(startedAt) }
        : { state: "refused", reason: answer, code: 21_659, detail: answer },
  });

  it.each<[string, [number, Answer][], boolean, number[]]>([
    [
      "followed by an accepted one is theirs",
      [
        [0, "rejected"],
        [100, "accepted"],
      ],
      false,
      [],
    ],
    [
      "isn’t shown to be theirs by one before",
      [
        [0, "accepted"],
        [100, "rejected"],
      ],
      false,
      [100],
    ],
    [
      "of everyone may be ours",
      [
        [0, "rejected"],
        [100, "filtered"],
      ],
      false,
      [0, 100],
    ],
    [
      "of an address is theirs",
      [
        [0, "invalid_number"],
        [100, "opted_out"],
      ],
      false,
      [],
    ],
    ["again, while others were accepted, is theirs", [[0, "rejected"]], true, []],
  ])("a refusal %s", (_, answers, isSecond, held) => {
    const results = answers.map(([startedAt, answer]) => call(startedAt, answer));
    const judged = judgeRefusals(results, isSecond);
    expect(judged.held.map(({ startedAt }) => startedAt)).toEqual(held);
    expect(judged.final).toHaveLength(results.length - held.length);
  });
});

const unknown: SendFailure = { state: "unknown", detail: "connection reset" };
const unauthorized: SendFailure = { state: "unauthorized", detail: "bad token" };
const throttledFor = (retryAfterMs: number | undefined): SendFailure => ({
  state: "throttled",
  detail: "slow down",
  retryAfterMs,
});
const throttled = throttledFor(undefined);
const fenced: SendFailure = { state: "fenced", detail: "the slot is closed" };

const askProvider = { next: "unknown", reason: "provider_unavailable" } as const;
const unauthorizedStep = {
  next: "ready",
  reason: "provider_unauthorized",
  error: "bad token",
  delayMs: 30_000,
} as const;

const refusal: TimedResult = {
  result: { state: "refused", reason: "rejected", code: 21_612, detail: "no route" },
  startedAt: 0,
};
const rejectingStep = { next: "ready", reason: "provider_rejecting", delayMs: 30_000 } as const;

describe("decideNextStep", () => {
  const cases: {
    when: string;
    failures: SendFailure[];
    held?: TimedResult[];
    previousFailures?: number;
    waitS?: number;
    step: NextStep;
  }[] = [
    {
      when: "nothing failed",
      failures: [],
      step: { next: "done", reason: null, error: null, delayMs: 0 },
    },
    {
      when: "nothing failed after earlier failures",
      failures: [],
      previousFailures: 5,
      step: { next: "done", reason: null, error: null, delayMs: 0 },
    },
    {
      when: "an outcome is unknown",
      failures: [unknown],
      step: { ...askProvider, error: "connection reset", delayMs: 3_000 },
    },
    {
      when: "an outcome is unknown and the provider answers sooner",
      failures: [unknown],
      waitS: 1,
      step: { ...askProvider, error: "connection reset", delayMs: 1_000 },
    },
    {
      when: "an unknown outcome comes with every other failure",
      failures: [fenced, throttled, unauthorized, unknown],
      step: { ...askProvider, error: "the slot is closed", delayMs: 3_000 },
    },
    { when: "the provider rejects our key", failures: [unauthorized], step: unauthorizedStep },
    {
      when: "a rejected key comes with throttling",
      failures: [unauthorized, throttledFor(90_000)],
      step: unauthorizedStep,
    },
    {
      when: "the provider throttles us without saying for how long",
      failures: [throttled],
      previousFailures: 2,
      step: {
        next: "ready",
        reason: "provider_throttled",
        error: "slow down",
        delayMs: 2_000,
      },
    },
    {
      when: "the provider says how long to wait",
      failures: [throttledFor(4_000)],
      step: {
        next: "ready",
        reason: "provider_throttled",
        error: "slow down",
        delayMs: 4_000,
      },
    },
    {
      when: "the provider asks for a long wait",
      failures: [throttledFor(60_000)],
      step: {
        next: "ready",
        reason: "provider_throttled",
        error: "slow down",
        delayMs: 60_000,
      },
    },
    {
      when: "the backoff is longer than what the provider asks for",
      failures: [throttledFor(100)],
      previousFailures: 3,
      step: {
        next: "ready",
        reason: "provider_throttled",
        error: "slow down",
        delayMs: 4_000,
      },
    },
    {
      when: "a refusal may be about our account",
      failures: [],
      held: [refusal],
      step: { ...rejectingStep, error: "no route" },
    },
    {
      when: "a refusal comes with throttling",
      failures: [throttled],
      held: [refusal],
      step: { ...rejectingStep, error: "slow down" },
    },
    {
      when: "the call didn't leave",
      failures: [{ state: "unsent", hasBegun: true, detail: "timeout" }],
      step: { next: "ready", reason: "provider_unavailable", error: "timeout", delayMs: 500 },
    },
    {
      when: "the fence stopped the call",
      failures: [fenced],
      previousFailures: 1,
      step: {
        next: "ready",
        reason: "held_back",
        error: "the slot is closed",
        delayMs: 1_000,
      },
    },
  ];

  it.each(cases)(
    "when $when",
    ({ failures, held = [], previousFailures = 0, waitS = 30, step }) => {
      expect(decideNextStep({ failures, held }, previousFailures, waitS, () => 1)).toEqual(step);
    },
  );
});
