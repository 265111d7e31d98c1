import { describe, expect, test } from "vitest";
import { previewOf } from "./post-views";

describe("previewOf", () => {
  test.each([
    ["", ""],
    ["Plain words.", "Plain words."],
    ["# Head\n\nSome **bold** and [a link](https://example.com).", "Some bold and a link."],
    ["# Only a head", "Only a head"],
    ["- one\n- two", "- one - two"],
    ["<script>alert(1)</script>Text", "Text"],
  ])("turns %j into %j", (content, preview) => {
    expect(previewOf(content)).toBe(preview);
  });

  test("ends at a word within 120 characters", () => {
    expect(previewOf("x".repeat(120))).toBe("x".repeat(120));
    expect(previewOf("four ".repeat(50))).toBe(`${"four ".repeat(22)}four…`);
  });

  test("never splits a character", () => {
    expect(previewOf("😀".repeat(121))).toBe(`${"😀".repeat(119)}…`);
  });
});
