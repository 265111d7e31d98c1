import { describe, expect, test } from "vitest";
import { htmlProblems } from "@/tests/support/html-problems";
import { renderedTags, renderedText, type RenderedTag } from "@/tests/support/rendered-markup";
import { createBriefingRenderer } from "./briefing-renderer";
import { createNoticeRenderer } from "./notice-renderer";

const siteUrl = "https://threeline.example";

/** Everything that Markdown can do. */
const content = `Intro with **bold**, *emphasis*, \`code\`, and [a link](/about).

## First

> A quotation.
>
> Someone

- one
- two

  again

1. first
2. second

- [x] done
- [ ] open

## Second

| a | b |
| - | -: |
| 1 | 2 |

---

\`\`\`
code
\`\`\`

### Small

A note.[^1] ![a chart](https://images.example/chart.png)

[^1]: The note.`;

const briefings = createBriefingRenderer();
const notices = createNoticeRenderer();

const renderBriefing = (overrides: object = {}) =>
  briefings.render(
    {
      localDate: "2026-11-18",
      message: "1. Yields fall\n2. Brent under $70\n3. ECB seen cutting",
      post: { slug: "ty", title: "Yields, oil, and a patient central bank", content, readTime: 2 },
      ...overrides,
    },
    siteUrl,
  );

const emails = {
  "a briefing": () => renderBriefing(),
  "a briefing without a post": () => renderBriefing({ message: "Quiet.\nShut.", post: null }),
  "the welcome email": () =>
    notices.renderWelcome({
      siteUrl,
      name: "Ada",
      email: "ada@sample.example",
      timezoneLabel: "London (GMT/BST)",
      firstBriefingDay: "Monday, November 23",
      firstCharge: { plan: "annual", chargeDate: "Nov 29, 2026" },
    }),
  "the trial reminder": () =>
    notices.renderTrialReminder({
      siteUrl,
      name: null,
      plan: "monthly",
      chargeDate: "Nov 29, 2026",
    }),
  "the login email": () =>
    notices.renderLoginLink({
      siteUrl,
      email: "ada@sample.example",
      link: `${siteUrl}/auth/verify?token=x`,
      minutes: 15,
      requestedFrom: "Chrome on Windows",
    }),
  "an email to confirm an address": () =>
    notices.renderEvent({
      kind: "confirm_address",
      siteUrl,
      link: `${siteUrl}/confirm?token=x`,
      days: 1,
    }),
  "an operator alert": () =>
    notices.renderOperatorAlert({
      siteUrl,
      subject: "Alert",
      body: "One.\n\nTwo.",
      isForAdmin: false,
    }),
};

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

describe.each(Object.entries(emails))("%s", (_, render) => {
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

  test("hides the preview text everywhere", async () => {
    const { html } = await render();
    const tags = renderedTags(html.slice(html.indexOf("<body")));
    const [body, preview] = tags;
    expect(body?.name).toBe("body");
    expect(Object.fromEntries(stylesOf(preview))).toMatchObject({
      display: "none",
      "mso-hide": "all",
      "max-height": "0",
      overflow: "hidden",
    });
    const shown = html.slice(html.indexOf(">", html.indexOf("display:none")) + 1);
    expect(shown.slice(0, shown.indexOf("</div>")).length).toBeGreaterThanOrEqual(140);
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
    const numbers = [...html.matchAll(/<td[^>]* width="32"[^>]*>([^<]*)</g)].map(
      ([, text]) => text,
    );
    expect(numbers).toEqual(["1. ", "2. ", "3. ", "1 ", "2 "]);
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
    expect(directed.map(({ name }) => name)).toEqual("div h1 table table p ul".split(" "));
    expect(renderedText(html)).toContain("1. النفط2. العوائد");
  });
});
