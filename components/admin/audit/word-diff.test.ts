import { expect, test } from "vitest";
import { diffWords, type DiffPart } from "./word-diff";

const mark = (parts: readonly DiffPart[]) =>
  parts.map(({ text, isSame }) => (isSame ? text : `[${text}]`)).join("");

test.each([
  ["a b c", "a x c", "a [b] c", "a [x] c"],
  [
    "lowest since 2021; 2.7%",
    "slowest since 2021; 2.6%",
    "[lowest] since 2021; [2.7%]",
    "[slowest] since 2021; [2.6%]",
  ],
  ["", "new", "", "[new]"],
  ["one two", "one", "one[ two]", "one"],
  ["same", "same", "same", "same"],
])("%j and %j", (before, after, left, right) => {
  const diff = diffWords(before, after);
  expect([mark(diff.before), mark(diff.after)]).toEqual([left, right]);
});

test("doesn't compare very long texts", () => {
  const long = "word ".repeat(1_000);
  expect(diffWords(long, `${long}x`).before).toEqual([{ text: long, isSame: true }]);
});
