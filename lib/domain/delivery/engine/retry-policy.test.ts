import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MessageResult, RefusalReason } from "../../ports/send-outcome";
import {
  backoffMs,
  decideNextStep,
  findWidespreadRefusal,
  type NextStep,
  type SendFailure,
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

describe("findWidespreadRefusal", () => {
  const accepted = { state: "accepted", providerMessageId: "1" } as const;
  const refused = (code: number, reason: RefusalReason = "rejected") =>
    ({ state: "refused", reason, code, detail: `code ${code}` }) as const;
  const batchOf = (refusals: MessageResult[], size: number) => [
    ...refusals,
    ...Array.from({ length: size - refusals.length }, () => accepted),
  ];
  const three = [refused(7), refused(7), refused(7)];

  it("needs three of the same code, and more than 5% of the batch", () => {
    expect(findWidespreadRefusal(batchOf(three, 59))).toMatchObject({ code: 7 });
    expect(findWidespreadRefusal(batchOf(three, 60))).toBeNull();
    expect(findWidespreadRefusal(batchOf(three.slice(1), 2))).toBeNull();
    expect(findWidespreadRefusal([refused(7), refused(8), refused(9)])).toBeNull();
  });

  it("isn't about addresses, however many are bad", () => {
    const bad = Array.from({ length: 10 }, () => refused(21_211, "invalid_number"));
    expect(findWidespreadRefusal(bad)).toBeNull();
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

const askProvider = { next: "unknown", reason: "provider_unavailable", pause: null } as const;
const unauthorizedStep = {
  next: "ready",
  reason: "provider_unauthorized",
  error: "bad token",
  delayMs: 60_000,
  pause: { ms: 60_000, reason: "unauthorized" },
} as const;

describe("decideNextStep", () => {
  const cases: {
    when: string;
    failures: SendFailure[];
    previousFailures?: number;
    waitS?: number;
    step: NextStep;
  }[] = [
    {
      when: "nothing failed",
      failures: [],
      step: { next: "done", reason: null, error: null, delayMs: 0, pause: null },
    },
    {
      when: "nothing failed after earlier failures",
      failures: [],
      previousFailures: 5,
      step: { next: "done", reason: null, error: null, delayMs: 0, pause: null },
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
        pause: { ms: 2_000, reason: "throttled" },
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
        pause: { ms: 4_000, reason: "throttled" },
      },
    },
    {
      when: "the provider asks for a long wait, other batches wait five seconds at most",
      failures: [throttledFor(60_000)],
      step: {
        next: "ready",
        reason: "provider_throttled",
        error: "slow down",
        delayMs: 60_000,
        pause: { ms: 5_000, reason: "throttled" },
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
        pause: { ms: 4_000, reason: "throttled" },
      },
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
        pause: null,
      },
    },
  ];

  it.each(cases)("when $when", ({ failures, previousFailures = 0, waitS = 30, step }) => {
    expect(decideNextStep(failures, previousFailures, waitS, () => 1)).toEqual(step);
  });
});
