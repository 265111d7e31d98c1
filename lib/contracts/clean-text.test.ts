import { describe, expect, test } from "vitest";
import {
  hasVisibleText,
  toSingleLine,
  withoutControls,
  withoutControlsInMarkdown,
} from "./clean-text";

test.each([
  ["Rates & oil", "Rates & oil"],
  ["  Rates\r\nand\u2028oil\u0007 ", "Rates and oil"],
  ["Up 5\u00a0%,  at most", "Up 5\u00a0%,  at most"],
  ["a\u0000b\u009fc\td", "a b c d"],
  ["Family 👨‍👩‍👧 and caf\u0065\u0301", "Family 👨‍👩‍👧 and caf\u0065\u0301"],
])("toSingleLine(%j) is %j", (text, expected) => {
  expect(toSingleLine(text)).toBe(expected);
});

test("toSingleLine takes no longer per character for a long run of spaces", () => {
  const spaces = " ".repeat(1_000_000);
  expect(toSingleLine(`a${spaces}b`)).toBe(`a${spaces}b`);
});

test.each([
  ["1. Rates\r\n2. Oil\r3. Tech\u20284.", "1. Rates\n2. Oil\n3. Tech\n4."],
  ["a\u0000b\u001b[31mc\u009fd\te\u007f", "ab[31mcd e"],
  ["📈 €5", "📈 €5"],
])("withoutControls(%j) is %j", (text, expected) => {
  expect(withoutControls(text)).toBe(expected);
});

// Word writes U+000B, and some editors U+2028: OfficeDev/office-js #1755.
test.each([
  ["Line one\vLine two", "Line one  \nLine two"],
  ["a\u2028b\u2029c\fd", "a  \nb\n\nc\n\nd"],
  ["# Rates\vup\n| a\vb | c |", "# Rates up\n| a b | c |"],
  ["a\r\nb\rc\u0085d", "a\nb\nc\nd"],
  ["\t- x\u0000\u0008\u001b\u009f 📈", "\t- x 📈"],
])("withoutControlsInMarkdown(%j) is %j", (text, expected) => {
  expect(withoutControlsInMarkdown(text)).toBe(expected);
});

describe("hasVisibleText", () => {
  test.each(["a", "…", "5", "田", "📈", "\u200b.", "\u202eab"])("is true for %j", (text) => {
    expect(hasVisibleText(text)).toBe(true);
  });

  test.each([
    "",
    " \u00a0\u3000",
    "\u200b\u200c\u200d\u2060\ufeff",
    "\u00ad\u034f\u061c\u180e",
    "\u115f\u1160\u3164\uffa0",
    "\u2800",
    "\u202a\u202e\u2066\u2069",
    "\u{e0001}\u{e0020}\u{1d173}",
    "\u0007\u001b",
    "\ufe0f\u0301",
  ])("is false for %j", (text) => {
    expect(hasVisibleText(text)).toBe(false);
  });
});
