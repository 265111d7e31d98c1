import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const { ".": released } = z
  .object({ ".": z.string().regex(/^\d+\.\d+\.\d+$/) })
  .parse(read(".github/release-please-manifest.json"));
const changelog = readFileSync("CHANGELOG.md", "utf8");

/** Before the first release. */
const none = "0.0.0";

test("the latest release has a section in the changelog, with its date", () => {
  const [, first] = /^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m.exec(changelog) ?? [];
  expect(first ?? none).toBe(released);
});

test("there is a place for what comes next", () => {
  expect(changelog).toContain("\n## [Unreleased]\n");
});
