import { afterEach, describe, expect, test } from "vitest";
import {
  currentTrace,
  currentTraceparent,
  inSpan,
  inTrace,
  outsideTrace,
  readTraceparent,
  recordSpansWith,
  startTrace,
  type RunningSpan,
} from "./trace";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

afterEach(() => recordSpansWith(null));

describe("a traceparent header", () => {
  test.each([
    `00-${traceId}-${spanId}-01`,
    ` 00-${traceId}-${spanId}-00 `,
    `cc-${traceId}-${spanId}-01-more`,
  ])("%s is read", (header) => {
    expect(readTraceparent(header)).toEqual({ traceId, spanId });
  });

  test.each([
    null,
    "",
    `00-${traceId}-${spanId}`,
    `ff-${traceId}-${spanId}-01`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}x-${spanId}-01`,
  ])("%s is ignored", (header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});

describe("without a recorder", () => {
  test("a trace has ids for the log, and calls get no header", async () => {
    await inTrace({ name: "job", kind: "consumer" }, async () => {
      expect(currentTrace()?.traceId).toMatch(/^[\da-f]{32}$/);
      expect(currentTrace()?.spanId).toMatch(/^[\da-f]{16}$/);
      expect(currentTraceparent()).toBeNull();
      const outer = currentTrace();
      await inSpan({ name: "call", kind: "client" }, async () => {
        expect(currentTrace()).toBe(outer);
      });
    });
    expect(currentTrace()).toBeUndefined();
  });

  test("a trace continues its caller's", () => {
    const trace = startTrace({ name: "request", kind: "server", from: { traceId, spanId } });
    expect(trace.traceId).toBe(traceId);
    expect(trace.spanId).not.toBe(spanId);
  });
});

test("work outside of the trace has none", () => {
  const trace = startTrace({ name: "request", kind: "server" });
  expect(trace.run(() => outsideTrace(currentTrace))).toBeUndefined();
  expect(trace.run(currentTrace)).toBeDefined();
});

describe("with a recorder", () => {
  /** The calls of each span, in order. */
  function record(): string[] {
    const calls: string[] = [];
    let count = 0;
    recordSpansWith({
      start({ name, parent }): RunningSpan {
        count += 1;
        calls.push(`start ${name} in ${parent?.spanId ?? "nothing"}`);
        return {
          traceId,
          spanId: `span-${count}`,
          isRecorded: true,
          set: (attributes) => void calls.push(`set ${name} ${JSON.stringify(attributes)}`),
          fail: () => void calls.push(`fail ${name}`),
          end: () => void calls.push(`end ${name}`),
        };
      },
    });
    return calls;
  }

  test("a span is below the one that runs, and keeps the request's id", async () => {
    const calls = record();
    const trace = startTrace({ name: "request", kind: "server", requestId: "r-1" });
    await trace.run(() =>
      inSpan({ name: "call", kind: "client", attributes: { "server.address": "a" } }, async () => {
        expect(currentTrace()).toMatchObject({ requestId: "r-1", spanId: "span-2" });
        expect(currentTraceparent()).toBe(`00-${traceId}-span-2-01`);
      }),
    );
    trace.end();
    expect(calls).toEqual([
      "start request in nothing",
      "start call in span-1",
      'set call {"server.address":"a"}',
      "end call",
      "end request",
    ]);
  });

  test("a span whose work throws has failed", async () => {
    const calls = record();
    const call = inSpan({ name: "call", kind: "client" }, () => Promise.reject(new Error("no")));
    await expect(call).rejects.toThrow("no");
    expect(calls.slice(-2)).toEqual(["fail call", "end call"]);
  });
});
