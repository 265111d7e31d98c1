import { describe, expect, test } from "vitest";
import { everyEmail } from "@/tests/support/every-email";
import { htmlProblems } from "@/tests/support/html-problems";
import { renderedTags, renderedWords, type RenderedTag } from "@/tests/support/rendered-markup";
import { areTooSimilar, previewOf, textsOf } from "@/tests/support/visible-text";
import { createBriefingRenderer } from "./briefing-renderer";

const siteUrl = "https://threeline.example";
const briefings = createBriefingRenderer();

const renderBriefing = (overrides: object = {}) =>
  briefings.render(
    {
      localDate: "2026-11-18",
      message: "1. Yields fall\n2. Brent under $70\n3. ECB seen cutting",
      post: { slug: "ty", title: "Yields", content: "## First\n\nText.\n\n## Second", readTime: 2 },
      ...overrides,
    },
    siteUrl,
  );

// Outlook for Windows needs `width`, `align`, and the like, and comments of its own.
const mailRules = { "no-deprecated-attr": "off", "no-conditional-comment": "off" } as const;

function stylesOf(tag: RenderedTag | undefined): Map<string, string> {
  const declarations = (tag?.attributes.get("style") ?? "").split(";");
  return new Map(
    declarations.map((declaration) => {
      const [name = "", ...value] = declaration.split(":");
      return [name, value.join(":")];
    }),
  );
}

const hasClass = (name: string) => (tag: RenderedTag) =>
  tag.attributes.get("class")?.split(" ").includes(name) === true;

const styleSheets = (html: string) =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, sheet = ""]) => sheet);

describe.each(Object.entries(everyEmail))("%s", (kind, render) => {
  test("is valid HTML", async () => {
    const { html } = await render();
    expect(await htmlProblems(html, mailRules)).toEqual([]);
  });

  test("has no comments but those for Outlook", async () => {
    const { html } = await render();
    const comments = new Set(html.match(/<!--.*?>|<!\[.*?-->/g));
    expect([...comments].toSorted()).toEqual(["<!--[if mso]>", "<![endif]-->"]);
  });

  test("needs nothing that Outlook for Windows ignores", async () => {
    const { html } = await render();
    const tags = renderedTags(html);
    expect(tags.filter((tag) => stylesOf(tag).has("text-indent"))).toEqual([]);
    // The only one is the column, which also has a table for Outlook around it.
    const withMargin = tags.filter((tag) => tag.name === "table" && stylesOf(tag).has("margin"));
    expect(withMargin.map((tag) => stylesOf(tag).get("margin"))).toEqual(["0", "0 auto"]);
  });

  test.each(["light", "dark"] as const)("shows all of its text in %s colors", async (scheme) => {
    const { html } = await render();
    const texts = textsOf(html, scheme).filter(({ text }) =>
      /[^\s]/.test(text.replaceAll("&#160;", "")),
    );
    expect(texts.length).toBeGreaterThan(4);
    expect(texts.filter(({ isHidden }) => isHidden)).toEqual([]);
    expect(texts.filter(({ size }) => size < 10)).toEqual([]);
    expect(texts.filter(({ color, background }) => areTooSimilar(color, background))).toEqual([]);
  });

  test("has no characters that hide between letters", async () => {
    const { subject, html, text } = await render();
    // `__UNICODE_OBFU_ZW` in SpamAssassin's rules.
    const hidden =
      /[a-z0-9\s](?:\u200b|\u200c|\u200d|\ufeff|&#(?:8203|8204|8205|65279);)+[a-z0-9\s]/i;
    expect(subject + text + html).not.toMatch(hidden);
  });

  test("has short lines of ASCII", async () => {
    const { html, text } = await render();
    // Letters of other scripts are as they are; each would be eight characters as an entity.
    expect(html).toMatch(/^[\n -~\p{L}\p{M}]*$/u);
    if (kind === "briefing of what was pasted") return;
    // Only a word, a URL, or the styles of an element are longer than a line should be.
    expect(html.split("\n").filter((line) => line.length > 350)).toEqual([]);
    expect(text.split("\n").filter((line) => line.length > 78 && line.includes(" "))).toEqual([]);
  });

  test("starts with words that its subject doesn't say", async () => {
    const { subject, html, text } = await render();
    const preview = previewOf(html);
    expect(preview).not.toMatch(/^\s/);
    expect(preview.length).toBeGreaterThan(20);
    expect(preview).not.toMatch(/^(?:Threeline|View|Read)\b/);
    // Without a post, the subject is the first headline, and the others follow it.
    const hasOwnSubject = !/^briefing of (?:a message|one long line)$/.test(kind);
    expect(preview.startsWith(subject)).toBe(!hasOwnSubject);
    const opening = /^\S+ \S+ \S+/.exec(preview)?.[0] ?? preview;
    expect(text.slice(0, 200).replaceAll(/\s+/g, " ")).toContain(opening);
  });

  test("offers dark colors to each kind of client", async () => {
    const { html } = await render();
    const metas = renderedTags(html).filter(({ name }) => name === "meta");
    const contentOf = (name: string) =>
      metas.find(({ attributes }) => attributes.get("name") === name)?.attributes.get("content");
    expect(contentOf("color-scheme")).toBe("light dark");
    expect(contentOf("supported-color-schemes")).toBe("light dark");
    const [gmail, outlook] = styleSheets(html);
    expect(gmail).toContain("@media (prefers-color-scheme:dark){.bg{background-color:#12151B");
    expect(outlook).toContain("[data-ogsb] .bg{background-color:#12151B!important}");
    expect(outlook).toContain("[data-ogsc] .ink{color:#F4EFE4!important}");
    // Gmail drops a sheet with anything else.
    expect(gmail).not.toMatch(/\[|:root|@font-face|@supports/);
  });
});

describe("a briefing", () => {
  test("has a button whose cell is padded in Outlook and whose link is elsewhere", async () => {
    const { html } = await renderBriefing();
    const tags = renderedTags(html);
    const at = tags.findIndex(hasClass("go"));
    expect(tags[at]?.name).toBe("td");
    expect(Object.fromEntries(stylesOf(tags[at]))).toMatchObject({
      "background-color": "#0B4F3A",
      "mso-padding-alt": "15px 26px",
    });
    expect(tags[at + 1]?.name).toBe("a");
    expect(Object.fromEntries(stylesOf(tags[at + 1]))).toMatchObject({
      display: "inline-block",
      padding: "15px 26px",
      "mso-padding-alt": "0",
    });
  });

  test("puts the numbers of headlines and stories into their own cells", async () => {
    const { html } = await renderBriefing();
    const numbers = [...html.matchAll(/<td[^>]* width="32"[^>]*>([^<]*)</g)].map(([, text = ""]) =>
      text.trim(),
    );
    expect(numbers).toEqual(["1.", "2.", "3.", "1", "2"]);
  });

  test("lets readers unsubscribe by a link of that name", async () => {
    const { html, text } = await renderBriefing();
    expect(html).toMatch(/href="https:\/\/unsubscribe\.invalid\/\{token\}"[^>]*>Unsubscribe</);
    expect(text).toContain("\nUnsubscribe: https://unsubscribe.invalid/{token}\n");
  });

  test("sets text from right to left where it is", async () => {
    const { html } = await renderBriefing({
      message: "1. النفط\n2. العوائد",
      post: { slug: "ar", title: "النفط", content: "## قصة\n\nنص\n\n- أولا", readTime: 1 },
    });
    const directed = renderedTags(html).filter(({ attributes }) => attributes.has("dir"));
    expect(directed.map(({ name }) => name)).toEqual("table h1 table p ul".split(" "));
    expect(renderedWords(html)).toContain("1. النفط2. العوائد");
  });
});
