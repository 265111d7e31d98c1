import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPublicPages } from "./read-build-manifests";

test("a page is public if Next renders it ahead of requests and search engines may show it", () => {
  const folder = mkdtempSync(join(tmpdir(), "threeline-manifest-"));
  const manifests = {
    "prerender-manifest.json": {
      version: 4,
      routes: { "/": {}, "/read": {}, "/r/aa": {}, "/_not-found": {}, "/account/details": {} },
      dynamicRoutes: {
        "/r/[slug]": { routeRegex: "^/r/([^/]+?)(?:/)?$" },
        "/read/[postId]": { routeRegex: "^/read/([^/]+?)(?:/)?$" },
      },
      preview: { previewModeId: "key" },
    },
    "routes-manifest.json": {
      staticRoutes: [{ page: "/read" }, { page: "/read/search" }],
      dynamicRoutes: [{ page: "/r/[slug]", regex: "^/r/([^/]+?)(?:/)?$" }],
      headers: [
        { regex: "^/account(?:/(.*))?$", headers: [{ key: "x-robots-tag", value: "noindex" }] },
        { regex: "^/r(?:/(.*))?$", headers: [{ key: "referrer-policy", value: "no-referrer" }] },
      ],
    },
  };
  for (const [name, manifest] of Object.entries(manifests)) {
    writeFileSync(join(folder, name), JSON.stringify(manifest));
  }
  const { isPublic, isPage, revalidateKey } = readPublicPages(folder);
  rmSync(folder, { recursive: true });
  const isListed = {
    "/": true,
    "/read": true,
    "/r/aa": true,
    "/r/new": true,
    "/read/3": true,
    "/read/search": false,
    "/_not-found": false,
    "/account/details": false,
    "/admin": false,
    "/r/a/b": false,
  };
  expect(Object.keys(isListed).map((path) => [path, isPublic(path)])).toEqual(
    Object.entries(isListed),
  );
  expect(revalidateKey).toBe("key");
  expect(["/read", "/r/aa", "/p/one-chart", "/r/a/b"].map(isPage)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
