import { describe, expect, it } from "vitest";
import { breakLines } from "./line-breaks";

const words = "some words in a row ".repeat(20).trim();

describe("breaking lines", () => {
  it("ends them at spaces, at 78 characters", () => {
    const lines = breakLines(`<p>${words}</p>`).split("\n");
    expect(lines.length).toBeGreaterThan(5);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(lines.join(" ")).toBe(`<p>${words}</p>`);
  });

  it("ends them between attributes, but not in their values", () => {
    const tag = `<a class="ink" title="${words}" href="https://threeline.example/${"x".repeat(90)}">`;
    expect(breakLines(tag).split("\n")).toEqual([
      '<a class="ink"',
      `title="${words}"`,
      `href="https://threeline.example/${"x".repeat(90)}">`,
    ]);
  });

  it("keeps words, URLs, code, comments, and style sheets whole", () => {
    for (const html of [
      `<p>${"x".repeat(2_000)}</p>`,
      `<pre><code>${words}  ${words}</code></pre>`,
      `<!--[if mso]>${words}<![endif]-->`,
      `<style>.a{${words}}</style>`,
    ]) {
      expect(breakLines(html)).toBe(html);
    }
  });

  it("continues after code", () => {
    const html = `<pre>${words}</pre><p>${words}</p>`;
    const [first = "", second] = breakLines(html).split("\n");
    expect(first.startsWith(`<pre>${words}</pre><p>some`)).toBe(true);
    expect(second).toMatch(/^[a-z ]{50,78}$/);
  });

  it("adds no gap between elements that touch, and removes none", () => {
    const html = `<b>a</b><i>b</i> <u>c</u> ${"<td><b>x</b></td>".repeat(40)}`;
    expect(breakLines(html).replaceAll("\n", " ")).toBe(html);
  });
});
