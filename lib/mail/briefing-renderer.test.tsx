import { describe, expect, test } from "vitest";
import { seedMessages } from "@/lib/domain/seed/messages";
import { seedPosts } from "@/lib/domain/seed/posts";
import { renderedTags, renderedWords } from "@/tests/support/rendered-markup";
import { previewOf } from "@/tests/support/visible-text";
import type { Gap } from "@/lib/contracts/days-off";
import { createBriefingRenderer } from "./briefing-renderer";
import { renderOperatorAlert } from "./operator-alert";

const site = "https://threeline.example";
const placeholder = "https://unsubscribe.invalid/{token}";
const message = "1. Yields fall to 4.11%\n2. Brent under $70\n3. ECB seen cutting";
const post = {
  slug: "ty",
  title: "Yields, oil, and a patient central bank",
  content: "Intro with [about](/about).\n\n## First\n\nText.\n\n| a | b |\n| - | -: |\n| 1 | 2 |",
  readTime: 2,
};

const render = (
  overrides: {
    message?: string;
    post?: (typeof post & { emailSubject?: string }) | null;
    gap?: Gap;
  } = {},
) =>
  createBriefingRenderer().render({ localDate: "2026-11-18", message, post, ...overrides }, site);

const hrefs = (html: string) =>
  renderedTags(html).flatMap((tag) => (tag.name === "a" ? [tag.attributes.get("href") ?? ""] : []));

describe("a briefing with a post", () => {
  test("shows the message, then the post, then the unsubscribe link", async () => {
    const { subject, html } = await render();
    expect(subject).toBe("Yields, oil, and a patient central bank");
    const other = await render({ post: { ...post, emailSubject: 'The "patient" bank' } });
    expect(other.subject).toBe("The “patient” bank");
    const words = renderedWords(html);
    const order = [
      "1. Yields fall to 4.11%",
      "2. Brent under $70",
      "3. ECB seen cutting",
      "Intro with about.",
      "Read More",
      "You’re receiving this because you subscribed to Threeline",
      "Stopping emails doesn’t cancel your subscription. To cancel, go to your account.",
      "Threeline, 40 Example Street, London EC2M 1AA.",
    ].map((part) => words.lastIndexOf(part));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test("ends with the days off after it, in both parts, before the footer", async () => {
    const gap: Gap = { daysOff: ["2026-11-26"], markets: "US", next: "2026-11-27" };
    const { html, text } = await render({ gap });
    const sentence =
      "No briefing on Thursday, November 26: US markets are closed. The next one comes on Friday, November 27.";
    for (const words of [renderedWords(html), text.replaceAll("\n", " ")]) {
      const end = words.indexOf(sentence);
      expect(words.indexOf("Read it on the web")).toBeLessThan(end);
      expect(words.indexOf("You’re receiving this because")).toBeGreaterThan(end);
    }
  });

  test("has only absolute links, and the unsubscribe placeholder in both parts", async () => {
    const { html, text } = await render();
    expect(hrefs(html)).toEqual([
      "https://threeline.example/about",
      "https://threeline.example/r/ty",
      "https://threeline.example/account",
      placeholder,
    ]);
    expect(text).toContain(placeholder);
    const more = "Read it on the web to share it, save it, or see related briefings.";
    expect(renderedWords(html)).toContain(more);
    expect(text).toContain(`Read More: https://threeline.example/r/ty\n\n${more}`);
    expect(text).toContain(message);
  });

  test("makes the post's own relative links absolute in both parts", async () => {
    const content = "[a](/r/k2) [b](k3) [c](//other.example/x) [d][1] [e](#top)\n\n[1]: ../about";
    const { html, text } = await render({ post: { ...post, content } });
    const absolute = [
      "https://threeline.example/r/k2",
      "https://threeline.example/r/k3",
      "https://other.example/x",
      "https://threeline.example/about",
      "https://threeline.example/r/ty#top",
    ];
    expect(hrefs(html).slice(0, absolute.length)).toEqual(absolute);
    for (const url of absolute) expect(text).toContain(url);
  });

  test("starts with the headlines, which inboxes show after the subject", async () => {
    const { html, text } = await render();
    expect(previewOf(html)).toMatch(
      /^1\. Yields fall to 4\.11% 2\. Brent under \$70 3\. ECB seen cutting Yields, oil, and a patient/,
    );
    expect(text.startsWith(`${message}\n\n`)).toBe(true);
  });

  test("has dark colors and no images", async () => {
    const { html } = await render();
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).not.toContain("<img");
    expect(html).toContain("<title>Yields, oil, and a patient central bank</title>");
  });

  test("an uploaded image is loaded from the site, and as wide as the column at most", async () => {
    const path = "/images/0123456789abcdef0123";
    const content = `![Rates](${path}/1200x750.png)\n\n![Rents](${path}/300x200.png)`;
    const { html } = await render({ post: { ...post, content } });
    const images = html.match(/<img\s[^>]*>/g) ?? [];
    expect(images).toHaveLength(2);
    expect(images[0]).toContain(`src="https://threeline.example${path}/1200x750.png"`);
    expect(images[0]).toContain('alt="Rates"');
    expect(images[0]).toContain('width="552"');
    expect(images[1]).toContain('width="300"');
  });

  // Outlook for Windows obeys only the attribute: TryGhost/Ghost #19527.
  test("an image from elsewhere is as wide as the column in Outlook, and as it is elsewhere", async () => {
    const content = '![Chart](https://e.example/wide.png) ![b](https://e.example/b.png "640x360")';
    const { html } = await render({ post: { ...post, content } });
    const images = renderedTags(html).filter(({ name }) => name === "img");
    expect(images.map(({ attributes }) => attributes.get("width"))).toEqual(["552", "552"]);
    expect(images[0]?.attributes.get("style")).toContain("width:auto;max-width:100%");
  });

  test("wraps the text part at 72 characters", async () => {
    const { text } = await render({ post: { ...post, content: "word ".repeat(200) } });
    const long = text.split("\n").filter((line) => line.length > 72);
    expect(long).toEqual([]);
  });
});

test("has no Read More without a post", async () => {
  const { subject, html, text } = await render({ post: null });
  expect(subject).toBe("Yields fall to 4.11%");
  expect(renderedWords(html)).not.toContain("Read More");
  expect(text).not.toContain("/r/");
  expect(html).toContain(placeholder);
});

test("keeps the line breaks of an unnumbered message", async () => {
  const { html, text } = await render({ message: "Quiet.\nMarkets are shut.", post: null });
  expect(html.replaceAll("\n", " ")).toContain("Quiet.<br />Markets are shut.");
  expect(text).toContain("Quiet.\nMarkets are shut.");
});

describe("stays under 100 KB", () => {
  const paragraph = `${"A sentence of some length that says nothing & costs <b>bytes</b>. ".repeat(6)}\n\n`;

  test.each([
    ["a post of a megabyte", paragraph.repeat(2_500)],
    ["one endless paragraph", "word ".repeat(60_000)],
    ["many small blocks", "- a\n\n## b\n\n".repeat(20_000)],
    ["notes at the end", `${paragraph.repeat(400)}\n\n${"[^1]: note\n\n".repeat(500)}`],
  ])("%s", async (_, content) => {
    const { html, text } = await render({ post: { ...post, content } });
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(renderedWords(html)).toContain("Continue reading");
    expect(text).toContain("Continue reading: https://threeline.example/r/ty");
    expect(html.endsWith("</html>")).toBe(true);
  });

  test("a huge message and title", async () => {
    const { html, subject } = await render({
      message: `1. ${'"&<'.repeat(20_000)}`,
      post: { ...post, title: "t".repeat(5_000) },
    });
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(subject.length).toBeLessThanOrEqual(78);
  });

  test("a long post whose letters take many bytes", async () => {
    const { html } = await render({
      post: { ...post, content: "نص طويل عن النفط.\n\n".repeat(2_000) },
    });
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
  });

  test("a post in another script, which isn't written as numbers", async () => {
    const content = `${"भारतीय रिज़र्व बैंक ने दर रखी। ".repeat(16)}\n\n`.repeat(32);
    const { html, isCut } = await render({ post: { ...post, content } });
    expect(content.length).toBeGreaterThan(15_000);
    expect(isCut).toBe(false);
    expect(Buffer.byteLength(html)).toBeLessThan(55_000);
    expect(html).toContain("भारतीय");
  });

  test("a long post, cut between its blocks, with its stories numbered", async () => {
    const stories = Array.from(
      { length: 40 },
      (_, index) => `## Story ${index}\n\n${paragraph.repeat(4)}`,
    );
    const content = stories.join("");
    const { html, text, isCut } = await render({ post: { ...post, content } });
    expect(isCut).toBe(true);
    const shown = [...renderedWords(html).matchAll(/(\d+) Story (\d+)/g)];
    expect(shown.length).toBeGreaterThan(15);
    expect(shown.map(([, number, index]) => Number(number) - Number(index))).toEqual(
      shown.map(() => 1),
    );
    expect(text.match(/^Story \d+$/gm)).toHaveLength(shown.length);
  });

  test("a cut post keeps its link definitions", async () => {
    const content = `[early][x]\n\n${paragraph.repeat(2_500)}\n\n[x]: https://late.example/definition`;
    const { html } = await render({ post: { ...post, content } });
    expect(hrefs(html)).toContain("https://late.example/definition");
  });
});

test("removes characters that hide between letters, and keeps those that scripts need", async () => {
  const content = "Ra\u200bt\u200ces \ufefffall.\u200b\n\nمی\u200cخواهم 👩\u200d💻";
  const { html, text, subject } = await render({
    message: "1. Y\u200bi\u200belds",
    post: { ...post, title: "R\u200bates", content },
  });
  expect(subject).toBe("Rates");
  expect(text).toContain("1. Yields\n");
  for (const words of [renderedWords(html), text]) {
    expect(words).toContain("Rates fall.");
    expect(words).toContain("می\u200cخواهم 👩\u200d💻");
  }
});

test("keeps every sample post far below the limit", async () => {
  for (const [index, sample] of seedPosts.entries()) {
    const { html, subject } = await render({ message: seedMessages[index] ?? "", post: sample });
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
    expect(subject).toBe(sample.title);
    expect(renderedWords(html)).not.toMatch(/\*\*|\]\(|\[\^/);
  }
});

test("puts an operator alert's subject on one header line", async () => {
  const alert = await renderOperatorAlert({
    isForAdmin: false,
    subject: "No message\r\nfor tomorrow",
    body: "Nothing is set for November 19.\n\n<Write one.>",
    siteUrl: site,
  });
  expect(alert.subject).toBe("No message for tomorrow");
  expect(alert.text).toBe(`Nothing is set for November 19.

<Write one.>

--

You’re receiving this because Threeline sends its operator alerts to
this address.
Threeline, 40 Example Street, London EC2M 1AA. News, not investment
advice.
`);
  expect(renderedWords(alert.html)).toContain("<Write one.>");
});
