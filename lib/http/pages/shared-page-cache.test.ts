import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFs } from "next/dist/server/lib/node-fs-methods.js";
import type {
  CachedRouteKind,
  IncrementalCacheKind,
} from "next/dist/server/response-cache/types.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as pageVersions from "@/lib/platform/database/page-versions";
import { pageStampHeader } from "./page-stamp";
import SharedPageCache from "./shared-page-cache";

const database = vi.hoisted(() => ({ posts: 1, daily_messages: 1, isUp: true }));

vi.mock("@/lib/platform/env", () => ({ parseEnv: () => ({ DATABASE_URL: "postgresql://test" }) }));
vi.mock("@/lib/platform/database/page-versions", async (original) => ({
  ...(await original<typeof pageVersions>()),
  watchPageVersions: (): pageVersions.PageVersions => ({
    refresh: () => Promise.resolve(),
    isReachable: () => database.isUp,
    versionOf: (subject) => String(database[subject]),
    close: () => Promise.resolve(),
  }),
}));

// Next exports these enums as types only.
const responseKind: CachedRouteKind.APP_ROUTE = JSON.parse('"APP_ROUTE"');
const cacheKind: IncrementalCacheKind.APP_ROUTE = JSON.parse('"APP_ROUTE"');

const key = "/route-cache/APP_ROUTE/abc/$/feed.xml";
let serverDistDir = "";

beforeEach(() => {
  serverDistDir = mkdtempSync(join(tmpdir(), "threeline-pages-"));
  Object.assign(database, { posts: 1, daily_messages: 1, isUp: true });
});

afterEach(() => rmSync(serverDistDir, { recursive: true, force: true }));

/** Next creates one for each request. */
function openCache(): SharedPageCache {
  return new SharedPageCache({
    fs: nodeFs,
    flushToDisk: true,
    serverDistDir,
    maxMemoryCacheSize: 0,
    revalidatedTags: [],
    _requestHeaders: {},
  });
}

const get = (cache = openCache()) => cache.get(key, { kind: cacheKind, isFallback: false });

/** Stores a feed, and returns what was stored, as Next does after a failure. */
async function set(cache = openCache(), headers: Record<string, string> = {}): Promise<void> {
  const value = {
    kind: responseKind,
    body: Buffer.from("feed"),
    status: 200,
    headers: { "x-next-cache-tags": "posts", ...headers },
  };
  await cache.set(key, value, { cacheControl: { revalidate: 60, expire: undefined } });
}

const stampOf = (entry: Awaited<ReturnType<typeof get>>) => {
  const value = entry?.value;
  return value && "headers" in value ? value.headers?.[pageStampHeader] : undefined;
};

test("a stored page has the version of what it shows, and is served while that stays", async () => {
  await set();
  database.daily_messages += 1;
  const entry = await get();
  expect(stampOf(entry)).toMatch(/^\d+-\d+ \d{4}-\d\d-\d\d posts=1$/);
  expect(entry?.lastModified).toBeGreaterThan(0);
});

test("a changed page is rendered again, also while the old version number is lower", async () => {
  await set();
  database.posts = 2;
  expect((await get())?.lastModified).toBe(-1);
  database.posts = 0;
  expect((await get())?.lastModified).toBe(-1);
  await set();
  expect((await get())?.lastModified).toBeGreaterThan(0);
});

test("a page that another process has stored is rendered again", async () => {
  await set(openCache(), { [pageStampHeader]: "1-1 2025-06-10 posts=1" });
  expect((await get())?.lastModified).toBe(-1);
});

test("the old page stays an old one when Next couldn't render a new one and stores it again", async () => {
  await set();
  const stamp = stampOf(await get());
  database.posts = 2;
  await set(openCache(), { [pageStampHeader]: String(stamp) });
  expect((await get())?.lastModified).toBe(-1);
});

test("a page isn't stored if something changed while it was rendered", async () => {
  const cache = openCache();
  await get(cache);
  database.daily_messages += 1;
  await set(cache);
  expect(await get()).toBeNull();
});

test("while the database is down, every page is served", async () => {
  await set();
  database.posts = 2;
  database.isUp = false;
  expect((await get())?.lastModified).toBeGreaterThan(0);
});
