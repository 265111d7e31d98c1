import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Each kind of value is written in one way, which one file knows.

/** What formats, and the files that may, most of them because they compare and don't show. */
const formatters: readonly (readonly [what: RegExp, files: readonly string[]])[] = [
  [
    /\bDateTimeFormat\(|\.toLocale(?:Date|Time)String\(/,
    [
      "components/marketing/zone-hours.ts",
      "lib/calendar/days.ts",
      "lib/calendar/format.ts",
      "lib/calendar/zones.ts",
      "lib/contracts/timezones.ts",
    ],
  ],
  [/\bstyle: "currency"/, ["lib/contracts/money.ts"]],
  [/\.toLocaleString\(/, ["components/admin/settings/format-bytes.ts", "lib/messages/counts.ts"]],
  [/\.formatInternational\(/, ["lib/contracts/phone-format.ts"]],
];

const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
  .toString()
  .split("\n")
  .filter((path) => /^(?:app|components|lib|server|scripts)\/.*\.tsx?$/.test(path))
  .filter((path) => !/\.test\.|\/generated\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

test.each(formatters)("only its own files use %s", (what, files) => {
  const using = sources.filter(({ text }) => what.test(text)).map(({ path }) => path);
  expect(using).toEqual(files);
});

test("no text has a time as in 8:00am, except the About page's own sentence", () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\d:\d\d[ap]m\b/g)].map(() => path),
  );
  expect(found).toEqual(["components/legal/about.tsx"]);
});
