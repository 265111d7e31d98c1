import { describe, expect, test } from "vitest";
import { headlinesOf, measureText, withPlainCharacters } from "./message-text";

describe("measureText", () => {
  test.each([
    ["", 0, 160, "GSM-7"],
    ["x".repeat(160), 1, 160, "GSM-7"],
    ["x".repeat(161), 2, 153, "GSM-7"],
    ["x".repeat(306), 2, 153, "GSM-7"],
    ["x".repeat(307), 3, 153, "GSM-7"],
    // The euro sign is an extension character and counts twice.
    ["€".repeat(81), 2, 153, "GSM-7"],
    [`${"x".repeat(69)}’`, 1, 70, "UCS-2"],
    [`${"x".repeat(70)}’`, 2, 67, "UCS-2"],
  ])("counts the segments of %j", (text, segments, perSegment, encoding) => {
    const measure = measureText(text);
    expect(measure.segments).toHaveLength(segments);
    expect(measure).toMatchObject({ perSegment, encoding });
  });

  test("measures how full each segment is", () => {
    const [first = 0, second = 0] = measureText("x".repeat(193)).segments;
    expect(first).toBeCloseTo(1, 1);
    expect(second).toBeCloseTo(40 / 153, 1);
  });

  test("lists each character that forces Unicode once", () => {
    expect(measureText("“a” “b” 📈").unicodeCharacters).toEqual(["“", "”", "📈"]);
    expect(measureText("plain").unicodeCharacters).toEqual([]);
  });
});

test("withPlainCharacters replaces typographic characters and nothing else", () => {
  expect(withPlainCharacters("“It’s” – wait…\u00a0ten\u2060-year €5 📈 ş")).toBe(
    '"It\'s" - wait... ten-year €5 📈 ş',
  );
});

test.each([
  ["1. One\n2) Two\n\n threeline.example/r/m2", ["One", "Two"]],
  ["No number\nhttps://threeline.example/r/m2", ["No number"]],
  ["  \n", []],
  ["3.5% more jobs", ["3.5% more jobs"]],
])("headlinesOf finds the headlines of %j", (message, headlines) => {
  expect(headlinesOf(message)).toEqual(headlines);
});
