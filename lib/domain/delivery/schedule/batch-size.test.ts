import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SmsProvider } from "../../ports/sms";
import { emailBatchSize, textBatchSize, textIntervalMs } from "./batch-size";
import { sendTexts } from "../engine/send-messages";

/** The most segments in any second, of texts that begin at these times. */
function busiestSecond(timesMs: readonly number[], segments: number): number {
  return (
    Math.max(
      ...timesMs.map((from) => timesMs.filter((at) => at >= from && at < from + 1_000).length),
    ) * segments
  );
}

describe("textIntervalMs", () => {
  it.each([
    [1, 100],
    [1, 10],
    [2, 100],
    [3, 75],
  ])("with texts of %d segments uses at least 0.95 of %d a second", (segments, perSecond) => {
    expect(((1_000 / textIntervalMs(segments, perSecond)) * segments) / perSecond).toBeGreaterThan(
      0.95,
    );
  });

  it("keeps every second within the rate, also when calls are delayed a little", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1 }),
        (segments, perSecond, delays) => {
          const intervalMs = textIntervalMs(segments, perSecond);
          const times = Array.from(
            { length: Math.ceil(2 * perSecond) },
            (_, index) => index * intervalMs + (delays[index % delays.length] ?? 0),
          );
          expect(busiestSecond(times, segments)).toBeLessThanOrEqual(Math.max(segments, perSecond));
        },
      ),
    );
  });
});

describe("sendTexts", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const batch = {
    batchId: 1n,
    slotId: 1,
    localDate: "2026-11-23",
    timezone: "America/New_York",
    channel: "sms",
    editionId: 1,
    failures: 0,
    refusedAt: null,
  } as const;

  const recipients = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      subscriberId: index + 1,
      createdAtMs: 0,
      address: "+14155550100",
    }));

  const edition = { subject: "", htmlParts: [], textParts: [], smsText: "text" };

  /** A provider that answers late, and when its calls began. */
  function createSms(): { sms: SmsProvider; times: number[] } {
    const times: number[] = [];
    const sms: SmsProvider = {
      async send(_, options) {
        await options?.guard?.confirm();
        times.push(Math.round(performance.now()));
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        return { state: "accepted", providerMessageId: "s" };
      },
      findByRecipient: async () => [],
      listSent: () => {
        throw new Error("not used");
      },
      listReplies: async () => [],
      countSegments: () => 1,
      listUnicodeCharacters: () => [],
    };
    return { sms, times };
  }

  it("starts a batch's texts one after the other, without waiting for answers", async () => {
    const { sms, times } = createSms();
    const from = Math.round(performance.now());
    const fence = () => ({ confirm: async () => undefined, check: () => undefined });
    const pace = { intervalMs: 250, perSecond: 4 };
    const sent = sendTexts({ sms }, { batch, edition, recipients: recipients(3), pace }, fence);
    await vi.runAllTimersAsync();
    expect((await sent).results).toHaveLength(3);
    expect(times.map((time) => time - from)).toEqual([0, 250, 500]);
  });

  it("never sends more within any second, even if several batches leave at once", async () => {
    const { sms, times } = createSms();
    const fence = () => ({ confirm: async () => undefined, check: () => undefined });
    const pace = { intervalMs: 10, perSecond: 100 };
    const claim = { batch, edition, recipients: recipients(90), pace };
    const sent = [1, 2, 3].map(() => sendTexts({ sms }, claim, fence));
    await vi.runAllTimersAsync();
    await Promise.all(sent);
    expect(times).toHaveLength(270);
    for (const [index, time] of times.entries()) {
      expect(
        times.filter((each) => each >= time && each < time + 1_000).length,
        `${index}`,
      ).toBeLessThan(101);
    }
  });

  it("confirms a text after waiting for its turn: who may get it can change in the meantime", async () => {
    const { sms } = createSms();
    const confirmedAt: number[] = [];
    const fence = () => ({
      confirm: async () => void confirmedAt.push(performance.now()),
      check: () => undefined,
    });
    const pace = { intervalMs: 0, perSecond: 1 };
    const from = performance.now();
    const sent = sendTexts({ sms }, { batch, edition, recipients: recipients(4), pace }, fence);
    await vi.runAllTimersAsync();
    await sent;
    expect(confirmedAt.map((at) => Math.floor((at - from) / 1_000))).toEqual([0, 1, 2, 3]);
  });

  it("says when each call began: after its turn, and after its confirmation", async () => {
    const { sms } = createSms();
    let confirmations = 0;
    const fence = () => ({
      async confirm() {
        confirmations += 1;
        if (confirmations === 1) await new Promise((resolve) => setTimeout(resolve, 700));
      },
      check: () => undefined,
    });
    const pace = { intervalMs: 250, perSecond: 4 };
    const from = performance.now();
    const sent = sendTexts({ sms }, { batch, edition, recipients: recipients(3), pace }, fence);
    await vi.runAllTimersAsync();
    const began = (await sent).results.map((each) => [each.subscriberId, each.startedAt - from]);
    expect(Object.fromEntries(began)).toEqual({ 1: 700, 2: 250, 3: 500 });
  });
});

describe("emailBatchSize", () => {
  it("is Postmark's limit of 500 for a normal briefing", () => {
    expect(emailBatchSize(13_000, 2_000)).toBe(500);
  });

  it("keeps a call with the largest emails under 50 MB", () => {
    const size = emailBatchSize(100_000, 100_000);
    expect(size).toBeGreaterThan(10);
    expect(size * 201_024).toBeLessThan(50_000_000);
  });

  it("is at least one", () => {
    expect(emailBatchSize(100_000_000, 0)).toBe(1);
  });
});

describe("textBatchSize", () => {
  it.each([
    [1, 100, 50],
    [3, 100, 50],
    [3, 30, 20],
    [1, 1, 2],
    [10, 1, 1],
  ])("%d segments at %d a second: %d texts", (segments, perSecond, size) => {
    expect(textBatchSize(segments, perSecond)).toBe(size);
  });
});
