import { describe, expect, test } from "vitest";
import { AppError } from "./app-error";
import { hashPassword, passwordCost, verifyPassword } from "./password";

const cheap = { ln: 4, r: 8, p: 1 };

describe("passwords", () => {
  test("match only the exact password", async () => {
    const hash = await hashPassword("correct horse", passwordCost);
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await verifyPassword("correct horse", hash, cheap)).toBe(true);
    expect(await verifyPassword("Correct horse", hash, cheap)).toBe(false);
  });

  test("match however a keyboard composes their letters", async () => {
    const hash = await hashPassword("caf\u00e9 au lait", cheap);
    expect(await verifyPassword("cafe\u0301 au lait", hash, cheap)).toBe(true);
  });

  test("are checked with the parameters they were hashed with", async () => {
    // RFC 7914, section 12: scrypt("pleaseletmein", "SodiumChloride", N=16384, r=8, p=1), 32 bytes of it.
    const hash =
      "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI";
    expect(await verifyPassword("pleaseletmein", hash, cheap)).toBe(true);
    expect(await verifyPassword("pleaseletmeout", hash, cheap)).toBe(false);
  });

  test.each([null, "", "plain", "$scrypt$ln=15$x$y"])("never match %j", async (hash) => {
    expect(await verifyPassword("", hash, cheap)).toBe(false);
  });
});

describe("a flood of password checks", () => {
  test("lets a bounded number wait, and refuses the others at once with a time to retry", async () => {
    const hash = await hashPassword("correct horse", cheap);
    const checks = Array.from({ length: 60 }, () => verifyPassword("correct horse", hash, cheap));
    const outcomes = await Promise.allSettled(checks);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(34);
    const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refused).toHaveLength(26);
    for (const error of refused) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({
        status: 503,
        retryAfterS: 5,
        userMessage: "We’re busy right now. Please try again in a few seconds.",
      });
    }
    expect(await verifyPassword("correct horse", hash, cheap)).toBe(true);
  });
});
