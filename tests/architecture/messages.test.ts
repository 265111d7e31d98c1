import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readMessageUses } from "./read-message-uses";

const catalogName = /(?:Messages|Screen|Labels|Titles)$/;
const exceptTests = (path: string) => !/\.test\.tsx?$/.test(path);

/** Every catalog in lib/messages, by its export's name. */
const catalogs = new Map<string, unknown>();
let uses: string[] = [];

/** The paths of all messages, such as `postMessages.notFound`. A message may be a function or a list. */
function placesOf(name: string, value: unknown): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [name];
  return Object.entries(value).flatMap(([key, part]) => placesOf(`${name}.${key}`, part));
}

function isUsed(place: string, among: readonly string[]): boolean {
  // `messages.steps.map` uses the list, and all of `messages` uses each of its messages.
  return among.some(
    (use) => place === use || place.startsWith(`${use}.`) || use.startsWith(`${place}.`),
  );
}

beforeAll(async () => {
  for (const path of globSync("lib/messages/**/*.ts").filter(exceptTests)) {
    const exports: Record<string, unknown> = await import(resolve(path));
    for (const [name, value] of Object.entries(exports)) {
      if (catalogName.test(name)) catalogs.set(name, value);
    }
  }
  const names = new Set(catalogs.keys());
  uses = globSync("{app,components,lib,server,scripts}/**/*.{ts,tsx}")
    .concat("middleware.ts")
    .filter(exceptTests)
    .flatMap((path) => readMessageUses(path, readFileSync(path, "utf8"), names));
}, 60_000);

test("finds catalogs with many messages", () => {
  expect([...catalogs.keys()]).toEqual(
    expect.arrayContaining(["httpMessages", "deliveryMessages", "navigationLabels", "legalTitles"]),
  );
  expect([...catalogs].flatMap(([name, value]) => placesOf(name, value)).length).toBeGreaterThan(
    100,
  );
});

test("every message is used somewhere", () => {
  const places = [...catalogs].flatMap(([name, value]) => placesOf(name, value));
  expect(places.filter((place) => !isUsed(place, uses))).toEqual([]);
});

describe("finds a use", () => {
  const names = new Set(["siteMessages"]);
  const head = 'import { siteMessages } from "@/lib/messages/site";\n';

  test.each([
    ["throw new Error(siteMessages.posts.notFound);", ["siteMessages.posts.notFound"]],
    [
      "const messages = siteMessages.posts; f(messages.a, messages.b(1));",
      ["siteMessages.posts.a", "siteMessages.posts.b"],
    ],
    ["const messages = siteMessages.posts;", []],
    [
      "const { a, b: other } = siteMessages.posts;",
      ["siteMessages.posts.a", "siteMessages.posts.b"],
    ],
    ["f(siteMessages.posts[key]);", ["siteMessages.posts"]],
    ["f(Object.values(siteMessages.posts));", ["siteMessages.posts"]],
    ["const { ...rest } = siteMessages.posts;", ["siteMessages.posts"]],
    ["f({ siteMessages: 1 }, x.postMessages);", []],
    ["f({ text: siteMessages.posts.a });", ["siteMessages.posts.a"]],
    ["// siteMessages.posts.a", []],
  ])("in %s", (source, found) => {
    expect(readMessageUses("a.ts", head + source, names)).toEqual(found);
  });

  test("under another name, in markup", () => {
    const source =
      'import { siteMessages as words } from "./words";\nexport const A = () => <p title={words.a}>{words.b}</p>;';
    expect(readMessageUses("a.tsx", source, names)).toEqual(["siteMessages.a", "siteMessages.b"]);
  });

  test("in a schema next to its catalog", () => {
    const source =
      'export const siteMessages = { a: "A", b: "B" };\nconst schema = z.email(siteMessages.a);';
    expect(readMessageUses("a.ts", source, names)).toEqual(["siteMessages.a"]);
  });

  test("ignores another variable with the same name", () => {
    expect(readMessageUses("a.ts", "const siteMessages = {}; f(siteMessages.a);", names)).toEqual(
      [],
    );
  });
});
