import { expect, test } from "vitest";
import { markdownSearchText } from "./search-text";

test("has a line per block, without markup and URLs", () => {
  const content = [
    "# Rates",
    "",
    "The **Fed** held at [4.5%](https://example.com/fed).",
    "",
    "- one",
    "- [x] two",
    "",
    "> A quote",
    ">",
    "> in two parts",
    "",
    "***",
    "",
    "| Bond | Close |",
    "| - | -: |",
    "| 2-year | 3.87% |",
  ].join("\n");
  expect(markdownSearchText(content)).toBe(
    "Rates\nThe Fed held at 4.5%.\none\ntwo\nA quote\nin two parts\nBond Close\n2-year 3.87%",
  );
});

test("leaves out the characters that mark what was found", () => {
  expect(markdownSearchText("a\uE000b\uE001c")).toBe("abc");
});

test("ends after 100,000 characters of a long post", () => {
  const text = markdownSearchText(`${"word ".repeat(400)}\n\n`.repeat(100));
  expect(text).toHaveLength(100_000);
});
