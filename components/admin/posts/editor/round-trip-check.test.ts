import { expect, test } from "vitest";
import { looksLikeMarkdown } from "./blocks";
import { looksTheSame } from "./round-trip-check";

test.each([
  ["* one\n* two", "- one\n- two"],
  ["_a_ and __b__", "*a* and **b**"],
  ["Head\n===", "# Head"],
  ["3 < 4 & 5", String.raw`3 \< 4 & 5`],
  ["see https://a.example", "see <https://a.example>"],
  ["|a|\n|-|\n|b|", "| a |\n| - |\n| b |"],
])("%j renders like %j", (one, other) => {
  expect(looksTheSame(one, other)).toBe(true);
});

test.each([
  ["a  \nb", "a\nb"],
  ["5. five", "1. five"],
  ["- a\n\n- b", "- a\n- b"],
  ["a[^1]\n\n[^1]: note", String.raw`a\[^1]`],
  ["    code", "code"],
  ["[a](https://a.example)", "[a](https://b.example)"],
])("%j renders differently from %j", (one, other) => {
  expect(looksTheSame(one, other)).toBe(false);
});

test.each([
  ["## Heading", true],
  ["**bold** [x](https://e.example)", true],
  ["- one\n- two", true],
  ["| a | b |\n| - | - |", true],
  ["see https://e.example/a_b and 2*3*4", false],
  ["Revenue ~$120B (~$55B), 5~7%, AT&T", false],
  ["One.\n\nTwo.", false],
])("offers to read %j as Markdown: %s", (text, isOffered) => {
  expect(looksLikeMarkdown(text)).toBe(isOffered);
});
