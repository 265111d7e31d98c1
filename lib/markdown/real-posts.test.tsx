import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { withoutControlsInMarkdown } from "@/lib/contracts/clean-text";
import { createBriefingRenderer } from "@/lib/mail/briefing-renderer";
import { realPosts } from "@/tests/support/real-posts";
import { harmIn, mailTags, renderedTags, webTags } from "@/tests/support/rendered-markup";
import { lostFrom, wordsOf } from "@/tests/support/rendered-words";
import { Markdown } from "./markdown";
import { markdownToMarkup } from "./markup";
import { markdownExcerpt, markdownToPlainText } from "./plain-text";
import { markdownSearchText } from "./search-text";

const site = "https://threeline.example";
const url = `${site}/r/ab`;

const hrefsOf = (markup: string) =>
  renderedTags(markup)
    .flatMap(({ name, attributes }) => (name === "a" ? [attributes.get("href") ?? ""] : []))
    .filter((href) => !href.includes("#user-content-"));

const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");

/** A text in one line, without the marks of lists, quotes, and notes. */
const withoutMarks = (text: string) =>
  inOneLine(text.replaceAll(/\[\d\]/g, "")).replaceAll(/ (?:>|-|\d\.) /g, " ");

describe.each(realPosts)("$name", ({ content: written, shows, links = [] }) => {
  const content = withoutControlsInMarkdown(written);
  const page = renderToStaticMarkup(<Markdown content={content} baseUrl={url} />);
  const feed = markdownToMarkup(content, url);
  const words = wordsOf(page);
  const text = markdownToPlainText(content, { width: 72, baseUrl: url });

  test("is stored as it's written, except for control characters", () => {
    // oxlint-disable-next-line no-control-regex
    expect(content === written).toBe(!/[\u0000-\u0008\v\f\r\u2028\u2029]/.test(written));
  });

  test("shows everything on the page, in the feed, and in the text", () => {
    const noteStart = text.search(/^\[1\] /m);
    const notes =
      noteStart === -1 ? "" : text.slice(noteStart).replaceAll(/ \(https?:[^)]*\)/g, "");
    const plain = `${markdownToPlainText(content, { showUrls: false })}\n${notes}`;
    for (const phrase of shows) {
      expect(words.join(" ")).toContain(phrase);
      expect(withoutMarks(plain)).toContain(withoutMarks(phrase));
    }
    expect(wordsOf(feed)).toEqual(words);
    expect(lostFrom(plain, words)).toEqual([]);
    expect(harmIn(page, webTags)).toEqual([]);
  });

  test("has the same links everywhere", async () => {
    const { html, text: part } = await createBriefingRenderer().render(
      {
        localDate: "2026-11-18",
        message: "1. a\n2. b\n3. c",
        post: { slug: "ab", title: "T", content, readTime: 1 },
      },
      site,
    );
    expect(hrefsOf(page)).toEqual(links);
    expect(hrefsOf(feed)).toEqual(links);
    expect(hrefsOf(html).slice(0, links.length)).toEqual(links);
    const mail = html.replaceAll(/\n/g, " ");
    expect(lostFrom(wordsOf(mail).join(" "), words)).toEqual([]);
    expect(harmIn(html, mailTags)).toEqual([]);
    for (const link of links) {
      const shown = link.replace(/^mailto:|^http:\/\/(?=www)/, "");
      expect([shown, decodeURI(shown)].some((each) => part.includes(each))).toBe(true);
    }
  });

  test("has a text of at most 72 columns without stray signs, and texts in one line", () => {
    expect(text).not.toMatch(/^\s*:|[^\S\n]$|[\p{Cc}--[\n\t]]/mv);
    const breakable = text
      .split("\n")
      .filter((line) => line.includes(" ") && !/https?:|^ {4}/.test(line));
    expect(breakable.filter((line) => line.length > 76)).toEqual([]);
    expect(markdownExcerpt(content)).not.toMatch(/\n|~~~/);
    expect(markdownSearchText(content)).not.toMatch(/\n\n|\v|\u2028/);
  });
});
