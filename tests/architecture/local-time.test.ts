import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

// What depends on the time zone of the machine or browser. Unit tests run in one that is far from UTC.

const localTime = [
  /\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(/,
  /\.to(?:Date|Time)String\(/,
  /\.toLocale(?:Date|Time)String\((?![^;]*?\btimeZone\b)/,
  /\bDateTimeFormat\((?!(?:[^()]|\([^()]*\))*\btimeZone\b)/,
  /\bnew Date\([^()]*,[^()]*\)/,
  /\bTemporal\.Now\.(?!instant)/,
];

/** Files that may, each with the reason. */
const exceptFiles: readonly (readonly [path: string, reason: string])[] = [
  ["lib/calendar/zones.ts", "reads the browser's time zone"],
  ["components/ui/date-field.tsx", "shows a day as the calendar widget's local day"],
  ["components/layout/site-footer.tsx", "shows the year"],
];

/** The first use of local time in a source. */
function localTimeIn(text: string): string | undefined {
  return localTime.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
}

const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
  .toString()
  .split("\n")
  .filter((path) => /^(?:app|components|lib|server|sandbox|scripts)\/.*\.(?:ts|tsx)$/.test(path))
  .filter((path) => !/\.test\.|\/generated\//.test(path));

test("only the files that show the browser's time depend on a local time zone", () => {
  expect(sources.length).toBeGreaterThan(300);
  const using = sources.filter((path) => localTimeIn(readFileSync(path, "utf8")) !== undefined);
  expect(using).toEqual(exceptFiles.map(([path]) => path).toSorted());
});

describe("local time is", () => {
  test.each([
    "now.getHours()",
    "day.setDate(1)",
    "now.toDateString()",
    'at.toLocaleDateString("en-US", { dateStyle: "medium" })',
    'new Intl.DateTimeFormat("en-US", { month: "long" })',
    "Intl.DateTimeFormat().resolvedOptions()",
    "new Date(year, month - 1, day)",
  ])("%s", (source) => {
    expect(localTimeIn(source)).toBeDefined();
  });

  test.each([
    "now.getUTCHours()",
    "count.toLocaleString()",
    'at.toLocaleTimeString("en-US", { timeZone: "UTC" })',
    'new Intl.DateTimeFormat("en-US", { timeZone, ...parts })',
    "new Date(Date.UTC(year, month, day))",
    "new Date(milliseconds)",
  ])("not %s", (source) => {
    expect(localTimeIn(source)).toBeUndefined();
  });
});
