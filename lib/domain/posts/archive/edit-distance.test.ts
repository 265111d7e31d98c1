import { expect, test } from "vitest";
import { editDistance } from "./edit-distance";

test.each([
  ["yield", "yield", 0],
  ["yeild", "yield", 1],
  ["yeilds", "yields", 1],
  ["treasry", "treasury", 1],
  ["inflattion", "inflation", 1],
  ["brend", "brent", 1],
  ["kitten", "sitting", 3],
  ["", "abc", 3],
  ["abc", "", 3],
])("%s and %s differ by %i", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});
