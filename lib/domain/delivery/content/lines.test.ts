import { expect, test } from "vitest";
import { isSameHeadline, linesOf } from "./lines";

test("the lines of a message have no numbers of their own", () => {
  const message =
    "1. Rents slow\r\n 2) Core at 2.7%\n\n2.6% rise in core\nthreeline.example/r/ab\nhttps://threeline.example/r/ab";
  expect(linesOf(message)).toEqual(["Rents slow", "Core at 2.7%", "2.6% rise in core"]);
});

test.each([
  ["Banks’ loans, again", "banks' loans again."],
  ["Up 2.7%", "Up 2.7%!"],
  ["“Gradual,” she said", "Gradual she said"],
])("%s and %s are the same headline", (line, heading) => {
  expect(isSameHeadline(line, heading)).toBe(true);
});

test.each([
  ["Up 2.7%", "Up 2.6%"],
  ["Rents slow", "Rents slow again"],
])("%s and %s aren't", (line, heading) => {
  expect(isSameHeadline(line, heading)).toBe(false);
});
