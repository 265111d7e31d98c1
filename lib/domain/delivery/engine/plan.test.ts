import { describe, expect, it } from "vitest";
import { emailBatchSize } from "./plan";

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
