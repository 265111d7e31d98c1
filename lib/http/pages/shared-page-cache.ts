import type {
  CacheHandler,
  CacheHandlerValue,
} from "next/dist/server/lib/incremental-cache/index.js";
import { watchPageVersions } from "@/lib/platform/database/page-versions";
import { parseEnv } from "@/lib/platform/env";
import PageCache, { isData, subjectsOf } from "./page-cache";
import { subjectOfTag } from "./page-tags";

const versions = watchPageVersions(parseEnv(process.env).DATABASE_URL);

/**
 * The page cache when several web processes run (docs/decisions/013-page-versions-across-web-processes.md).
 * Each process has its own pages. Before it serves one, it asks the database whether the page's
 * content has changed since. While the database can't be reached, it serves what it has.
 *
 * @see node_modules/next/dist/docs/01-app/03-api-reference/05-config/01-next-config-js/incrementalCacheHandlerPath.md
 */
export default class SharedPageCache extends PageCache {
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

function isOutdated({ lastModified, value }: CacheHandlerValue): boolean {
  return subjectsOf(value).some((subject) => versions.noticedAt(subject) >= lastModified);
}
