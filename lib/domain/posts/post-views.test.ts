import { describe, expect, test } from "vitest";
import { previewOf } from "./post-views";

describe("previewOf", () => {
  test.each([
    ["", ""],
    ["Plain words.", "Plain words."],
    ["# Head\n\nSome **bold** and [a link](https://example.com).", "Head Some bold and a link."],
    ["- one\n- two", "- one - two"],
    ["<script>alert(1)</script>Text", "Text"],
  ])("turns %j into %j", (content, preview) => {
    expect(previewOf(content)).toBe(preview);
  });

  test("stops after exactly 120 characters", () => {
    expect(previewOf("x".repeat(120))).toBe("x".repeat(120));
    expect(previewOf("x".repeat(121))).toBe("x".repeat(120));
  });

  test("never splits a character", () => {
    expect(previewOf("😀".repeat(121))).toBe("😀".repeat(120));
  });
});
