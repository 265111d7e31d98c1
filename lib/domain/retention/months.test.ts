import { describe, expect, it } from "vitest";
import { firstDayKept } from "./months";

describe("firstDayKept", () => {
  it.each([
    ["2026-08-25T03:00:00Z", "2026-09-01"],
    ["2026-08-31T23:59:59.999Z", "2026-09-01"],
    ["2026-09-01T00:00:00Z", "2026-09-01"],
    ["2026-09-01T00:00:00.001Z", "2026-10-01"],
    ["2025-12-15T00:00:00Z", "2026-01-01"],
  ])("for the cutoff %s is %s", (cutoff, day) => {
    expect(firstDayKept(new Date(cutoff))).toBe(day);
  });
});
