import { expect, test } from "vitest";
import { isSendable, parseEmailAddress } from "./email-address";

// Addresses in use: RFC 5321 (4.1.2), RFC 6531 (3.3), docomo's and au's with dots anywhere, and those in
// https://github.com/colinhacks/zod/issues/2396 and https://github.com/geometalab/osmaxx/issues/882.
test.each([
  ["jane@example.com", "jane@example.com"],
  [" Jane.Doe@Example.COM ", "Jane.Doe@example.com"],
  ["a!b@example.com", "a!b@example.com"],
  ["a/b=c@example.com", "a/b=c@example.com"],
  ["a#b$c%d&e'f*g{h|i}~^@example.com", "a#b$c%d&e'f*g{h|i}~^@example.com"],
  ["first..last.@docomo.example", "first..last.@docomo.example"],
  ["-o-@example.com", "-o-@example.com"],
  ["u@bücher.example", "u@xn--bcher-kva.example"],
  ["u@BÜCHER.example", "u@xn--bcher-kva.example"],
  ["u@xn--bcher-kva.example", "u@xn--bcher-kva.example"],
  ["u@example.xn--p1ai", "u@example.xn--p1ai"],
  ["u@пример.рф", "u@xn--e1afmkfd.xn--p1ai"],
  ["u@例え。jp", "u@xn--r8jz45g.jp"],
  ["u@1.example", "u@1.example"],
  ["müller@example.de", "müller@example.de"],
  ["mu\u0308ller@example.de", "müller@example.de"],
  ["用户@例子.example", "用户@xn--fsqu00a.example"],
])("%s is an address", (text, address) => {
  expect(parseEmailAddress(text)).toBe(address);
  expect(parseEmailAddress(address)).toBe(address);
});

test.each([
  "",
  "jane",
  "@example.com",
  "jane@",
  "jane@localhost",
  "jane@127.0.0.1",
  "jane@2130706433",
  "jane@[127.0.0.1]",
  "jane@example.com:25",
  "jane@example.com/x",
  "jane@evil.example\\@example.com",
  "jane@-example.com",
  "jane@example..com",
  "jane doe@example.com",
  "jane@exa mple.com",
  "jane@one@example.com",
  "Jane <jane@example.com>",
  "a@example.com, b@example.com",
  "jane\n@example.com",
  "jane\u200B@example.com",
  "jane\u202E@example.com",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(64)}.example`,
  `a@${"b.".repeat(126)}com`,
])("%j isn't", (text) => {
  expect(parseEmailAddress(text)).toBeNull();
});

test("Postmark can't send to letters outside ASCII before the @", () => {
  expect(isSendable("a!b@xn--bcher-kva.example")).toBe(true);
  expect(isSendable("müller@example.de")).toBe(false);
});
