import { describe, expect, it } from "vitest";
import { describeCallError, parseRetryAfterMs } from "./outbound-call";

const now = new Date("2026-11-23T13:00:00Z");

describe("parseRetryAfterMs", () => {
  it.each([
    [null, undefined],
    ["", undefined],
    ["soon", undefined],
    ["7", 7_000],
    ["0", 0],
    ["-5", 0],
    ["Mon, 23 Nov 2026 13:00:30 GMT", 30_000],
    ["Mon, 23 Nov 2026 12:00:00 GMT", 0],
  ])("%j is %j milliseconds", (header, expected) => {
    expect(parseRetryAfterMs(header, now)).toBe(expected);
  });
});

describe("describeCallError", () => {
  it("includes the cause", () => {
    const error = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    expect(describeCallError(error)).toBe("fetch failed: connect ECONNREFUSED");
    expect(describeCallError("odd")).toBe("odd");
  });
});
