import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "./provider-rate-limit";

describe("backoffMs", () => {
  it("doubles from half a second to half a minute", () => {
    const latest = (failures: number) => backoffMs(failures, () => 1);
    expect([0, 1, 2, 3].map(latest)).toEqual([500, 1_000, 2_000, 4_000]);
    expect(latest(6)).toBe(30_000);
    expect(latest(1_000)).toBe(30_000);
  });

  it("spreads between half and the whole of that", () => {
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const whole = backoffMs(failures, () => 1);
        const delay = backoffMs(failures, () => random);
        expect(delay).toBeGreaterThanOrEqual(whole / 2);
        expect(delay).toBeLessThanOrEqual(whole);
      }),
    );
  });
});
