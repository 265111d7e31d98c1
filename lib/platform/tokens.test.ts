import { hkdfSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  deriveKey,
  equalInConstantTime,
  randomToken,
  readSignedValue,
  sha256Hex,
  signValue,
} from "./tokens";

test("a token has 32 random bytes", () => {
  expect(Buffer.from(randomToken(), "base64url")).toHaveLength(32);
  expect(randomToken()).not.toBe(randomToken());
});

test("sha256Hex is SHA-256 (FIPS 180-4, example “abc”)", () => {
  expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("compares whole strings", () => {
  expect(equalInConstantTime("abc", "abc")).toBe(true);
  expect(equalInConstantTime("abc", "abcd")).toBe(false);
  expect(equalInConstantTime("", "a")).toBe(false);
});

describe("a signed value", () => {
  const signed = signValue("ada", "greeting", "secret");

  test("is accepted with its purpose and key", () => {
    expect(readSignedValue(signed, "greeting", "secret")).toBe("ada");
  });

  test("is accepted with an older key, after those that replaced it", () => {
    expect(readSignedValue(signed, "greeting", ["newest", "newer", "secret"])).toBe("ada");
    expect(readSignedValue(signed, "greeting", ["newest", "newer"])).toBeNull();
    expect(readSignedValue(signed, "greeting", [])).toBeNull();
  });

  test.each([
    [signed, "farewell", "secret"],
    [signed, "greeting", "other"],
    [`${signed}x`, "greeting", "secret"],
    [signed.replace(/^[^.]+/, Buffer.from("eve").toString("base64url")), "greeting", "secret"],
    [`${signed}.x`, "greeting", "secret"],
    ["", "greeting", "secret"],
    [".", "greeting", "secret"],
  ])("%j is rejected for %s with %s", (value, purpose, secret) => {
    expect(readSignedValue(value, purpose, secret)).toBeNull();
  });
});

describe("a derived key", () => {
  test("is HKDF-SHA256 of the secret, with the purpose as its context", () => {
    const expected = Buffer.from(hkdfSync("sha256", "secret", "", "greeting", 32));
    expect(deriveKey("greeting", "secret").export()).toEqual(expected);
    expect(deriveKey("greeting", "secret").export()).toEqual(expected);
  });

  test("differs for each purpose and each secret", () => {
    const keys = [
      deriveKey("greeting", "secret"),
      deriveKey("farewell", "secret"),
      deriveKey("greeting", "other"),
    ].map((key) => key.export().toString("hex"));
    expect(new Set(keys).size).toBe(3);
  });
});
