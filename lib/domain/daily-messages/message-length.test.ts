import { expect, test } from "vitest";
import { beginningOf, longestMessage } from "./message-length";

test("the longest message, a line break, and a post's link fill one text of 1,600 characters", () => {
  expect(longestMessage("https://threeline.example")).toBe(1_569);
});

test.each([
  ["Short", "Short"],
  ["  Two\n lines ", "Two lines"],
  ["x".repeat(60), "x".repeat(60)],
  ["x".repeat(61), `${"x".repeat(59)}…`],
  ["😀".repeat(61), `${"😀".repeat(59)}…`],
])("beginningOf shortens %j to %j", (message, beginning) => {
  expect(beginningOf(message)).toBe(beginning);
});
