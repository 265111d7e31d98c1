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
  const write = (name: string, sourcefile: string) => {
    const options = { loader: "ts", sourcemap: "external", sourcefile } as const;
    const { code, map } = transformSync(source, options);
    const comment = `//# sourceMappingURL=${encodeURIComponent(name)}.map`;
    writeFileSync(join(folder, name), `${code}\n${comment}\n`);
    writeFileSync(join(folder, `${name}.map`), map);
  };
  write("[id].js", "turbopack:///[project]/lib/fail.ts");
  write("chunk.js", "../../lib/fail.ts");
});

afterAll(() => rmSync(folder, { recursive: true }));

test("names the place in the source file", () => {
  const script = join(folder, "[id].js");
  const expected = "    at fail (turbopack:///[project]/lib/fail.ts:5:9)";
  expect(mapStack(`    at fail (${script}:2:9)`)).toBe(expected);
  expect(mapStack(`    at fail (${pathToFileURL(folder).href}/[id].js:2:9)`)).toBe(expected);
});

test("names the whole path of a source that the map names from its own folder", () => {
  expect(mapStack(`    at fail (${join(folder, "chunk.js")}:2:9)`)).toBe(
    `    at fail (${join(folder, "../../lib/fail.ts")}:5:9)`,
  );
});

test("maps only frames, because anyone may have written the message", () => {
  const script = join(folder, "chunk.js");
  for (const message of [`at fail (${script}:2:9)`, `no ${script}:2:9`, `${script}:2:9`]) {
    const stack = `Error: ${message}\n    at fail (node:internal/timers:5:6)`;
    expect(mapStack(stack)).toBe(stack);
  }
});

test("maps each form of a frame", () => {
  const script = join(folder, "[id].js");
  const source = "turbopack:///[project]/lib/fail.ts:5:9";
  for (const form of ["at PLACE", "at async PLACE", "at async new A.b [as c] (PLACE)"]) {
    const line = (place: string) => `Error: x\n    ${form.replace("PLACE", place)}\n    at b`;
    expect(mapStack(line(`${script}:2:9`))).toBe(line(source));
  }
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
