import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createUnsubscribeToken,
  unsubscribeOneClickUrl,
  unsubscribePageUrl,
  verifyUnsubscribeToken,
} from "./unsubscribe-token";

const secret = "a secret of at least thirty-two characters";

describe("unsubscribe token", () => {
  it("returns the subscriber it was made for", () => {
    assert(
      property(integer({ min: 1, max: 2_147_483_647 }), (subscriberId) => {
        const token = createUnsubscribeToken(subscriberId, secret);
        expect(verifyUnsubscribeToken(token, [secret])).toBe(subscriberId);
      }),
    );
  });

  it("is always the same for a subscriber and fits in a URL", () => {
    const token = createUnsubscribeToken(1042, secret);
    expect(token).toBe(createUnsubscribeToken(1042, secret));
    expect(token).toMatch(/^[A-Za-z0-9_-]{28}$/);
  });

  it("is rejected with any character changed", () => {
    const token = createUnsubscribeToken(1042, secret);
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === "A" ? "B" : "A";
      const forged = token.slice(0, index) + other + token.slice(index + 1);
      expect(verifyUnsubscribeToken(forged, [secret])).toBeNull();
    }
  });

  it.each(["", "x", "1042", "a".repeat(28), "a".repeat(10_000), "../../../etc", "é".repeat(28)])(
    "is rejected when it is %j",
    (token) => {
      expect(verifyUnsubscribeToken(token, [secret])).toBeNull();
    },
  );

  it("is rejected when made with another secret", () => {
    const token = createUnsubscribeToken(1042, "another secret of thirty-two characters");
    expect(verifyUnsubscribeToken(token, [secret])).toBeNull();
  });

  it("is accepted after the secret is rotated, as long as the old one is", () => {
    const token = createUnsubscribeToken(1042, secret);
    const next = "another secret of thirty-two characters";
    expect(verifyUnsubscribeToken(token, [next, secret])).toBe(1042);
    expect(verifyUnsubscribeToken(token, [next])).toBeNull();
  });

  it("is part of two URLs", () => {
    expect(unsubscribePageUrl("https://t.example", "abc")).toBe(
      "https://t.example/unsubscribe/abc",
    );
    expect(unsubscribeOneClickUrl("https://t.example", "abc")).toBe(
      "https://t.example/api/unsubscribe/abc",
    );
  });
});
