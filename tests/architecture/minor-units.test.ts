import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = "{app,components,lib,sandbox,scripts,server}/**/*.{ts,tsx}";

// Yen have no cents, and dinars a thousand fils.
const fixedDecimals = /\/ (?:100|1_?200)\b|\.toFixed\(2\)|\/ 10 \*\* /;

/** What they divide isn't money, or they know how many decimals a currency has. */
const others = [
  "lib/contracts/money.ts",
  "lib/domain/seed/demo/people.ts",
  "lib/platform/prometheus.ts",
  "sandbox/paddle/notation.ts",
];

test("amounts of money are divided in one function", () => {
  const found = globSync(sources)
    .filter((path) => !others.includes(path) && !/\/generated\/|\.test\./.test(path))
    .flatMap((path) => {
      const lines = readFileSync(path, "utf8").split("\n");
      return lines.filter((line) => fixedDecimals.test(line) && !/percent/i.test(line));
    });
  expect(found).toEqual([]);
});
