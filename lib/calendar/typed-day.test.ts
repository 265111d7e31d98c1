import { expect, test } from "vitest";
import { parseTypedDay } from "./typed-day";

// A Friday.
const today = "2026-11-27";

test.each([
  ["today", "2026-11-27"],
  ["Yesterday", "2026-11-26"],
  ["tomorrow", "2026-11-28"],
  ["fri", "2026-11-27"],
  ["Monday", "2026-11-30"],
  ["thu", "2026-12-03"],
  ["nov 30", "2026-11-30"],
  ["Mon, Nov 30", "2026-11-30"],
  ["November 3, 2025", "2025-11-03"],
  ["11/30", "2026-11-30"],
  ["jan 4", "2027-01-04"],
  ["1/4/2026", "2026-01-04"],
  ["2026-12-01", "2026-12-01"],
  ["feb 29", null],
  ["feb 29, 2028", "2028-02-29"],
  ["13/40", null],
  ["marcus 5", null],
  ["mo", null],
  ["nov", null],
  ["", null],
])("%s is %s", (typed, day) => {
  expect(parseTypedDay(typed, today)).toBe(day);
});
