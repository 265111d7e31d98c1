import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { londonToday } from "@/lib/domain/posts/post-dates";
import type { PageVersions } from "@/lib/platform/database/page-versions";
import type { InternalResponse } from "../internal-request";
import { finishPage, sendPage, type FinishedPage } from "./finished-page";

/** Serves the request if it is for a public page, otherwise calls `otherwise`. */
export type PageStore = (
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
) => void;

type StoredPage = {
  page: FinishedPage;
  /** The content and date that it was rendered from. */
  state: string;
  /** Epoch milliseconds. */
  expiresAt: number;
};

/** A page, or the part of one that the router requests. */
type Wanted = { path: string; routerHeaders: IncomingHttpHeaders; key: string };

type Options = {
  /** Whether an address has the same page for everyone. */
  isPublic: (path: string) => boolean;
  versions: Pick<PageVersions, "refresh" | "isReachable" | "current">;
  /**
   * Has Next render a page.
   *
   * @param routerHeaders all that the page may depend on besides its path
   * @param cause the headers of the original request, used only for the trace
   * @param mayBeOld whether Next may answer with a page it rendered earlier
   */
  render: (
    path: string,
    routerHeaders: IncomingHttpHeaders,
    cause: IncomingHttpHeaders,
    mayBeOld: boolean,
  ) => Promise<InternalResponse>;
  maxBytes: number;
  /** Epoch milliseconds. */
  now?: () => number;
};

/** As `revalidate` in the root layout: pages may show more than posts and messages. */
const lifetimeMs = 60_000;

/** Plain paths: nothing encoded, no empty part, no slash at the end. */
const plainPath = /^(?:\/|(?:\/[\w.~-]+)+)$/;

/** The headers by which Next's router asks for the data of a page or for a part of it. */
const routerValues = {
  rsc: /^1$/,
  "next-router-prefetch": /^[123]$/,
  "next-router-segment-prefetch": /^\/[\w./$~@-]{0,200}$/,
};

/**
 * Makes the one place that knows whether a public page is current (docs/decisions/048-public-pages.md). It
 * keeps finished pages, and sends one only if the database says that nothing has changed; simultaneous
 * requests share the answer. Otherwise, it has Next render the page. Every request for a public page passes
 * through here, so Next never sends an old one.
 */
export function createPageStore({
  isPublic,
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
  /** The last rendering of each path. */
  const queues = new Map<string, Promise<unknown>>();

  const currentState = () => `${versions.current()} ${londonToday(new Date(now()))}`;

  const renderPage = async (
    { path, routerHeaders, key }: Wanted,
    state: string,
    cause: IncomingHttpHeaders,
  ): Promise<FinishedPage> => {
    const mayBeOld = !versions.isReachable();
    const response = await render(path, routerHeaders, cause, mayBeOld);
    const previous = stored.peek(key)?.page;
    if (response.status >= 500 && previous) return previous;
    const page = await finishPage(response, previous);
    if (isForEveryone(response) && !mayBeOld) {
      stored.set(key, { page, state, expiresAt: now() + lifetimeMs });
    } else stored.delete(key);
    return page;
  };

  /** Requests that arrive in the same state share one rendering. */
  const renderOnce = (
    wanted: Wanted,
    state: string,
    cause: IncomingHttpHeaders,
  ): Promise<FinishedPage> => {
    const { path, key } = wanted;
    const running = rendering.get(key);
    if (running?.state === state) return running.page;
    // Next would share a rendering that began before the last change.
    const page = (queues.get(path) ?? Promise.resolve()).then(() =>
      renderPage(wanted, state, cause),
    );
    const ended = page.then(
      () => undefined,
      () => undefined,
    );
    rendering.set(key, { state, page });
    queues.set(path, ended);
    void ended.then(() => {
      if (rendering.get(key)?.page === page) rendering.delete(key);
      if (queues.get(path) === ended) queues.delete(path);
    });
    return page;
  };

  const find = async (wanted: Wanted, cause: IncomingHttpHeaders): Promise<FinishedPage> => {
    await versions.refresh();
    const state = currentState();
    const entry = stored.get(wanted.key);
    const isCurrent = entry?.state === state && entry.expiresAt > now();
    if (entry && (isCurrent || !versions.isReachable())) return entry.page;
    return renderOnce(wanted, state, cause);
  };

  return (request, response, otherwise) => {
    const wanted = readWanted(request);
    if (!wanted || !isPublic(wanted.path)) return otherwise();
    find(wanted, request.headers).then(
      (page) => sendPage(page, request, response),
      () => otherwise(),
    );
  };
}

/**
 * The path of a request and the router's headers. Nothing else counts, so no request can change what others
 * get: not the query, which only scripts in the page read, and not cookies. Null unless it's a GET or HEAD of
 * a plain path.
 */
function readWanted({ method, headers, url = "" }: IncomingMessage): Wanted | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const path = decodeURIComponent(url.split("?", 1)[0] ?? "");
  if (!plainPath.test(path)) return null;
  const routerHeaders: IncomingHttpHeaders = {};
  let key = path;
  if (headers["rsc"] !== undefined) {
    for (const [name, allowed] of Object.entries(routerValues)) {
      const value = headers[name];
      if (typeof value !== "string" || !allowed.test(value)) continue;
      routerHeaders[name] = value;
      key += ` ${name}=${value}`;
    }
  }
  return { path, routerHeaders, key };
}

/** Whether Next would send the same response to anyone. */
function isForEveryone({ status, headers }: InternalResponse): boolean {
  const caching = headers["cache-control"] ?? "";
  return (
    status === 200 &&
    headers["set-cookie"] === undefined &&
    /\b(?:s-maxage|public)\b/.test(caching) &&
    !/\b(?:private|no-store|no-cache)\b/.test(caching) &&
    !/\*|cookie/i.test(headers["vary"] ?? "")
  );
}
