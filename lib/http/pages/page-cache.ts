import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { interopDefault } from "next/dist/lib/interop-default.js";
import type {
  CacheHandler,
  CacheHandlerValue,
} from "next/dist/server/lib/incremental-cache/index.js";
import fileSystemCache from "next/dist/server/lib/incremental-cache/file-system-cache.js";
import { SharedCacheControls } from "next/dist/server/lib/incremental-cache/shared-cache-controls.external.js";
import { londonToday } from "@/lib/domain/posts/post-dates";
import type { PageSubject } from "@/lib/platform/database/page-versions";
import { subjectOfTag } from "./page-tags";

// Node imports a CommonJS module as a whole, where a bundler would import its default export.
const FileSystemCache = interopDefault<typeof fileSystemCache>(fileSystemCache);

type Value = CacheHandlerValue["value"];

/**
 * Next's page cache, changed for posts that are released by date
 * (docs/decisions/028-page-cache-by-date.md). It never serves a stored 404, and it renders every page
 * again on the first request of each day in London. Addresses that have nothing leave nothing behind,
 * on the disk or in memory.
 */
export default class PageCache extends FileSystemCache {
  readonly #distDir: string;
  /** The date when rendering began; Next creates one instance per request. */
  #dateBefore: string | undefined;

  constructor(context: ConstructorParameters<typeof FileSystemCache>[0]) {
    // With systemd, the program's folder is read-only: pages stay in memory.
    super({
      ...context,
      flushToDisk: context.flushToDisk === true && isWritable(context.serverDistDir),
    });
    this.#distDir = context.serverDistDir;
  }

  override async get(...args: Parameters<CacheHandler["get"]>): Promise<CacheHandlerValue | null> {
    this.#dateBefore ??= dateAt(Date.now());
    const entry = await super.get(...args);
    if (!entry || isNotFound(args[0], entry.value)) return null;
    if (!isFromAnotherDate(entry)) return entry;
    // Marks the page as stale: Next renders it again, and serves this one if that fails.
    return { ...entry, lastModified: -1 };
  }

  override async set(...[key, data, context]: Parameters<CacheHandler["set"]>): Promise<void> {
    // The only data that pages cache are their own tags (static-page.ts), and a file for each address
    // that anyone asks for would fill the disk.
    if (isData(data)) return;
    // Rendered around midnight, it may show either date. The next request renders it again.
    if (this.#dateBefore !== undefined && this.#dateBefore !== dateAt(Date.now())) return;
    // A 404 is stored only to replace the page of a deleted post, which would come back otherwise.
    if (isNotFound(key, data) && !this.#isStored(key)) {
      // Next has already noted for how long it may serve this address.
      SharedCacheControls["cacheControls"].delete(key);
      return;
    }
    await super.set(key, data, context);
  }

  /** Whether the disk has a page with this key, rendered on request or by the build. */
  #isStored(key: string): boolean {
    const bases = [join(this.#distDir, key), join(this.#distDir, "app", pathOf(key))];
    return bases.some((base) => existsSync(`${base}.html`) || existsSync(`${base}.body`));
  }
}

const writable = new Map<string, boolean>();

function isWritable(folder: string): boolean {
  const known = writable.get(folder);
  if (known !== undefined) return known;
  let answer = true;
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    answer = false;
  }
  writable.set(folder, answer);
  return answer;
}

/** The path in a key such as `/route-cache/APP_PAGE/{hash}/$/r/k3`. */
function pathOf(key: string): string {
  const marker = key.indexOf("/$/");
  return marker === -1 ? key : key.slice(marker + 2);
}

function dateAt(epochMs: number): string {
  return londonToday(new Date(epochMs));
}

/** Whether it is an address that has nothing; the page for all of them is like any other page. */
function isNotFound(key: string, value: Value): boolean {
  if (pathOf(key) === "/_not-found") return false;
  return value !== null && "status" in value && value.status === 404;
}

function isFromAnotherDate({ lastModified, value }: CacheHandlerValue): boolean {
  return !isData(value) && dateAt(lastModified) !== dateAt(Date.now());
}

/** Whether it is cached data, as opposed to a page or another response. */
export function isData(value: Value): boolean {
  return value !== null && "data" in value;
}

/** What a page shows, by its tags. */
export function subjectsOf(value: Value): PageSubject[] {
  return tagsOf(value).flatMap((tag) => subjectOfTag(tag) ?? []);
}

function tagsOf(value: Value): readonly string[] {
  if (!value) return [];
  if ("tags" in value) return value.tags ?? [];
  const tags = "headers" in value ? value.headers?.["x-next-cache-tags"] : undefined;
  return typeof tags === "string" ? tags.split(",") : [];
}
