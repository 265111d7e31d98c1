import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { envVariables } from "@/lib/platform/env";

const operations = readFileSync("docs/operations.md", "utf8");

/** Reads of a named variable: `process.env["NAME"]`, `process.env.NAME`, `variables["NAME"]`. */
function variablesRead(source: string): string[] {
  const reads = source.matchAll(
    /(?:\bprocess\.env\.(?<plain>[A-Z][A-Z\d_]*)|\b(?:env|variables|given|set)\["(?<quoted>[A-Z][A-Z\d_]*)"\])/g,
  );
  return [...reads].map(({ groups }) => groups?.["quoted"] ?? groups?.["plain"] ?? "");
}

/** Every variable in the chapter about variables, in the table or below it. */
function variablesNamed(document: string): string[] {
  const chapter = /^## Variables\n(?<text>.*?)^## /ms.exec(document)?.groups?.["text"] ?? "";
  const rows = chapter
    .split("\n")
    .map((line) => (line.startsWith("|") ? line.split("|")[1] : line));
  return [...rows.join("\n").matchAll(/`([A-Z][A-Z\d_]*)`/g)].map(([, name = ""]) => name);
}

// The system's own.
const foreign = ["PATH", "NOTIFY_SOCKET", "TMPDIR"];

const sources = execFileSync("git", ["ls-files"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !/\.(?:test|spec)\.tsx?$/.test(path));
const read = new Set([
  ...envVariables,
  ...sources.flatMap((path) => variablesRead(readFileSync(path, "utf8"))),
]);
for (const name of foreign) read.delete(name);
const named = new Set(variablesNamed(operations));

describe("docs/operations.md", () => {
  test("names every variable that the code reads", () => {
    expect([...read].filter((name) => !named.has(name)).toSorted()).toEqual([]);
  });

  test("names no variable that the code doesn't read", () => {
    expect([...named].filter((name) => !read.has(name)).toSorted()).toEqual([]);
  });

  test("is one click away from the README", () => {
    expect(readFileSync("README.md", "utf8")).toContain("](docs/operations.md)");
  });
});

describe("the check itself", () => {
  test.each([
    ['const a = process.env["SITE_URL"];', ["SITE_URL"]],
    ["connect(process.env.DATABASE_URL)", ["DATABASE_URL"]],
    ['variables["PORT"] ?? set["HOST"]', ["PORT", "HOST"]],
    ["settings.env.SANDBOX_URL", []],
    ['countries["US"]', []],
  ])("finds the reads in %s", (source, names) => {
    expect(variablesRead(source)).toEqual(names);
  });

  test("looks only at the names in the table, and at the text below it", () => {
    const document = "## Variables\n| `A_B` | x | as `C` |\n\n`D` is internal.\n## Next\n`E`\n";
    expect(variablesNamed(document)).toEqual(["A_B", "D"]);
  });
});
