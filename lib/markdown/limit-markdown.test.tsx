import { describe, expect, test } from "vitest";
import { renderToStaticMarkup } from "react-dom/server";
import { limitMarkdown } from "./limit-markdown";
import { Markdown } from "./markdown";

const render = (content: string) => renderToStaticMarkup(<Markdown content={content} />);

describe("limitMarkdown with Markdown that people write", () => {
  test.each([
    "",
    "# Rates\n\nThe **Fed** held at [4.5 %](https://a.example).\n\n- one\n  - two\n",
    "> a\n>\n> > b\n",
    `| a | b |\n| - | - |\n${"| **x** | [y](z) |\n".repeat(200)}`,
    `\`\`\`\n${"[*_~]\n".repeat(3000)}\`\`\`\n\n*after*`,
  ])("leaves it alone: %#", (content) => {
    expect(limitMarkdown(content).pieces).toEqual([content]);
  });
});

describe("limitMarkdown with Markdown that would take forever to parse", () => {
  test("treats thousands of delimiters in a block as plain text", () => {
    const markup = render(`before *it*\n\n${"**a".repeat(1500)}\n\nafter *it*`);
    expect(markup).toContain('<p dir="auto">before <em>it</em></p>');
    expect(markup).toContain("**a**a**a");
    expect(markup).toContain('<p dir="auto">after <em>it</em></p>');
    expect(markup).not.toContain("<strong>");
  });

  test("nests quotes at most twelve deep", () => {
    const markup = render(`${">".repeat(3000)} deep`);
    expect(markup.match(/<blockquote/g)).toHaveLength(12);
    expect(markup).toContain("deep");
  });

  test("nests lists at most twelve deep", () => {
    const markup = render(`${"- ".repeat(1000)}deep`);
    expect(markup.match(/<ul/g)).toHaveLength(12);
    expect(markup).toContain("deep");
  });

  test("splits a long text without losing anything", () => {
    const paragraphs = Array.from({ length: 60 }, (_, index) => `${index} ${"words ".repeat(100)}`);
    const content = paragraphs.join("\n\n");
    const { pieces } = limitMarkdown(content);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => piece.length < 25_000)).toBe(true);
    expect(render(content).match(/<p dir="auto">/g)).toHaveLength(60);
  });

  test("applies a link definition at the end to the beginning", () => {
    const markup = render(
      `[rates][fed]\n\n${`${"words ".repeat(700)}\n\n`.repeat(12)}[fed]: https://fed.example/\n`,
    );
    expect(markup).toContain('href="https://fed.example/"');
    expect(markup).not.toContain("[fed]:");
  });

  test("has one list of notes, whichever piece defines or mentions them", () => {
    const filler = `${"words ".repeat(700)}\n\n`.repeat(6);
    const markup = render(
      `One.[^1] Two.[^late] Gone.[^none]\n\n${filler}Again.[^1] Three.[^3]\n\n[^1]: First.\n\n    More of it.\n\n${filler}\n[^3]: Third.\n[^late]: Second.\n`,
    );
    expect(markup).toContain("Gone.[^none]");
    expect(markup.match(/\[\^/g)).toHaveLength(1);
    expect(markup.match(/<section/g)).toHaveLength(1);
    const order = ["Again.", "Third.", "Notes", "First.", "More of it.", "Second."];
    const found = order.map((each) => markup.lastIndexOf(each));
    expect(found).not.toContain(-1);
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      [...markup.matchAll(/data-footnote-ref[^>]*>(\d)/g)].map(([, number]) => number),
    ).toEqual(["1", "2", "1", "3"]);
  });

  test("splits neither a list item, nor a note, nor a comment", () => {
    const long = "words ".repeat(3_400);
    const markup = render(
      `${long}\n\n- item\n\n  rest of it\n\n<!--\n\n${long}\n\nsecret\n\n-->\n\nend`,
    );
    expect(markup).not.toContain("<pre>");
    expect(markup).not.toContain("secret");
    expect(markup).toContain("<p>rest of it</p>\n</li>");
  });
});
