import { expect, test } from "vitest";
import { markdownExcerpt, markdownToPlainText, shorten } from "./plain-text";

test("reads a long run of spaces in a line", () => {
  const tabs = "\t".repeat(100_000);
  expect(markdownToPlainText(`a${tabs}b\nc`, { width: Infinity })).toBe(`a${tabs}b c`);
});

test("underlines headings, indents lists, and marks quotes", () => {
  const text = markdownToPlainText(
    "# Title\n\n## Part\n\n### Detail\n\n- one two three four five six\n- two\n  1. inner\n\n> said\n>\n> again\n\n---\n\n1. a\n2. b",
    { width: 24 },
  );
  expect(text).toBe(`Title
=====

Part
----

Detail

- one two three four five
  six
- two
  1. inner

> said
>
> again

* * *

1. a
2. b`);
});

test("shows the URL of a link once", () => {
  expect(markdownToPlainText("[release](https://a.example/x) and https://b.example")).toBe(
    "release (https://a.example/x) and https://b.example",
  );
  expect(markdownToPlainText("<mailto:a@example.com> [write](mailto:a@example.com)")).toBe(
    "mailto:a@example.com write (a@example.com)",
  );
  expect(markdownToPlainText("[about](/about)", { baseUrl: "https://t.example/r/ab" })).toBe(
    "about (https://t.example/about)",
  );
  expect(markdownToPlainText("[a][x] [b][gone]\n\n[x]: https://x.example")).toBe(
    "a (https://x.example) [b][gone]",
  );
});

test("puts tables in columns, or in a list if too wide", () => {
  const table = "| Treasury | Close |\n| :-- | --: |\n| 2-year | 3.87% |\n| 10-year | 4.11% |";
  expect(markdownToPlainText(table, { width: 72 })).toBe(`Treasury  Close
---------------
2-year    3.87%
10-year   4.11%`);
  expect(markdownToPlainText(table, { width: 14 })).toBe(`- Treasury:
  2-year
  Close: 3.87%
- Treasury:
  10-year
  Close: 4.11%`);
  const withoutHead = "|  |  |\n| - | - |\n| 2-year | 3.87% |\n| 10-year |  |";
  expect(markdownToPlainText(withoutHead, { width: 72 })).toBe("2-year   3.87%\n10-year");
  expect(markdownToPlainText(withoutHead, { width: 10 })).toBe("- 2-year\n  3.87%\n- 10-year");
});

test("writes tasks, code, images, strikethrough, and footnotes readably", () => {
  expect(
    markdownToPlainText(
      "- [x] done\n- [ ] open\n\n`a` ~~b~~ **c** ![chart](https://a.example/c.png)\n\n```\nx = 1\n```\n\nSee[^n].\n\n[^n]: A note.",
    ),
  ).toBe("- [x] done\n- [ ] open\n\na ~~b~~ c [chart]\n\n    x = 1\n\nSee[1].\n\n[1] A note.");
});

test("aligns wide signs and flags", () => {
  const table = "| | Rate |\n| - | -: |\n| 日本 | 0.5% |\n| 🇺🇸 US | 4.25% |\n| café | 1% |";
  expect(markdownToPlainText(table, { width: 72 })).toBe(
    "        Rate\n------------\n日本    0.5%\n🇺🇸 US  4.25%\ncafé      1%",
  );
  expect(markdownToPlainText("## 日本\n\n## ｶﾅ", { width: 72 })).toBe("日本\n----\n\nｶﾅ\n--");
});

test("a line break has no space around it", () => {
  expect(markdownToPlainText("rose <br> more")).toBe("rose\nmore");
});

test("never wraps a URL", () => {
  const url = `https://a.example/${"x".repeat(90)}`;
  expect(markdownToPlainText(`Some words before ${url} and after`, { width: 30 })).toBe(
    `Some words before\n${url}\nand after`,
  );
});

test("an excerpt is one line up to the maximum length, without markup, URLs, or headings", () => {
  expect(
    markdownExcerpt("## Yields *fall*\n\nThe [index](https://a.example) came in at **50.3**."),
  ).toBe("The index came in at 50.3.");
  const long = markdownExcerpt("word ".repeat(100));
  expect(long).toHaveLength(115);
  expect(long.endsWith("word…")).toBe(true);
  expect(markdownExcerpt("", 120)).toBe("");
});

test("the excerpt of a long text uses a link definition at its end", () => {
  const content = `The [rates][fed] rose.\n\n${"words \n\n".repeat(10_000)}[fed]: https://fed.example/\n`;
  expect(markdownExcerpt(content, 24)).toBe("The rates rose. words…");
});

test("shortening cuts no grapheme cluster in half", () => {
  expect(shorten("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 2)).toBe("👩‍👩‍👧…");
  expect(shorten("exactly ten", 11)).toBe("exactly ten");
});
