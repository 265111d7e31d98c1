import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { shareServerChunks } from "./shared-chunks";

const distDir = mkdtempSync(join(tmpdir(), "threeline-chunks-"));
const chunks = join(distDir, "server/chunks");

function build(name: string, code: string): void {
  writeFileSync(join(chunks, name), `${code}\n//# sourceMappingURL=${name.replace("/", "_")}.map`);
  writeFileSync(join(chunks, `${name}.map`), "{}");
}

afterAll(() => rmSync(distDir, { recursive: true }));

test("scripts of a folder that are the same are loaded once, and have one map", async () => {
  mkdirSync(join(chunks, "ssr"), { recursive: true });
  build("a.js", "module.exports = [1, {}];");
  build("b.js", "module.exports = [2, {}];");
  build("c.js", "module.exports = [1, {}];");
  build("ssr/d.js", "module.exports = [1, {}];");
  await shareServerChunks(distDir);
  // A second time, as after a build that changed nothing.
  await shareServerChunks(distDir);

  const load = createRequire(join(chunks, "test.js"));
  const first: unknown = load("./a.js");
  expect(first).toEqual([1, {}]);
  expect(load("./b.js")).toEqual([2, {}]);
  expect(load("./c.js")).toBe(first);
  expect(load("./ssr/d.js")).toEqual(first);
  expect(load("./ssr/d.js")).not.toBe(first);
  const maps = ["a.js", "b.js", "c.js", "ssr/d.js"].filter((name) =>
    existsSync(join(chunks, `${name}.map`)),
  );
  expect(maps).toEqual(["a.js", "b.js", "ssr/d.js"]);
});
