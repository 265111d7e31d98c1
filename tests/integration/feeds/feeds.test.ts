import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { PostView } from "@/lib/contracts/posts";
import { toAtom, toJsonFeed, toRss, type Feed } from "@/lib/http/feeds/feed-formats";
import { toBuiltInFeed, toFeed } from "@/lib/http/feeds/public-feeds";
import { toNewsSitemap, toSitemap } from "@/lib/http/feeds/sitemaps";
import { toLlmsTxt } from "@/lib/http/feeds/llms-txt";
import { renderedTags } from "@/tests/support/rendered-markup";

const siteUrl = "https://threeline.example";

const post: PostView = {
  id: 7,
  slug: "k3",
  title: "Rates & oil",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content: "The **Fed** held. [More](/r/k2)\n\n| a | b |\n| - | - |\n| 1 | 2 |",
  readTime: 2,
  createdAt: "2025-03-04T18:00:00.000Z",
  updatedAt: "2025-03-05T09:30:00.000Z",
};

const listed = {
  slug: "k3",
  title: "Rates & oil",
  fullDate: "March 5, 2025",
  publishedAt: "2025-03-05T00:00:00.000Z",
  modifiedAt: "2025-03-05T09:30:00.000Z",
};

const hostile = [
  "<script>alert(1)</script>",
  "]]><script>alert(1)</script>",
  "</content></entry><entry>",
  "</description></item>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  '"><img src=x onerror=alert(1)>',
  "[a](javascript:alert(1))",
  "![a](data:image/svg+xml;base64,AAAA)",
  "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
  "<?xml-stylesheet href='javascript:alert(1)'?>",
  "\u0000\u0001\u0008\u000b\u001f\ufffe\uffff\ud800",
  "\u202e\u200f\ufeff 田中さん 🏳️‍🌈 ﷽ Ṱ̺̺̕o͞",
];

const hostileFeed = toFeed(
  hostile.map((text, index) => ({
    ...post,
    id: index + 1,
    slug: `h${index.toString(36)}`,
    title: text,
    content: `${text}\n\n${text}`,
  })),
  siteUrl,
);

/** The unescaped text of each element with this name. */
function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, "g"))].map(
    ([, text = ""]) =>
      text
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&"),
  );
}

const allowedTags = new Set("p h1 h2 a strong em img table thead tbody tr th td br".split(" "));

/** Elements, attributes, and URLs that could harm a reader. */
function harmIn(markup: string): string[] {
  return renderedTags(markup).flatMap(({ name, attributes }) => [
    ...(allowedTags.has(name) ? [] : [name]),
    ...[...attributes.keys()].filter((key) => key.startsWith("on")),
    ...["href", "src"]
      .map((key) => attributes.get(key) ?? "https://")
      .filter((address) => !/^https?:\/\//.test(address)),
  ]);
}

/** The characters that XML 1.0 forbids. */
// oxlint-disable-next-line no-control-regex
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

describe("a feed of one post", () => {
  const feed = toFeed([post], siteUrl);

  test("has the whole post with absolute URLs", () => {
    expect(feed).toEqual({
      siteUrl: "https://threeline.example",
      updatedAt: "2025-03-05T09:30:00.000Z",
      entries: [
        {
          id: "tag:threeline.example,2026:post/7",
          url: "https://threeline.example/r/k3",
          title: "Rates & oil",
          publishedAt: "2025-03-05T00:00:00.000Z",
          updatedAt: "2025-03-05T09:30:00.000Z",
          summary: "The Fed held. More a b 1 2",
          contentHtml: expect.stringContaining(
            '<p dir="auto">The <strong>Fed</strong> held. <a href="https://threeline.example/r/k2" rel="noopener noreferrer">More</a></p>',
          ),
        },
      ],
    });
  });

  test("links footnotes to the post's page, and gives images their size", () => {
    const content = 'A note[^1].\n\n![Chart](/chart.png "640x360")\n\n[^1]: It.';
    const [entry] = toFeed([{ ...post, content }], siteUrl).entries;
    expect(entry?.contentHtml).toContain('href="https://threeline.example/r/k3#user-content-fn-1"');
    expect(entry?.contentHtml).toContain(
      '<img src="https://threeline.example/chart.png" alt="Chart" width="640" height="360" loading="lazy" />',
    );
  });

  test("is valid as RSS", () => {
    const rss = toRss(feed);
    expect(rss).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<rss version="2\.0"/);
    expect(textsOf(rss, "title")).toEqual(["Threeline", "Rates & oil"]);
    expect(textsOf(rss, "link")).toEqual([
      "https://threeline.example/read",
      "https://threeline.example/r/k3",
    ]);
    expect(rss).toContain('<guid isPermaLink="false">tag:threeline.example,2026:post/7</guid>');
    expect(textsOf(rss, "pubDate")).toEqual(["Wed, 05 Mar 2025 00:00:00 GMT"]);
    expect(textsOf(rss, "content:encoded")).toEqual([feed.entries[0]?.contentHtml]);
  });

  test("is valid as Atom", () => {
    const atom = toAtom(feed);
    expect(textsOf(atom, "id")).toEqual([
      "https://threeline.example/",
      "tag:threeline.example,2026:post/7",
    ]);
    expect(textsOf(atom, "updated")).toEqual([
      "2025-03-05T09:30:00.000Z",
      "2025-03-05T09:30:00.000Z",
    ]);
    expect(textsOf(atom, "content")).toEqual([feed.entries[0]?.contentHtml]);
  });

  test("is valid as JSON Feed", () => {
    expect(JSON.parse(toJsonFeed(feed))).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: "Threeline",
      home_page_url: "https://threeline.example/read",
      feed_url: "https://threeline.example/feed.json",
      items: [
        {
          id: "tag:threeline.example,2026:post/7",
          url: "https://threeline.example/r/k3",
          title: "Rates & oil",
          content_html: feed.entries[0]?.contentHtml,
          date_published: "2025-03-05T00:00:00.000Z",
          date_modified: "2025-03-05T09:30:00.000Z",
        },
      ],
    });
  });
});

/** The pages of the site that search engines may show, without posts and months. */
function publicPages(): string[] {
  const files = ["(marketing)", "(reading)"].flatMap((group) =>
    globSync("**/page.tsx", { cwd: `app/${group}` }).map((file) => `app/${group}/${file}`),
  );
  return files
    .filter((file) => !file.includes("["))
    .filter((file) => !readFileSync(file, "utf8").includes("robots: { index: false }"))
    .filter((file) => !/\/search\//.test(file))
    .map((file) => file.replaceAll(/^app|\/\([^)]+\)|\/page\.tsx$/g, "") || "/");
}

describe("sitemaps", () => {
  test("list pages, and posts with the time of their last change", () => {
    const sitemap = toSitemap([listed], siteUrl);
    const pages = publicPages().map((path) => `${siteUrl}${path}`);
    expect(textsOf(sitemap, "loc").toSorted()).toEqual([...pages, `${siteUrl}/r/k3`].toSorted());
    expect(textsOf(sitemap, "lastmod")).toEqual(["2025-03-05T09:30:00.000Z"]);
  });

  test("for news have the publication, the date, and the title", () => {
    expect(toNewsSitemap([listed], siteUrl).split("\n")).toEqual([
      '<?xml version="1.0" encoding="utf-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">',
      "<url><loc>https://threeline.example/r/k3</loc><news:news><news:publication><news:name>Threeline</news:name><news:language>en</news:language></news:publication><news:publication_date>2025-03-05T00:00:00.000Z</news:publication_date><news:title>Rates &amp; oil</news:title></news:news></url>",
      "</urlset>",
    ]);
  });
});

describe("an entry's id", () => {
  const idsOf = (feed: Feed) => [
    ...textsOf(toRss(feed), "guid"),
    ...textsOf(toAtom(feed), "id").slice(1),
    ...z
      .object({ items: z.array(z.object({ id: z.string() })) })
      .parse(JSON.parse(toJsonFeed(feed)))
      .items.map(({ id }) => id),
  ];

  test("stays when the post gets another slug", () => {
    const moved = toFeed([{ ...post, slug: "zz" }], siteUrl);
    expect(idsOf(moved)).toEqual(idsOf(toFeed([post], siteUrl)));
  });

  test("differs between a post and a later one with its slug", () => {
    const ids = [post, { ...post, id: 8 }].flatMap((each) => idsOf(toFeed([each], siteUrl)));
    expect(new Set(ids).size).toBe(2);
  });

  test("differs between a built-in post and a post with its number", () => {
    const builtIn = idsOf(toBuiltInFeed("2025-03-05", siteUrl));
    const posts = idsOf(
      toFeed(
        [1, 2].map((id) => ({ ...post, id })),
        siteUrl,
      ),
    );
    expect(posts.filter((id) => builtIn.includes(id))).toEqual([]);
  });
});

test("an RSS description is text, even of a code sample with a script", () => {
  const content = "Use `<script>alert(1)</script>` & `&lt;b&gt;`.";
  const rss = toRss(toFeed([{ ...post, content }], siteUrl));
  const [, markup = ""] = textsOf(rss, "description");
  expect(markup).toBe("Use &lt;script&gt;alert(1)&lt;/script&gt; &amp; &amp;lt;b&amp;gt;.");
  expect(textsOf(toAtom(toFeed([{ ...post, content }], siteUrl)), "summary")).toEqual([
    "Use <script>alert(1)</script> & &lt;b&gt;.",
  ]);
});

describe("hostile posts can do no harm", () => {
  test("in their HTML", () => {
    const harms = hostileFeed.entries.flatMap(({ contentHtml }) => harmIn(contentHtml));
    expect(harms).toEqual([]);
  });

  test.each([
    ["RSS", toRss(hostileFeed), "item", "content:encoded"],
    ["Atom", toAtom(hostileFeed), "entry", "content"],
  ])("in %s, which has only its own elements and legal characters", (_, xml, entry, content) => {
    expect(xml).not.toMatch(illegal);
    expect(xml.match(new RegExp(`<${entry}>`, "g"))).toHaveLength(hostile.length);
    expect(xml.match(new RegExp(`</${entry}>`, "g"))).toHaveLength(hostile.length);
    expect(xml).not.toMatch(/<!|<script|<img|\]\]>/i);
    const contents = textsOf(xml, content);
    expect(contents).toHaveLength(hostile.length);
    expect(contents.flatMap(harmIn)).toEqual([]);
  });

  test("in RSS descriptions, which are text", () => {
    const descriptions = textsOf(toRss(hostileFeed), "description");
    expect(descriptions).toHaveLength(hostile.length + 1);
    expect(descriptions.flatMap((each) => renderedTags(each))).toEqual([]);
  });

  test("in JSON Feed", () => {
    const { items } = JSON.parse(toJsonFeed(hostileFeed));
    expect(items).toHaveLength(hostile.length);
  });

  test("in the news sitemap", () => {
    const titles = hostile.map((title) => ({ ...listed, title }));
    const xml = toNewsSitemap(titles, siteUrl);
    expect(xml).not.toMatch(illegal);
    expect(xml).not.toMatch(/<!|<script|<img|\]\]>/i);
    expect(textsOf(xml, "news:title")).toHaveLength(hostile.length);
  });

  test("in llms.txt", () => {
    const summary = toLlmsTxt([{ ...listed, slug: "h0", title: "a](javascript:1)\n# b" }], siteUrl);
    expect(summary).toContain(
      String.raw`- [a\](javascript:1) # b](https://threeline.example/r/h0): March 5, 2025`,
    );
  });
});
