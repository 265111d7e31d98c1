import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { isCurrentStamp, pageStampHeader } from "@/lib/http/pages/page-stamp";
import { pageSubjects, type PageVersions } from "@/lib/platform/database/page-versions";
import type { InternalResponse } from "../internal-request";
import { finishPage, sendPage, type FinishedPage } from "./finished-page";
import { storedPathOf } from "./stored-path";

/** Serves the request if it is for a public page, otherwise calls `otherwise`. */
export type PageStore = (
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
) => void;

type StoredPage = {
  page: FinishedPage;
  stamp: string;
  /** The state in which the stamp was checked last. */
  checkedIn: string;
  /** Epoch milliseconds. */
  expiresAt: number;
};

type Options = {
  /** Whether an address has the same page for everyone. */
  isStatic: (path: string) => boolean;
  versions: Pick<PageVersions, "refresh" | "isReachable" | "versionOf">;
  /**
   * Requests a page as a stranger does: the path is all that it may depend on. The headers of the
   * request that it's rendered for only name the trace.
   */
  render: (path: string, headers: IncomingHttpHeaders) => Promise<InternalResponse>;
  maxBytes: number;
  /** Epoch milliseconds. */
  now?: () => number;
};

/** How long a page is sent before Next is asked again, which renders most pages once a minute. */
const lifetimeMs = 5_000;

/** Just rendered pages have no stamp yet, and a page may change again at the same moment. */
const maxTries = 3;

/**
 * Makes a store of finished public pages, which are sent without asking Next
 * (docs/decisions/048-finished-pages-in-memory.md). Before each page, it asks the database whether
 * something has changed, as the page cache does; simultaneous requests share the answer.
 */
export function createPageStore({
  isStatic,
  versions,
  render,
  maxBytes,
  now = Date.now,
}: Options): PageStore {
  const stored = new LRUCache<string, StoredPage>({
    maxSize: maxBytes,
    // One large feed mustn't push out all pages.
    maxEntrySize: Math.ceil(maxBytes / 8),
    sizeCalculation: ({ page }) => page.sizeBytes,
  });
  const rendering = new Map<string, { state: string; page: Promise<FinishedPage> }>();

  /** Changes with every version, and with every minute, because a date begins with one. */
  const currentState = () =>
    [Math.floor(now() / 60_000), ...pageSubjects.map((each) => versions.versionOf(each))].join(" ");

  const isCurrent = (stamp: string) => isCurrentStamp(stamp, versions, new Date(now()));

  const findCurrent = (path: string, state: string): FinishedPage | undefined => {
    const entry = stored.get(path);
    if (!entry || entry.expiresAt <= now()) return undefined;
    if (entry.checkedIn !== state && !isCurrent(entry.stamp)) return undefined;
    entry.checkedIn = state;
    return entry.page;
  };

  /** Asks Next for a page that shows every change so far, if there is one, and keeps it. */
  const renderCurrent = async (
    path: string,
    headers: IncomingHttpHeaders,
  ): Promise<FinishedPage> => {
    for (let tries = 1; ; tries += 1) {
      const rendered = await render(path, headers);
      const { [pageStampHeader]: stamp, ...otherHeaders } = rendered.headers;
      const response = { ...rendered, headers: otherHeaders };
      await versions.refresh();
      const isFresh = typeof stamp === "string" && isCurrent(stamp);
      const mayBecomeFresh = response.status === 200 && versions.isReachable();
      if (!isFresh && mayBecomeFresh && tries < maxTries) continue;
      const page = await finishPage(response, stored.peek(path)?.page);
      if (isFresh && isPublic(response)) {
        const checkedIn = "";
        stored.set(path, { page, stamp, checkedIn, expiresAt: now() + lifetimeMs });
      }
      return page;
    }
  };

  /** Requests that begin in the same state share one page. */
  const renderOnce = (
    path: string,
    state: string,
    headers: IncomingHttpHeaders,
  ): Promise<FinishedPage> => {
    const running = rendering.get(path);
    if (running?.state === state) return running.page;
    const page = renderCurrent(path, headers).finally(() => {
      if (rendering.get(path)?.page === page) rendering.delete(path);
    });
    rendering.set(path, { state, page });
    return page;
  };

  const find = async (path: string, headers: IncomingHttpHeaders): Promise<FinishedPage> => {
    await versions.refresh();
    const state = currentState();
    return findCurrent(path, state) ?? renderOnce(path, state, headers);
  };

  return (request, response, otherwise) => {
    const path = storedPathOf(request);
    if (path === null || !isStatic(path)) return otherwise();
    find(path, request.headers).then(
      (page) => sendPage(page, request, response),
      () => otherwise(),
    );
  };
}

/** Whether Next would send the same response to anyone, and has no newer one under way. */
function isPublic({ status, headers }: InternalResponse): boolean {
  const caching = headers["cache-control"] ?? "";
  return (
    status === 200 &&
    headers["set-cookie"] === undefined &&
    /\b(?:s-maxage|public)\b/.test(caching) &&
    !/\b(?:private|no-store|no-cache)\b/.test(caching) &&
    !/\*|cookie/i.test(headers["vary"] ?? "") &&
    headers["x-nextjs-cache"] !== "STALE"
  );
}
