import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStaticPaths } from "./static-paths";

test("exactly what Next renders ahead of requests is static, without Next's own pages", () => {
  const folder = mkdtempSync(join(tmpdir(), "threeline-manifest-"));
  const manifest = {
    version: 4,
    routes: { "/": {}, "/read": {}, "/r/aa": {}, "/_not-found": {} },
    dynamicRoutes: { "/r/[slug]": { routeRegex: "^/r/([^/]+?)(?:/)?$" } },
  };
  writeFileSync(join(folder, "prerender-manifest.json"), JSON.stringify(manifest));
  const isStatic = readStaticPaths(folder);
  rmSync(folder, { recursive: true });
  const paths = ["/", "/read", "/r/aa", "/r/new", "/_not-found", "/account", "/read/3", "/r/a/b"];
  expect(paths.filter((path) => isStatic(path))).toEqual(["/", "/read", "/r/aa", "/r/new"]);
});
