import { expect, test } from "vitest";
import { readable, wordsOf } from "./readable";

test.each([
  ["2026-11-26", "Nov 26, 2026"],
  ["+14155550128", "+1 415 555 0128"],
  ["2054375", "2,054,375"],
  ["America/New_York", "Eastern Time (ET)"],
  ["true", "yes"],
  ['["2026-11-18","2026-11-19"]', "Nov 18, 2026, Nov 19, 2026"],
  ["[draft]", "[draft]"],
  ["1. Rates hold", "1. Rates hold"],
])("shows %s as %s", (value, text) => {
  expect(readable(value)).toBe(text);
});

test("shows an instant as a date and time", () => {
  expect(readable("2026-11-26T17:38:29.216Z")).toMatch(/^Nov 2\d, 2026 at \d+:38 [AP]M$/);
});

test.each([
  ["maxAge", "max age"],
  ["why", "reason"],
])("calls %s %s", (field, words) => {
  expect(wordsOf(field)).toBe(words);
});
