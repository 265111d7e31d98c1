import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createUnsubscribeToken,
  unsubscribeOneClickUrl,
  unsubscribePageUrl,
  verifyUnsubscribeToken,
} from "./unsubscribe-token";

const secret = "a secret of at least thirty-two characters";

const linked = { subscriberId: 1042, createdAt: new Date("2026-11-23T13:00:00.123Z") };
const person = { subscriberId: 1042, createdAtMs: linked.createdAt.getTime() };

describe("unsubscribe token", () => {
  it("returns the subscriber it was made for", () => {
    assert(
      property(
        integer({ min: 1, max: 2_147_483_647 }),
        integer({ min: 0, max: Date.parse("2200-01-01") }),
        (subscriberId, createdAtMs) => {
          const token = createUnsubscribeToken({ subscriberId, createdAtMs }, secret);
          expect(verifyUnsubscribeToken(token, [secret])).toEqual({
            subscriberId,
            createdAt: new Date(createdAtMs),
          });
        },
      ),
    );
  });

  it("from an email of the first version still works", () => {
    const token = "AQAABBJ0nGuf-ntEKpNNuG67qvoW";
    expect(verifyUnsubscribeToken(token, [secret])).toEqual({
      subscriberId: 1042,
      createdAt: null,
    });
  });

  it("is always the same for a subscriber and fits in a URL", () => {
    const token = createUnsubscribeToken(person, secret);
    expect(token).toBe(createUnsubscribeToken(person, secret));
    expect(token).toMatch(/^[A-Za-z0-9_-]{36}$/);
  });

  it("is rejected with any character changed", () => {
    const token = createUnsubscribeToken(person, secret);
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === "A" ? "B" : "A";
      const forged = token.slice(0, index) + other + token.slice(index + 1);
      expect(verifyUnsubscribeToken(forged, [secret])).toBeNull();
    }
  });

  it.each([
    "",
    "x",
    "1042",
    "a".repeat(28),
    "a".repeat(36),
    "a".repeat(10_000),
    "../../../etc",
    "é".repeat(28),
  ])("is rejected when it is %j", (token) => {
    expect(verifyUnsubscribeToken(token, [secret])).toBeNull();
  });

  it("is rejected when made with another secret", () => {
    const token = createUnsubscribeToken(person, "another secret of thirty-two characters");
    expect(verifyUnsubscribeToken(token, [secret])).toBeNull();
  });

  it("is accepted after the secret is rotated, as long as the old one is", () => {
    const token = createUnsubscribeToken(person, secret);
    const next = "another secret of thirty-two characters";
    expect(verifyUnsubscribeToken(token, [next, secret])).toEqual(linked);
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
