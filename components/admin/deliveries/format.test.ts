import { expect, test } from "vitest";
import { formatRate } from "./format";

test.each([
  [994, 1_000, "99.4%"],
  [9_999, 10_000, "99.9%"],
  [5, 5, "100.0%"],
  [0, 0, "–"],
])("%i of %i is %s", (part, whole, expected) => {
  expect(formatRate(part, whole)).toBe(expected);
});
