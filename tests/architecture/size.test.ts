import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const maxLines = 300;

/** How a long file states its reason, within its first lines: `// Over 300 lines because …`. */
const reason = /\bOver 300 lines because \w/;
const reasonWithinLines = 12;

const isLimited = (path: string) =>
  /^(?:lib|components|server|app)\/.*\.(?:ts|tsx|css)$/.test(path) &&
  !path.startsWith("lib/platform/database/generated/");

function isTooLong(source: string): boolean {
  const lines = source.trimEnd().split("\n");
  if (lines.length <= maxLines) return false;
  return !reason.test(lines.slice(0, reasonWithinLines).join("\n"));
}

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");

describe("size", () => {
  test("no source file is over 300 lines without a reason in its first lines", () => {
    const long = files
      .filter(isLimited)
      .map((path) => ({ path, source: readFileSync(path, "utf8") }))
      .filter(({ source }) => isTooLong(source))
      .map(({ path, source }) => `${path}: ${source.trimEnd().split("\n").length} lines`);
    expect(long).toEqual([]);
  });

  test("a long file needs a reason near its top", () => {
    const body = "\n".repeat(maxLines) + "const last = 1;\n";
    expect(isTooLong("const a = 1;\n")).toBe(false);
    expect(isTooLong(body)).toBe(true);
    expect(isTooLong(`// Over 300 lines because the table is one.${body}`)).toBe(false);
    expect(isTooLong(`${body}// Over 300 lines because the reason comes too late.`)).toBe(true);
  });
});
