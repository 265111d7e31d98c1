import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { createBriefingRenderer } from "@/lib/mail/briefing-renderer";
import {
  harmIn,
  mailTags,
  renderedTags,
  renderedText,
  webTags,
} from "@/tests/support/rendered-markup";
import { Markdown } from "./markdown";
import { markdownToPlainText } from "./plain-text";

const attacks = [
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  "[a]( javascript:alert(1))",
  "[a](java&#9;script:alert(1))",
  "[a](java&#x0A;script:alert(1))",
  "[a](&#106;avascript:alert(1))",
  "[a](&#x6A;&#x61;vascript&colon;alert(1))",
  "[a](&#1;javascript:alert(1))",
  "[a](\\javascript:alert(1))",
  "[a](vbscript:msgbox(1))",
  "[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[a](data:text/html,<script>alert(1)</script>)",
  "[a](blob:https://evil.example/1)",
  "[a](file:///etc/passwd)",
  "[a](view-source:javascript:alert(1))",
  "[a](livescript:alert(1))",
  "[a](https://ok.example 'title\" onmouseover=\"alert(1)')",
  '[a](https://ok.example"onmouseover="alert(1))',
  "[a][x]\n\n[x]: javascript:alert(1)",
  "[a][x]\n\n[x]: <javascript:alert(1)>",
  "<javascript:alert(1)>",
  "<data:text/html,x>",
  "![a](javascript:alert(1))",
  "![a](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)",
  "![a](mailto:a@example.com)",
  '![a" onerror="alert(1)](https://ok.example/a.png)',
  "![a][x]\n\n[x]: data:image/png;base64,AAAA",
  "[![a](javascript:1)](javascript:2)",
  "<script>alert(1)</script>",
  "<SCRIPT SRC=https://evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  '<img src="x" onerror="alert(1)">',
  "<svg onload=alert(1)>",
  "<svg><a xlink:href='javascript:alert(1)'>x</a></svg>",
  "<svg><script>alert(1)</script></svg>",
  "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=javascript:alert(1)></object>",
  "<embed src=javascript:alert(1)>",
  "<form action=javascript:alert(1)><button>x</button></form>",
  "<a href='javascript:alert(1)'>x</a>",
  "text <a href='javascript:alert(1)' onclick=alert(1)>x</a> text",
  "<body onload=alert(1)>",
  "<base href='https://evil.example/'>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<link rel=stylesheet href=javascript:alert(1)>",
  "<style>@import 'https://evil.example/x.css';</style>",
  "<details open ontoggle=alert(1)>x</details>",
  "<video><source onerror=alert(1)></video>",
  "<!--<img src=x onerror=alert(1)>-->",
  "<!-- --!><script>alert(1)</script>",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?php echo '<script>alert(1)</script>' ?>",
  "<div>\n\n[a](javascript:alert(1))\n\n</div>",
  "| a |\n| - |\n| <img src=x onerror=alert(1)> [b](javascript:alert(1)) |",
  "> <script>alert(1)</script>\n> [a](vbscript:x)",
  "- [ ] <img src=x onerror=alert(1)>",
  "# <svg onload=alert(1)> [h](javascript:1)",
  "a[^1]\n\n[^1]: [b](javascript:alert(1)) <script>alert(1)</script>",
  'a[^"onclick="alert(1)]\n\n[^"onclick="alert(1)]: b',
  "`<script>alert(1)</script>`",
  "```html\n<script>alert(1)</script>\n```",
  '```" onclick="alert(1)\nx\n```',
  'www.evil.example/"onmouseover="alert(1)',
  "https://evil.example/<script>alert(1)</script>",
  "javascript:alert(1)//https://ok.example",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "\\<script>alert(1)\\</script>",
  "[a](//evil.example/x)",
  "[a](\\\\evil.example)",
];

describe("makes hostile Markdown harmless", () => {
  test.each(attacks)("on the web: %s", (attack) => {
    expect(harmIn(render(attack), webTags)).toEqual([]);
  });

  test("in an email, all attacks at once", async () => {
    const content = attacks.join("\n\n");
    const mail = await createBriefingRenderer().render(
      {
        localDate: "2026-11-18",
        message: '1. <script>alert(1)</script>\n2. "><img src=x onerror=alert(1)>\n3. c',
        post: { slug: "ab", title: "</title><script>alert(1)</script>", content, readTime: 1 },
      },
      "https://threeline.example",
    );
    expect(harmIn(mail.html, mailTags)).toEqual([]);
    expect(mail.text).not.toMatch(/\((?:javascript|vbscript|data):/i);
  });

  test.each(attacks)("as plain text, without the URL: %s", (attack) => {
    expect(markdownToPlainText(attack)).not.toMatch(/\((?:javascript|vbscript|data|blob|file):/i);
  });
});

function render(content: string): string {
  return renderToStaticMarkup(<Markdown content={content} />);
}

describe("Markdown", () => {
  test("keeps the text of raw HTML and drops its tags", () => {
    expect(render("A <u>firm</u> word.<br>Next line.")).toBe(
      '<p dir="auto">A firm word.<br/>\nNext line.</p>',
    );
    expect(render("<div>\nA whole block.\n</div>")).toBe('<p dir="auto">A whole block.</p>');
    expect(renderedText(render("Kept <script>alert(1)</script> here"))).toBe("Kept alert(1) here");
    expect(render("<script>gone()</script>")).toBe("");
    expect(render("<!-- a note to self -->")).toBe("");
  });

  test("doesn't mistake a less-than sign for a tag", () => {
    expect(render("Growth <5% and 3 < 4")).toBe('<p dir="auto">Growth &lt;5% and 3 &lt; 4</p>');
  });

  test("adds rel to web links, but not to links within the site, email links, and phone links", () => {
    expect(render("[a](https://a.example/x)")).toBe(
      '<p dir="auto"><a href="https://a.example/x" rel="noopener noreferrer">a</a></p>',
    );
    expect(render("[a](/about) [b](#top) [c](mailto:a@example.com) [d](tel:+14155550100)")).toBe(
      '<p dir="auto"><a href="/about">a</a> <a href="#top">b</a> <a href="mailto:a@example.com">c</a> <a href="tel:+14155550100">d</a></p>',
    );
  });

  test("an uploaded image has the size in its address", () => {
    const address = "/images/0123456789abcdef0123/1200x750.png";
    expect(render(`![Rates](${address} "5x5")`)).toBe(
      `<p dir="auto"><img src="${address}" alt="Rates" title="5x5" width="1200" height="750" loading="lazy"/></p>`,
    );
  });

  test("leaves the text of an unsafe link and the alt text of an unsafe image", () => {
    expect(render("[words](javascript:x)")).toBe('<p dir="auto">words</p>');
    expect(render("![a chart](data:image/png;base64,AA)")).toBe('<p dir="auto">a chart</p>');
  });

  test("sets the direction of each outermost block by its text", () => {
    const content =
      "# a\n\nb\n\n- c\n\n  d\n\n> e\n>\n> - f\n\n| g |\n| - |\n| h |\n\n```\ni\n```\n\nj[^1]\n\n[^1]: k";
    const directed = renderedTags(render(content)).filter(({ attributes }) =>
      attributes.has("dir"),
    );
    expect(directed.map(({ name }) => name)).toEqual("h1 p ul blockquote table p h2 ol".split(" "));
    expect(directed.every(({ attributes }) => attributes.get("dir") === "auto")).toBe(true);
  });

  test("makes relative URLs absolute if given a base", () => {
    const markup = renderToStaticMarkup(
      <Markdown
        content="[a](/about) [b](https:k2) ![c](chart.png)"
        baseUrl="https://threeline.example/r/ab"
      />,
    );
    expect(markup).toContain('href="https://threeline.example/about"');
    expect(markup).toContain('href="https://threeline.example/r/k2"');
    expect(markup).toContain('src="https://threeline.example/r/chart.png"');
  });

  test("renders GitHub's tables, tasks, and footnotes", () => {
    expect(render("| a | b |\n| - | -: |\n| 1 | 2 |")).toContain(
      '<td style="text-align:right">2</td>',
    );
    expect(render("- [x] done")).toContain('type="checkbox"');
    expect(render("a[^1]\n\n[^1]: note")).toContain("Notes");
  });
});
