import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Markdown } from "./markdown";
import { escapeMarkup, markdownToMarkup } from "./markup";

const siteUrl = "https://threeline.example";

test("escapes text for XML", () => {
  expect(escapeMarkup('a<b> & "c" \u0000\u0008\uFFFF\ud800')).toBe(
    "a&lt;b&gt; &amp; &quot;c&quot; \ufffd",
  );
});

describe("writes the same markup as React", () => {
  test.each([
    "A *b* **c** ~~d~~ `e`.\n\n# H\n\n- [x] done\n- [ ] not\n\n1. a\n2. b",
    "| a | b |\n| :- | -: |\n| 1 | 2 |",
    '![words](/a.png "640x360")\n\n[a](/r/aa) [b](https://b.example?x=1&y=2)',
    "A note.[^1]\n\n[^1]: It.",
    "<script>alert(1)</script> & \"quotes\" 'single'",
    "```ts\nconst a = 1 < 2;\n```\n\n---\n\n> quote  \n> next",
  ])("%#", (content) => {
    const react = renderToStaticMarkup(<Markdown content={content} baseUrl={siteUrl} />);
    const comparable = (markup: string) => markup.replaceAll(" />", "/>").replaceAll("&#x27;", "'");
    expect(comparable(markdownToMarkup(content, siteUrl))).toBe(
      comparable(react)
        .replaceAll(/<link rel="preload"[^>]*>/g, "")
        // React orders these two differently.
        .replaceAll(' disabled="" checked=""', ' checked="" disabled=""')
        .replaceAll(/ (checked|disabled)=""/g, ' $1="$1"')
        .replaceAll(/ (data-[a-z-]+)="true"/g, ' $1="$1"'),
    );
  });
});
