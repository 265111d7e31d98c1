import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scriptPlacesPath } from "@/lib/platform/observability/browser-error";
import { findPlace } from "@/lib/platform/observability/script-places";
import { hideBrowserMaps, hintStartScripts } from "./static-output";

const distDir = mkdtempSync(join(tmpdir(), "threeline-output-"));
const chunks = join(distDir, "static/chunks");
const read = (name: string) => readFileSync(join(chunks, name), "utf8");

function build(name: string): void {
  const { code, map } = transformSync("\n\nfail();\n", {
    sourcemap: "external",
    sourcefile: `turbopack:///[project]/${name}.ts`,
  });
  writeFileSync(join(chunks, `${name}.js`), `${code}\n//# sourceMappingURL=of-${name}.js.map`);
  writeFileSync(join(chunks, `of-${name}.js.map`), map);
}

beforeAll(async () => {
  mkdirSync(chunks, { recursive: true });
  build("start");
  build("page");
  writeFileSync(join(chunks, "polyfills.js"), "old();");
  writeFileSync(join(chunks, "of-polyfills.js.map"), "{}");
  writeFileSync(join(chunks, "a.css"), "a{color:red}\n/*# sourceMappingURL=a.css.map*/");
  writeFileSync(join(chunks, "a.css.map"), "{}");
  const manifest = { rootMainFiles: ["static/chunks/start.js"] };
  writeFileSync(join(distDir, "build-manifest.json"), JSON.stringify(manifest));
  await hintStartScripts(distDir);
  await hideBrowserMaps(distDir);
  // The next build changes some scripts and leaves others.
  build("page");
  await hintStartScripts(distDir);
  await hideBrowserMaps(distDir);
});

afterAll(() => rmSync(distDir, { recursive: true }));

test("what is served has no source map, and names none", () => {
  expect(globSync("**/*.map", { cwd: join(distDir, "static") })).toEqual([]);
  expect(read("page.js")).toBe("fail();");
  expect(read("start.js")).toBe("//# allFunctionsCalledOnLoad\nfail();");
  expect(read("polyfills.js")).toBe("old();");
  expect(read("a.css")).toBe("a{color:red}");
});

test("the maps know the lines of the scripts, also below a hint", () => {
  const placesOf = (script: string) => readFileSync(scriptPlacesPath(distDir, script));
  expect(findPlace(placesOf("page.js"), 1, 1)).toBe("turbopack:///[project]/page.ts:3:1");
  expect(findPlace(placesOf("start.js"), 2, 1)).toBe("turbopack:///[project]/start.ts:3:1");
});
