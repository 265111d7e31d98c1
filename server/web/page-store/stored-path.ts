import type { IncomingMessage } from "node:http";
import { countHosts } from "../request-guard";

/** Plain paths in their only spelling: nothing encoded, no empty part, and no slash at the end. */
const plainPath = /^(?:\/|(?:\/[\w.~-]+)+)$/;

/** Headers that ask for something other than the page as everyone sees it, or send something. */
const otherRequests = [
  "authorization",
  "content-length",
  "cookie",
  "expect",
  "if-match",
  "if-range",
  "if-unmodified-since",
  "range",
  "rsc",
  "transfer-encoding",
  "upgrade",
];

/** The router's requests for the data of a page, server actions, and Next's own calls to itself. */
const nextHeader = /^(?:next-|x-next|x-middleware-|x-prerender-|x-matched-path$|x-invoke-)/;

/**
 * The path of a request that any stranger could make in the same way, so that all of them may get the
 * same response. Null for every other request: with a cookie, a query (other than a campaign's name
 * for the analytics), a method that isn't GET or HEAD, or a header that changes what Next responds.
 */
export function storedPathOf(request: IncomingMessage): string | null {
  const { method, headers, url = "" } = request;
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = "", ...query] = url.split("?");
  if (!plainPath.test(path) || !isForAnalytics(query)) return null;
  if (otherRequests.some((name) => headers[name] !== undefined)) return null;
  for (const name in headers) if (nextHeader.test(name)) return null;
  return countHosts(request) === 1 ? path : null;
}

/** Whether only the page's own scripts look at the query. */
function isForAnalytics(query: readonly string[]): boolean {
  return query.length === 0 || (query.length === 1 && areCampaign(query[0] ?? ""));
}

function areCampaign(query: string): boolean {
  return query.split("&").every((each) => each.startsWith("utm_"));
}
