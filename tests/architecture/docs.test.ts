import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const documents = ["*.md", "docs/*.md", ".github/*.md"].flatMap((pattern) => globSync(pattern));

const ownPath =
  /`((?:\.github|app|bench|components|docs|lib|prisma|public|sandbox|scripts|server|tests)\/[^`\s]*)`/g;

/** Paths that a text names in backticks and that don't exist. */
function missingPaths(text: string): string[] {
  const named = [...text.matchAll(ownPath)].map(([, path = ""]) => path);
  return named.filter((path) => !/[<{…]/.test(path) && !existsSync(path));
}

test.each(documents)("%s names files that exist", (document) => {
  expect(missingPaths(readFileSync(document, "utf8"))).toEqual([]);
});

test("a file that doesn't exist is found", () => {
  expect(missingPaths("`lib/brand.ts`, `lib/nothing.ts`, and `app/<noun>/route.ts`")).toEqual([
    "lib/nothing.ts",
  ]);
});

describe("docs/security.md", () => {
  /** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0 has. They come first. */
  const sections = `
    1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
    4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
    7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4
    10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
    12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7
    16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;
  const requirements = [...sections.matchAll(/(\S+):(\d+)/g)].flatMap(([, section, count]) =>
    Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
  );

  const rows = readFileSync("docs/security.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| V"))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, names = "", answer = "", how = "", where = ""]) => ({ names, answer, how, where }));

  /** `V1.2.6–V1.2.8, V4.3` → the numbers of those three and of all in section 4.3. */
  function answeredBy(names: string): string[] {
    return names.split(", ").flatMap((name) => {
      const [first = "", last = first] = name.split("–").map((part) => part.replace(/^V/, ""));
      const from = requirements.findIndex((each) => `${each}.`.startsWith(`${first}.`));
      const to = requirements.findLastIndex((each) => `${each}.`.startsWith(`${last}.`));
      return from < 0 || to < from ? [`unknown: ${name}`] : requirements.slice(from, to + 1);
    });
  }

  test("answers each requirement of levels 1 and 2 once", () => {
    expect(rows.flatMap(({ names }) => answeredBy(names)).toSorted()).toEqual(
      requirements.toSorted(),
    );
  });

  test.each(rows)("$names: the answer says how, or why not", ({ answer, how, where }) => {
    expect(["Met", "Not met", "Deployment", "n/a"]).toContain(answer);
    expect(how).toMatch(/\.$/);
    expect(where).toMatch(answer === "Met" ? /^`/ : /^(?:`|$)/);
  });
});
