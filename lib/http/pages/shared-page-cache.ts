import type {
  CacheHandler,
  CacheHandlerValue,
} from "next/dist/server/lib/incremental-cache/index.js";
import fileSystemCache from "next/dist/server/lib/incremental-cache/file-system-cache.js";
import { interopDefault } from "next/dist/lib/interop-default.js";
import { watchPageVersions } from "@/lib/platform/database/page-versions";
import { parseEnv } from "@/lib/platform/env";
import { subjectOfTag } from "./page-tags";

// Node imports a CommonJS module as a whole, where a bundler would import its default export.
const FileSystemCache = interopDefault<typeof fileSystemCache>(fileSystemCache);

const versions = watchPageVersions(parseEnv(process.env).DATABASE_URL);

/**
 * Next's page cache when several web processes run (docs/decisions/013-page-versions-across-web-processes.md).
 * Each process has its own pages. Before it serves one, it asks the database whether the page's
 * content has changed since. While the database can't be reached, it serves what it has.
 *
 * @see node_modules/next/dist/docs/01-app/03-api-reference/05-config/01-next-config-js/incrementalCacheHandlerPath.md
 */
export default class SharedPageCache extends FileSystemCache {
  /** The state when rendering began; Next creates one instance per request. */
  #noticedBefore: number | undefined;

  override async get(...args: Parameters<CacheHandler["get"]>): Promise<CacheHandlerValue | null> {
    await versions.refresh();
    this.#noticedBefore ??= versions.noticedCount();
    const entry = await super.get(...args);
    if (!entry || !versions.isReachable() || !isOutdated(entry)) return entry;
    // Marks the page as stale: Next renders it again, and serves this one if that fails.
    return isData(entry.value) ? null : { ...entry, lastModified: -1 };
  }

  override async set(...args: Parameters<CacheHandler["set"]>): Promise<void> {
    await versions.refresh();
    // Rendered while something changed, it may show either state. The next request renders it again.
    if (this.#noticedBefore !== undefined && this.#noticedBefore !== versions.noticedCount())
      return;
    const [key, data, ctx] = args;
    await super.set(key, data, ctx);
  }

  override async revalidateTag(
    ...[tags, durations]: Parameters<CacheHandler["revalidateTag"]>
  ): Promise<void> {
    // Our own tags are covered: the database has already counted the change.
    const nextTags = [tags].flat().filter((tag) => subjectOfTag(tag) === undefined);
    await super.revalidateTag(nextTags, durations);
  }
}

/** Cached data, as opposed to a page or another response. */
function isData(value: CacheHandlerValue["value"]): boolean {
  return value !== null && "data" in value;
}

function isOutdated({ lastModified, value }: CacheHandlerValue): boolean {
  return tagsOf(value).some((tag) => {
    const subject = subjectOfTag(tag);
    return subject !== undefined && versions.noticedAt(subject) >= lastModified;
  });
}

function tagsOf(value: CacheHandlerValue["value"]): readonly string[] {
  if (!value) return [];
  if ("tags" in value) return value.tags ?? [];
  const tags = "headers" in value ? value.headers?.["x-next-cache-tags"] : undefined;
  return typeof tags === "string" ? tags.split(",") : [];
}
