import type { IncomingMessage, ServerResponse } from "node:http";
import { searchFailedPath, searchPath } from "@/lib/contracts/reading/post-search";
import { missingPostSlug } from "@/lib/contracts/posts";
import { requestInternally } from "./internal-request";
import { isPage } from "./responses";

/** The page that is shown in place of a missing post, at its own address. */
const missingPostPath = `/r/${missingPostSlug}`;

/** How long to wait after searching too often: the limit's window, in seconds. */
const searchRetryS = "60";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Sends a complete page, with its status, for a post that doesn't exist or fails to load, and for a search
 * that fails. Next's own page has no content until its scripts have run. The search page answers 404 when its
 * limit is exceeded, because Next doesn't support 429 there. Call it last, before Next gets the request.
 *
 * @param handle renders a page of the application
 */
export function completeMissingPosts(
  request: IncomingMessage,
  response: ServerResponse,
  handle: Handler,
): void {
  const [path = ""] = (request.url ?? "").split("?", 1);
  if (!/^\/(?:r|read)\/./.test(path)) return;
  const isSearch = path === searchPath;
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  let isReplaced = false;

  const startIfNeeded = () => {
    if (!isReplaced && !response.headersSent) response.writeHead(response.statusCode);
  };
  response.writeHead = (...args: unknown[]): ServerResponse => {
    const status = path === missingPostPath ? 404 : Number(args[0]);
    const isMissing = (status === 404 || status === 500) && isPage(response);
    if (!isMissing || isReplaced) return Reflect.apply(writeHead, response, args);
    isReplaced = true;
    response.statusCode = isSearch && status === 404 ? 429 : status;
    if (response.statusCode === 429) response.setHeader("retry-after", searchRetryS);
    return response;
  };
  response.write = (...args: unknown[]): boolean => {
    startIfNeeded();
    return isReplaced || Reflect.apply(write, response, args);
  };
  response.end = (...args: unknown[]): ServerResponse => {
    startIfNeeded();
    if (!isReplaced) return Reflect.apply(end, response, args);
    void renderPage(isSearch ? searchFailedPath : missingPostPath, handle).then((page) => {
      for (const name of ["content-length", "content-encoding", "etag"]) {
        response.removeHeader(name);
      }
      writeHead(response.statusCode);
      end(page);
    });
    return response;
  };
}

/** The page's HTML, or none if this page fails to render too. */
async function renderPage(path: string, handle: Handler): Promise<Buffer> {
  try {
    return (await requestInternally(path, {}, handle)).body;
  } catch {
    return Buffer.alloc(0);
  }
}
