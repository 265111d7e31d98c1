import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mapStack } from "./map-stack";

let folder = "";

beforeAll(() => {
  process.setSourceMapsEnabled(false);
  folder = mkdtempSync(join(tmpdir(), "threeline-map-"));
  const source =
    "type Unused = string;\n\n\nexport function fail(): never {\n  throw new Error();\n}\n";
  const { code, map } = transformSync(source, {
    loader: "ts",
    sourcemap: "external",
    sourcefile: "turbopack:///[project]/lib/fail.ts",
  });
  writeFileSync(join(folder, "[id].js"), `${code}\n//# sourceMappingURL=%5Bid%5D.js.map\n`);
  writeFileSync(join(folder, "[id].js.map"), map);
});

afterAll(() => rmSync(folder, { recursive: true }));

test("names the place in the source file", () => {
  const script = join(folder, "[id].js");
  const expected = "    at fail (turbopack:///[project]/lib/fail.ts:5:9)";
  expect(mapStack(`    at fail (${script}:2:9)`)).toBe(expected);
  expect(mapStack(`    at fail (${pathToFileURL(folder).href}/[id].js:2:9)`)).toBe(expected);
});

test("leaves places without a map as they are", () => {
  for (const line of [
    `    at fail (${join(folder, "other.js")}:2:9)`,
    "    at fail (file:///a%2Fb.js:1:1)",
    "    at process.run (node:internal/timers:5:6)",
    "    at fail (turbopack:///[project]/lib/fail.ts:5:9)",
  ]) {
    expect(mapStack(line)).toBe(line);
  }
});
