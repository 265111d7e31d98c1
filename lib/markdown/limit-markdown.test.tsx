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
    expect(limitMarkdown(content)).toEqual([content]);
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
    const pieces = limitMarkdown(content);
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

  test("gives footnotes of different pieces different ids", () => {
    const piece = `A note.[^1]\n\n${`${"words ".repeat(700)}\n\n`.repeat(6)}[^1]: It.\n`;
    const ids = [...render(piece + piece).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
