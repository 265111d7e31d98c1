import { describe, expect, test } from "vitest";
import { renderToStaticMarkup } from "react-dom/server";
import { boundMarkdown } from "./bounded";
import { Markdown } from "./markdown";

const render = (content: string) => renderToStaticMarkup(<Markdown content={content} />);

describe("Markdown that people write", () => {
  test.each([
    "",
    "# Rates\n\nThe **Fed** held at [4.5 %](https://a.example).\n\n- one\n  - two\n",
    "> a\n>\n> > b\n",
    `| a | b |\n| - | - |\n${"| **x** | [y](z) |\n".repeat(200)}`,
    `\`\`\`\n${"[*_~]\n".repeat(3000)}\`\`\`\n\n*after*`,
  ])("stays as it is: %#", (content) => {
    expect(boundMarkdown(content)).toEqual([content]);
  });
});

describe("Markdown that would take forever", () => {
  test("thousands of delimiters in a block are characters", () => {
    const markup = render(`before *it*\n\n${"**a".repeat(1500)}\n\nafter *it*`);
    expect(markup).toContain("<p>before <em>it</em></p>");
    expect(markup).toContain("**a**a**a");
    expect(markup).toContain("<p>after <em>it</em></p>");
    expect(markup).not.toContain("<strong>");
  });

  test("quotes are nested twelve deep at most", () => {
    const markup = render(`${">".repeat(3000)} deep`);
    expect(markup.match(/<blockquote>/g)).toHaveLength(12);
    expect(markup).toContain("deep");
  });

  test("lists are nested twelve deep at most", () => {
    const markup = render(`${"- ".repeat(1000)}deep`);
    expect(markup.match(/<ul>/g)).toHaveLength(12);
    expect(markup).toContain("deep");
  });

  test("a long text is read in pieces, and nothing of it is lost", () => {
    const paragraphs = Array.from({ length: 60 }, (_, index) => `${index} ${"words ".repeat(100)}`);
    const content = paragraphs.join("\n\n");
    const pieces = boundMarkdown(content);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => piece.length < 25_000)).toBe(true);
    expect(render(content).match(/<p>/g)).toHaveLength(60);
  });

  test("an address that is named at the end holds from the beginning on", () => {
    const markup = render(
      `[rates][fed]\n\n${`${"words ".repeat(700)}\n\n`.repeat(12)}[fed]: https://fed.example/\n`,
    );
    expect(markup).toContain('href="https://fed.example/"');
    expect(markup).not.toContain("[fed]:");
  });

  test("notes of two pieces do not share an address", () => {
    const piece = `A note.[^1]\n\n${`${"words ".repeat(700)}\n\n`.repeat(6)}[^1]: It.\n`;
    const ids = [...render(piece + piece).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
