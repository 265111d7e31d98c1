import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { drawableText } from "@/components/share/drawable-text";
import { postInstants } from "@/lib/contracts/post-instants";
import type { PostView } from "@/lib/contracts/posts";
import { toAtom, toJsonFeed, toRss } from "@/lib/http/feeds/feed-formats";
import { toFeed } from "@/lib/http/feeds/public-feeds";
import { toLlmsTxt } from "@/lib/http/feeds/llms-txt";
import { createBriefingRenderer } from "@/lib/mail/briefing-renderer";
import { Markdown } from "@/lib/markdown/markdown";
import { harmIn, mailTags, webTags } from "@/tests/support/rendered-markup";

// Strings that have broken software elsewhere, used as titles and contents of posts and as messages.

const strings = z
  .array(z.string())
  .parse(
    JSON.parse(
      readFileSync(new URL("../../support/naughty-strings.json", import.meta.url), "utf8"),
    ),
  );

const siteUrl = "https://threeline.example";

/** Alone, then in a paragraph, a link, an image, a heading, a quote, a list, a table, and code. */
const everyPlaceIn = (text: string) =>
  [
    text,
    `before ${text} after`,
    `[${text}](${text})`,
    `![${text}](${text} "${text}")`,
    `# ${text}\n\n> ${text}\n\n- ${text}`,
    `| ${text} |\n| - |\n| ${text} |`,
    `\`${text}\`\n\n\`\`\`${text}\n${text}\n\`\`\``,
  ].join("\n\n");

const posts = strings.map((text, index): PostView => ({
  id: index + 1,
  slug: index.toString(36).padStart(2, "0").slice(-2),
  title: text,
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content: everyPlaceIn(text),
  readTime: 1,
  createdAt: "2025-03-04T18:00:00.000Z",
  updatedAt: null,
}));

/** The strings that cause problems, with the problems. */
function problems(find: (text: string) => readonly string[]): [string, readonly string[]][] {
  return strings.flatMap((text): [string, readonly string[]][] => {
    const found = find(text);
    return found.length > 0 ? [[text, found]] : [];
  });
}

test("the list of strings is complete", () => {
  expect(strings.length).toBeGreaterThan(500);
});

test("each is text and harmless elements on a page, wherever it appears", () => {
  expect(
    problems((text) =>
      harmIn(renderToStaticMarkup(<Markdown content={everyPlaceIn(text)} />), webTags),
    ),
  ).toEqual([]);
});

test("a share image draws each, or the brand name instead, with characters its fonts have", () => {
  expect(
    problems((text) => {
      const drawn = drawableText(text, "Threeline");
      return drawn.trim() === "" || /[\p{C}\p{Emoji_Presentation}\p{Script=Han}\p{Mn}]/u.test(drawn)
        ? [drawn]
        : [];
    }),
  ).toEqual([]);
});

describe("feeds", () => {
  const feed = toFeed(posts, siteUrl);
  // oxlint-disable-next-line no-control-regex -- XML forbids these
  const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

  test.each([
    ["RSS", toRss(feed), "item"],
    ["Atom", toAtom(feed), "entry"],
  ])("%s has an entry for each, and none of their elements", (_, xml, entry) => {
    expect(xml.split(`<${entry}>`)).toHaveLength(strings.length + 1);
    expect(illegal.test(xml)).toBe(false);
    const names = new Set([...xml.matchAll(/<\/?([^\s>/?]+)/g)].map(([, name]) => name));
    expect([...names].filter((name) => !ownElements.has(name ?? ""))).toEqual([]);
    // Every ampersand starts one of the five named entities or a number.
    expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/);
  });

  test("JSON Feed returns each unchanged, and its post as harmless HTML", () => {
    const { items } = z
      .object({ items: z.array(z.object({ title: z.string(), content_html: z.string() })) })
      .parse(JSON.parse(toJsonFeed(feed)));
    expect(items.map(({ title }) => title)).toEqual(strings);
    expect(items.flatMap(({ content_html: markup }) => harmIn(markup, webTags))).toEqual([]);
  });

  test("llms.txt has a line for each", () => {
    const listed = posts.map((post) => ({ ...post, ...postInstants(post) }));
    for (let at = 0; at < listed.length; at += 100) {
      const part = listed.slice(at, at + 100);
      const links = toLlmsTxt(part, siteUrl)
        .split("\n")
        .filter((line) => line.includes(`](${siteUrl}/r/`));
      expect(links).toHaveLength(part.length);
    }
  });
});

const ownElements = new Set(
  `?xml rss channel title link atom:link description language lastBuildDate item guid pubDate
   content:encoded feed subtitle id updated author name entry published summary content`.split(
    /\s+/,
  ),
);

test("each is text and harmless elements in an email, as message, title, and content", async () => {
  const renderer = createBriefingRenderer();
  const found: string[] = [];
  for (let at = 0; at < posts.length; at += 60) {
    const part = posts.slice(at, at + 60);
    const mail = await renderer.render(
      {
        localDate: "2025-03-05",
        message: part.map(({ title }) => title).join("\n"),
        post: {
          slug: "ab",
          title: part[0]?.title ?? "",
          content: part.map(({ content }) => content).join("\n\n"),
          readTime: 1,
        },
      },
      siteUrl,
    );
    found.push(...harmIn(mail.html, mailTags));
    if (/[\r\n]/.test(mail.subject)) found.push(`line break in subject: ${mail.subject}`);
  }
  expect(found).toEqual([]);
});
