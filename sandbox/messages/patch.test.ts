import { assert, integer, property, tuple, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch, isPatch, makePatch } from "./patch";

describe("makePatch and applyPatch", () => {
  it("restores any content of the same length", () => {
    const pairs = integer({ min: 0, max: 300 }).chain((length) =>
      tuple(
        uint8Array({ minLength: length, maxLength: length, max: 3 }),
        uint8Array({ minLength: length, maxLength: length, max: 3 }),
      ),
    );
    assert(
      property(pairs, ([one, other]) => {
        const original = Buffer.from(one);
        const changed = Buffer.from(other);
        const patch = makePatch(original, changed, Number.MAX_SAFE_INTEGER);
        expect(patch && isPatch(patch)).toBe(true);
        expect(patch && applyPatch(original, patch).equals(changed)).toBe(true);
      }),
    );
  });

  it("writes little more than the bytes that differ", () => {
    const original = Buffer.from(`${"a".repeat(6_000)}token-1${"b".repeat(6_000)}`);
    const changed = Buffer.from(`${"a".repeat(6_000)}token-2${"b".repeat(6_000)}`);
    expect(makePatch(original, changed, 100)).toHaveLength(8);
  });

  it("makes no patch for a different length or beyond the limit", () => {
    expect(makePatch(Buffer.from("abc"), Buffer.from("abcd"), 100)).toBeNull();
    expect(makePatch(Buffer.alloc(200), Buffer.alloc(200, 1), 100)).toBeNull();
  });

  it("splits a run that is longer than one header can describe", () => {
    const original = Buffer.alloc(150_000);
    const changed = Buffer.alloc(150_000, 1);
    const patch = makePatch(original, changed, 200_000);
    expect(patch && applyPatch(original, patch).equals(changed)).toBe(true);
  });
});
