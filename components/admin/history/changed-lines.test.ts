import { expect, test } from "vitest";
import { changedLines } from "./changed-lines";

test.each([
  ["a\nb\nc\nd\ne", "a\nb\nX\nd\ne", "…\nb\nc\nd\n…", "…\nb\nX\nd\n…"],
  ["a\nb", "a\nb\nc", "…\nb", "…\nb\nc"],
  ["b\nc", "a\nb\nc", "b\n…", "a\nb\n…"],
  ["a\na\nb", "a\nb", "a\na\nb", "a\nb"],
  ["", "a", "", "a"],
  ["one line", "another line", "one line", "another line"],
])("%j and %j", (left, right, before, after) => {
  expect(changedLines(left, right)).toEqual({ before, after });
});
