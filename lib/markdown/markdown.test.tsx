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
import { partsOf } from "./parts";
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
  test("keeps what raw HTML means, and the text of the rest", () => {
    expect(render("A <u>firm</u> word.<br>Next line.")).toBe(
      '<p dir="auto">A firm word.<br/>\nNext line.</p>',
    );
    expect(render("<div>\nA whole block.\n</div>")).toBe('<p dir="auto">A whole block.</p>');
    expect(renderedText(render("Kept <script>alert(1)</script> here"))).toBe("Kept  here");
    expect(render("<script>gone()</script>")).toBe("");
    expect(render("<!-- a note to self -->")).toBe("");
  });

  // Public reports: jgm/CommonMark's rules take any name for an element (6.6, raw HTML).
  test.each([
    ["Growth <5% and 3 < 4"],
    ["Inflation was <insert number> in May."],
    ["Buy when price<book and yield>5%; a<b and c>d."],
    ["Tickers <AAPL>, <META>, <S>, and <A> moved."],
    ["<AAPL> rose, <b>fell", "<AAPL> rose, <b>fell"],
    ["<insert table here>"],
    ["<MAIN>\n\n**rose**", "<MAIN>\nrose"],
    ["<!-- never closed\n\n**bold**", "<!-- never closed\nbold"],
    ["<script>\n\nnever closed", " <script>\nnever closed".trim()],
  ])("shows what isn't HTML: %s", (content, text = content) => {
    expect(renderedText(render(content))).toBe(text);
    expect(partsOf(content).dropped).toEqual([]);
  });

  test.each([
    [
      "<table><tr><td>US</td><td>4.25%</td></tr><tr><td>UK</td><td>4.00%</td></tr></table>",
      "<td>US</td><td>4.25%</td>",
      "US  4.25%\nUK  4.00%",
    ],
    [
      "<table>\n<caption>Rates</caption>\n<tr><th>Where<th align=right>Rate\n\n<tr><td>US<td>4.25%\n</table>",
      '<td style="text-align:right">4.25%</td>',
      "Rates\n\nWhere   Rate\n------------\nUS     4.25%",
    ],
    [
      "<table><tr><td><h2>A</h2><p>x</p></td></tr><tr><td>y</td></tr></table>",
      '<p dir="auto">x</p>',
      "A\n-\n\nx\n\ny",
    ],
    [
      "<ul><li>one<li>two <b>three</b></ul>\n<p>x<p>y",
      "<li>one</li>",
      "- one\n- two three\n\nx\n\ny",
    ],
    ["<dl><dt>Yield<dd>What it pays</dl>", "Yield", "- Yield\n\n  What it pays"],
    ["a<br>b H<sub>2</sub>O 10<sup>9</sup>, 4<sup>th</sup>", "<sub>2</sub>", "a\nb H₂O 10⁹, 4th"],
    ["x<sup>2y</sup>", "<sup>2y</sup>", "x^(2y)"],
    ["<s>$95</s> $80", "<del>$95</del>", "~~$95~~ $80"],
    [
      '<img src="https://e.example/a.png" alt="Rates &amp; oil" width="64" height="48">',
      'alt="Rates &amp; oil" width="64" height="48"',
      "[Rates & oil]",
    ],
    [
      "<a href='https://e.example/?a=1&amp;b=2'>x</a> <a name=here>y</a>",
      'href="https://e.example/?a=1&amp;b=2"',
      "x (https://e.example/?a=1&b=2) y",
    ],
    ["| a |\n| - |\n| x<br>y<p>z</p> |", "x<br/>\ny<br/>\nz", "a\n-----\nx y z"],
    [
      "<div>\n\n**md** and <em>x</em>\n\n- item[^1]\n\n</div>\n\n[^1]: Note.",
      "<strong>md</strong>",
      "md and x\n\n- item[1]\n\n[1] Note.",
    ],
    [
      "<details><summary>More</summary>\n\nText\n\n</details>",
      '<p dir="auto">More</p>',
      "More\n\nText",
    ],
    ["a<!-- note -->b <b>**c**</b>", "ab ", "ab c"],
    ["<pre>\n a\n  b\n</pre>", "<pre><code> a\n  b\n</code></pre>", "     a\n      b"],
  ])("%s keeps its meaning", (content, markup, text) => {
    expect(render(content)).toContain(markup);
    expect(markdownToPlainText(content, { width: 72 })).toBe(text);
    expect(partsOf(content).dropped).toEqual([]);
  });

  test("names the elements that only left their text", () => {
    const content =
      "A <u>firm</u> <font color=red>word</font>\n\n<iframe src='https://e.example'></iframe>";
    expect(partsOf(content).dropped).toEqual(["u", "font", "iframe"]);
  });

  test.each([
    ["5~7% and 8~9%, ~$120B (~$55B)", "5~7% and 8~9%, ~$120B (~$55B)"],
    ["from ~~$95~~ $80", "from <del>$95</del> $80"],
  ])("only two tildes strike: %s", (content, markup) => {
    expect(render(content)).toBe(`<p dir="auto">${markup}</p>`);
  });

  // GitHub's rules trim ASCII signs only: github/cmark-gfm #83 and #377, sindresorhus/linkify-urls #39.
  test.each([
    ["“https://e.example/report”", ["https://e.example/report"]],
    ["https://e.example/report—see", ["https://e.example/report"]],
    [
      "https://e.example/2019–https://e.example/2020",
      ["https://e.example/2019", "https://e.example/2020"],
    ],
    ["Read https://e.example/report…", ["https://e.example/report"]],
    ["«https://e.example/rapport»", ["https://e.example/rapport"]],
    ["„https://e.example/bericht“", ["https://e.example/bericht"]],
    ["见https://e.example/report。然后", ["https://e.example/report"]],
    ["https://e.example’s and https://e.example/x's", ["https://e.example", "https://e.example/x"]],
    ["www.e.example’s", ["http://www.e.example"]],
    ["https://e.example/report.”", ["https://e.example/report"]],
    ["(https://e.example/a_(b))", ["https://e.example/a_(b)"]],
    ["https://e.example/a,b;c?d=1&e=(f)!", ["https://e.example/a,b;c?d=1&e=(f)"]],
    ["[https://e.example/”](https://e.example/”)", ["https://e.example/”"]],
    ["<https://e.example/”>", ["https://e.example/”"]],
  ])("a bare address ends where a reader sees it: %s", (content, urls) => {
    expect(partsOf(content).links).toEqual(urls);
    expect(renderedText(render(content))).toBe(markdownToPlainText(content, { showUrls: false }));
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

  test("a table without a header has none", () => {
    expect(render("| | |\n| - | - |\n| a | b |")).toBe(
      '<table dir="auto"><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    );
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
