import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readSentenceUses } from "./read-sentence-uses";

const catalogueName = /(?:^s|S)entences$|(?:Labels|Titles)$/;
const exceptTests = (path: string) => !/\.test\.tsx?$/.test(path);

/** Every catalogue of lib/contracts by the name it is exported under. */
const catalogues = new Map<string, unknown>();
let uses: string[] = [];

/** The places of every sentence, as `sentences.posts.notFound`; a sentence may be a function. */
function placesOf(name: string, value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [name];
  return Object.entries(value).flatMap(([key, part]) => placesOf(`${name}.${key}`, part));
}

function isUsed(place: string, among: readonly string[]): boolean {
  return among.some((use) => place === use || place.startsWith(`${use}.`));
}

beforeAll(async () => {
  for (const path of globSync("lib/contracts/*.ts").filter(exceptTests)) {
    const exports: Record<string, unknown> = await import(resolve(path));
    for (const [name, value] of Object.entries(exports)) {
      if (catalogueName.test(name)) catalogues.set(name, value);
    }
  }
  const names = new Set(catalogues.keys());
  uses = globSync("{app,components,lib,scripts}/**/*.{ts,tsx}")
    .concat("middleware.ts")
    .filter(exceptTests)
    .flatMap((path) => readSentenceUses(path, readFileSync(path, "utf8"), names));
}, 60_000);

test("many catalogues and sentences are seen", () => {
  expect([...catalogues.keys()]).toEqual(
    expect.arrayContaining(["sentences", "deliverySentences", "navigationLabels", "legalTitles"]),
  );
  expect([...catalogues].flatMap(([name, value]) => placesOf(name, value)).length).toBeGreaterThan(
    100,
  );
});

test("every sentence is said somewhere", () => {
  const places = [...catalogues].flatMap(([name, value]) => placesOf(name, value));
  expect(places.filter((place) => !isUsed(place, uses))).toEqual([]);
});

describe("a use is seen", () => {
  const names = new Set(["sentences"]);
  const head = 'import { sentences } from "@/lib/contracts/sentences";\n';

  test.each([
    ["throw new Error(sentences.posts.notFound);", ["sentences.posts.notFound"]],
    [
      "const say = sentences.posts; f(say.a, say.b(1));",
      ["sentences.posts.a", "sentences.posts.b"],
    ],
    ["const say = sentences.posts;", []],
    ["const { a, b: other } = sentences.posts;", ["sentences.posts.a", "sentences.posts.b"]],
    ["f(sentences.posts[key]);", ["sentences.posts"]],
    ["f(Object.values(sentences.posts));", ["sentences.posts"]],
    ["const { ...rest } = sentences.posts;", ["sentences.posts"]],
    ["f({ sentences: 1 }, x.sentences.posts);", []],
    ["f({ text: sentences.posts.a });", ["sentences.posts.a"]],
    ["// sentences.posts.a", []],
  ])("in %s", (source, found) => {
    expect(readSentenceUses("a.ts", head + source, names)).toEqual(found);
  });

  test("under another name, in markup", () => {
    const source =
      'import { sentences as words } from "./words";\nexport const A = () => <p title={words.a}>{words.b}</p>;';
    expect(readSentenceUses("a.tsx", source, names)).toEqual(["sentences.a", "sentences.b"]);
  });

  test("in a schema beside its catalogue", () => {
    const source =
      'export const sentences = { a: "A", b: "B" };\nconst schema = z.email(sentences.a);';
    expect(readSentenceUses("a.ts", source, names)).toEqual(["sentences.a"]);
  });

  test("of something else of that name is none", () => {
    expect(readSentenceUses("a.ts", "const sentences = {}; f(sentences.a);", names)).toEqual([]);
  });
});
