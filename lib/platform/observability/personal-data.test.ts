import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutPersonalData } from "./personal-data";

test.each([
  ["connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED [number]:5432"],
  ["Invalid 'To' address: jane@example.com.", 'Invalid "…" address: [address]'],
  [
    "no answer from https://api.example/x?to=%2B14155550123#a",
    "no answer from https://api.example",
  ],
  ["The number +1 (415) 555-0123 isn’t valid", "The number [number] isn’t valid"],
  ["login link eyJhbGciOiJkaXIiLCJlbmMi1 expired", "login link [id] expired"],
  ['unknown column "Jane Doe" in row', 'unknown column "…" in row'],
  [
    "Cannot read properties of undefined (reading 'id')",
    'Cannot read properties of undefined (reading "…")',
  ],
  ["worker’s lease can’t be renewed", "worker’s lease can’t be renewed"],
  [
    'Invalid `db.post.create()` invocation:\n\n{ data: { text: "Markets" } }\n\nUnique constraint failed on the fields: (`slug`)',
    "Unique constraint failed on the fields: (`slug`)",
  ],
])("%s", (message, cleaned) => {
  expect(withoutPersonalData(message)).toBe(cleaned);
});

test("keeps at most one line of 200 characters", () => {
  expect(withoutPersonalData(`${"word ".repeat(100)}\nsecond`)).toHaveLength(201);
});

test("removes addresses and numbers anywhere in a text", () => {
  const word = fc.stringMatching(/^[a-z ,.:()]{0,20}$/);
  const email = fc.stringMatching(/^[a-z]{2,8}\.[a-z]{2,8}@[a-z]{3,8}\.example$/);
  const phone = fc.stringMatching(/^\+[1-9]\d{9,13}$/);
  fc.assert(
    fc.property(word, fc.oneof(email, phone), word, (before, secret, after) => {
      const cleaned = withoutPersonalData(`${before} ${secret} ${after}`);
      const [local = ""] = secret.split("@");
      expect(cleaned).not.toContain(local.slice(1));
    }),
  );
});
