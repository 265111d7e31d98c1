import type {
  CacheHandler,
  CacheHandlerValue,
} from "next/dist/server/lib/incremental-cache/index.js";
import { pageSubjects, watchPageVersions } from "@/lib/platform/database/page-versions";
import { parseEnv } from "@/lib/platform/env";
import PageCache, { isData, subjectsOf } from "./page-cache";
import { isCurrentStamp, pageStamp, pageStampHeader } from "./page-stamp";
import { subjectOfTag } from "./page-tags";

const versions = watchPageVersions(parseEnv(process.env).DATABASE_URL);

/**
 * The page cache for any number of web processes
 * (docs/decisions/013-page-versions-across-web-processes.md). Each process has its own pages. Before it
 * serves one, it asks the database whether the page's content has changed since it was rendered.
 * While the database can't be reached, it serves what it has.
 *
 * @see node_modules/next/dist/docs/01-app/03-api-reference/05-config/01-next-config-js/incrementalCacheHandlerPath.md
 */
export default class SharedPageCache extends PageCache {
  /** The state when rendering began; Next creates one instance per request. */
  #stateBefore: string | undefined;

  override async get(...args: Parameters<CacheHandler["get"]>): Promise<CacheHandlerValue | null> {
    await versions.refresh();
    this.#stateBefore ??= stampNow(pageSubjects);
    const entry = await super.get(...args);
    if (!entry || !versions.isReachable() || isCurrent(entry)) return entry;
    // Marks the page as stale: Next renders it again, and serves this one if that fails.
    return isData(entry.value) ? null : { ...entry, lastModified: -1 };
  }

  override async set(...args: Parameters<CacheHandler["set"]>): Promise<void> {
    await versions.refresh();
    // Rendered while something changed, it may show either state. The next request renders it again.
    if (this.#stateBefore !== undefined && this.#stateBefore !== stampNow(pageSubjects)) return;
    const [key, data, ctx] = args;
    await super.set(key, stamped(data), ctx);
  }

  override async revalidateTag(
    ...[tags, durations]: Parameters<CacheHandler["revalidateTag"]>
  ): Promise<void> {
    // Our own tags are covered: the database has already counted the change.
    const nextTags = [tags].flat().filter((tag) => subjectOfTag(tag) === undefined);
    await super.revalidateTag(nextTags, durations);
  }
}

type Value = CacheHandlerValue["value"];

/** The page with its stamp. Next stores the old page again when it couldn't render a new one. */
function stamped(value: Value): Value {
  if (!isPage(value) || stampOf(value) !== undefined) return value;
  const stamp = stampNow(subjectsOf(value));
  if (stamp === undefined) return value;
  return { ...value, headers: { ...value.headers, [pageStampHeader]: stamp } };
}

/** Whether it is a page or the response of a route, as opposed to data. */
function isPage(value: Value): value is Extract<Value, { headers?: unknown }> {
  return value !== null && ("html" in value || "body" in value);
}

function isCurrent({ value }: CacheHandlerValue): boolean {
  const stamp = stampOf(value);
  return stamp !== undefined && isCurrentStamp(stamp, versions, new Date());
}

function stampOf(value: Value): string | undefined {
  const stamp = isPage(value) ? value.headers?.[pageStampHeader] : undefined;
  return typeof stamp === "string" ? stamp : undefined;
}

function stampNow(subjects: Parameters<typeof pageStamp>[0]): string | undefined {
  return pageStamp(subjects, versions, new Date());
}
