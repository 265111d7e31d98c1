import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IncrementalCache } from "next/dist/server/lib/incremental-cache/index.js";
import { SharedCacheControls } from "next/dist/server/lib/incremental-cache/shared-cache-controls.external.js";
import { nodeFs } from "next/dist/server/lib/node-fs-methods.js";
import type {
  CachedRouteKind,
  IncrementalCacheKind,
} from "next/dist/server/response-cache/types.js";
import type { RouteKind } from "next/dist/server/route-kind.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import PageCache from "./page-cache";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "threeline-pages-"));
  mkdirSync(join(folder, "server"));
  SharedCacheControls["cacheControls"].clear();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

// Next exports these enums as types only.
const page: CachedRouteKind.APP_PAGE = JSON.parse('"APP_PAGE"');
const pageEntry: IncrementalCacheKind.APP_PAGE = JSON.parse('"APP_PAGE"');
const data: CachedRouteKind.FETCH = JSON.parse('"FETCH"');
const routeKind: RouteKind.APP_PAGE = JSON.parse('"APP_PAGE"');

/** Next's own cache on top of ours, as each request gets it. */
function openCache(): IncrementalCache {
  return new IncrementalCache({
    fs: nodeFs,
    dev: false,
    flushToDisk: true,
    serverDistDir: join(folder, "server"),
    requestHeaders: {},
    previewProps: { previewModeId: "", previewModeSigningKey: "", previewModeEncryptionKey: "" },
    prerenderManifest: {
      version: 4,
      routes: {},
      dynamicRoutes: {},
      notFoundRoutes: [],
      preview: { previewModeId: "", previewModeSigningKey: "", previewModeEncryptionKey: "" },
    },
    CurCacheHandler: PageCache,
  });
}

const route = { kind: routeKind, sourceRoute: "/(reading)/r/[slug]/page" };
const cacheControl = { revalidate: 60, expire: undefined };

/** What Next does for a page: it looks for it, notes its tags, renders it, and stores it. */
async function request(path: string, status: number): Promise<void> {
  const cache = openCache();
  await cache.get(path, { kind: pageEntry, isFallback: false, route });
  const tags = { kind: data, data: { headers: {}, body: "true", url: "" }, revalidate: 60 };
  await cache.set(`tags-of-${path.slice(3)}`, tags, { fetchCache: true, tags: [`post:${path}`] });
  const rendered = {
    kind: page,
    html: "<p>",
    rscData: Buffer.from("0:{}"),
    headers: { "x-next-cache-tags": `post:${path}` },
    postponed: undefined,
    status,
    segmentData: undefined,
  };
  await cache.set(path, rendered, {
    cacheControl,
    isRoutePPREnabled: false,
    isFallback: false,
    route,
  });
}

const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());

test("hundreds of unknown addresses leave nothing on the disk or in memory", async () => {
  for (let index = 0; index < 300; index += 1) await request(`/r/unknown-${index}`, 404);
  expect(files()).toEqual([]);
  expect(SharedCacheControls["cacheControls"].size).toBe(0);
});

test("a page that exists is stored, with how long it may be served", async () => {
  await request("/r/k3", 200);
  expect(
    files()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["k3.html", "k3.meta", "k3.rsc"]);
  expect(SharedCacheControls["cacheControls"].size).toBe(1);
});
