import { expect, test } from "vitest";
import { excerptParts } from "./excerpt";

const found = (text: string) => ({ text, isMatch: true });
const other = (text: string) => ({ text, isMatch: false });

test("splits an excerpt at the marks", () => {
  expect(excerptParts("The \uE000ten-year\uE001 \uE000yield\uE001 fell")).toEqual([
    other("The "),
    found("ten-year"),
    other(" "),
    found("yield"),
    other(" fell…"),
  ]);
});

test("leaves markup as it is, for React to escape", () => {
  expect(excerptParts("A <b>\uE000yield\uE001</b> & c.")).toEqual([
    other("A <b>"),
    found("yield"),
    other("</b> & c."),
  ]);
});

test.each([
  ["", []],
  ["No match.", [other("No match.")]],
  ["\uE000Open", [other("Open…")]],
  ["End\uE001 only.", [other("End"), other(" only.")]],
  ["Rates\nThe Fed held.", [other("Rates · The Fed held.")]],
  ["and the \uE000yield\uE001", [other("…and the "), found("yield"), other("…")]],
  ["\uE000yields\uE001 fell.", [other("…"), found("yields"), other(" fell.")]],
  ["Falling \uE000yields.\uE001", [other("Falling "), found("yields.")]],
])("reads %j", (marked, parts) => {
  expect(excerptParts(marked)).toEqual(parts);
});
