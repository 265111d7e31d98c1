import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeFs } from "next/dist/server/lib/node-fs-methods.js";
import type {
  CachedRouteKind,
  IncrementalCacheKind,
} from "next/dist/server/response-cache/types.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import PageCache from "./page-cache";

let serverDistDir = "";

beforeEach(() => {
  serverDistDir = mkdtempSync(join(tmpdir(), "threeline-pages-"));
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-06-10T12:00:00Z") });
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(serverDistDir, { recursive: true, force: true });
});

/** A new process: nothing in memory, everything from the disk. */
function openCache(): PageCache {
  return new PageCache({
    fs: nodeFs,
    flushToDisk: true,
    serverDistDir,
    maxMemoryCacheSize: 0,
    revalidatedTags: [],
    _requestHeaders: {},
  });
}

// Next exports these enums as types only.
const responseKind: CachedRouteKind.APP_ROUTE = JSON.parse('"APP_ROUTE"');
const cacheKind: IncrementalCacheKind.APP_ROUTE = JSON.parse('"APP_ROUTE"');

const key = "/route-cache/APP_ROUTE/abc/$/r/k3/share-image";

function image(status: number, tags = "post:k3") {
  return {
    kind: responseKind,
    body: Buffer.from("image"),
    status,
    headers: { "x-next-cache-tags": tags },
  };
}

const get = (cache = openCache()) => cache.get(key, { kind: cacheKind, isFallback: false });

async function set(status: number, { tags, cache }: { tags?: string; cache?: PageCache } = {}) {
  await (cache ?? openCache()).set(key, image(status, tags), {
    cacheControl: { revalidate: 60, expire: undefined },
  });
  const path = join(serverDistDir, `${key}.body`);
  const now = new Date();
  if (existsSync(path)) utimesSync(path, now, now);
}

describe("a 404", () => {
  test("leaves nothing on the disk", async () => {
    await set(404);
    expect(await get()).toBeNull();
    expect(readdirSync(serverDistDir)).toEqual([]);
  });

  test("gives way to the page of a post that was published since", async () => {
    await set(404);
    await set(200);
    expect(await get()).toMatchObject({ value: { status: 200 } });
  });

  test("replaces the page of a deleted post for good, and isn't served itself", async () => {
    await set(200);
    await set(404);
    expect(await get()).toBeNull();
    await set(404);
    expect(await get()).toBeNull();
  });

  test("replaces a page from the build", async () => {
    const built = join(serverDistDir, "app/r/k3/share-image.body");
    mkdirSync(dirname(built), { recursive: true });
    writeFileSync(built, "image");
    await set(404);
    expect(existsSync(join(serverDistDir, `${key}.body`))).toBe(true);
    expect(await get()).toBeNull();
  });
});

test("the page that every unknown address shows is stored and served", async () => {
  const shared = "/_not-found";
  await openCache().set(shared, image(404, ""), {
    cacheControl: { revalidate: false, expire: undefined },
  });
  const entry = await openCache().get(shared, { kind: cacheKind, isFallback: false });
  expect(entry).toMatchObject({ value: { status: 404 } });
});

describe("a page", () => {
  test("is served while it's the same date in London", async () => {
    await set(200);
    vi.setSystemTime("2025-06-10T22:59:59Z");
    expect((await get())?.lastModified).toBeGreaterThan(0);
  });

  test.each(["post:k3", "posts", "posts,daily-messages", "_N_T_/pricing"])(
    "with the tags %s is rendered again once the next date begins in London",
    async (tags) => {
      await set(200, { tags });
      vi.setSystemTime("2025-06-10T23:00:00Z");
      expect((await get())?.lastModified).toBe(-1);
      await set(200, { tags });
      expect((await get())?.lastModified).toBeGreaterThan(0);
    },
  );

  test("isn't stored when midnight passed while it was rendered", async () => {
    vi.setSystemTime("2025-06-10T22:59:59Z");
    const cache = openCache();
    await get(cache);
    vi.setSystemTime("2025-06-10T23:00:00Z");
    await set(200, { cache });
    expect(await get()).toBeNull();
  });
});
