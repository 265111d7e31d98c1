import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

// Everything that people read has curly quotes. Text messages have straight ones: a single curly one
// makes a text Unicode, which doubles its segments.

/** An apostrophe in or after a word or a placeholder, as opposed to one that quotes or that code looks for. */
const straight = /[\p{L}\p{N})}]'(?:[\p{L}\s.,:;?!]|$)/u;
const quoting = /(?:^|[^\p{L}\p{N})}])'[^']*'/u;
const texts = "lib/messages/texts.ts";

const sources = execFileSync("git", ["ls-files"], { encoding: "utf8" })
  .split("\n")
  .filter((path) =>
    /^(?:app\/(?!api\/)|components\/|lib\/(?:messages|mail)\/|lib\/domain\/status\/doctor\/).*\.tsx?$/.test(
      path,
    ),
  )
  .filter((path) => !/\.test\.tsx?$/.test(path) && path !== texts);

/** The texts of a module, a template's without its values. */
function textsOf(path: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    Literal: ({ value }) => void (typeof value === "string" && found.push(value)),
    JSXText: ({ value }) => void found.push(value),
    TemplateLiteral: ({ quasis }) =>
      void found.push(quasis.map(({ value }) => value.raw).join("}")),
  }).visit(parseSync(path, source).program);
  return found;
}

function straightIn(path: string, source: string): string[] {
  return textsOf(path, source).filter((text) => straight.test(text) && !quoting.test(text));
}

test("apostrophes are curly", () => {
  expect(sources.length).toBeGreaterThan(400);
  const found = sources.flatMap((path) =>
    straightIn(path, readFileSync(path, "utf8")).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("text messages have only what GSM 03.38 has", () => {
  expect(textsOf(texts, readFileSync(texts, "utf8")).join("")).not.toMatch(/[‘’“”–—…]/u);
});

test.each([
  'const a = "isn\'t";',
  "const a = `${name}'s page`;",
  "const A = () => <p>readers' money</p>;",
])("finds %s", (source) => {
  expect(straightIn("a.tsx", source)).toHaveLength(1);
});

test.each([
  "// it isn't\n",
  "const a = \"font-family:'Inter', sans-serif\";",
  'const a = "isn’t";',
])("doesn't find %s", (source) => {
  expect(straightIn("a.tsx", source)).toEqual([]);
});
