import type { IncomingMessage, ServerResponse } from "node:http";
import { missingPostSlug } from "@/lib/contracts/posts";
import { requestInternally } from "./internal-request";

/** The page that is shown in place of a missing post, at its own address. */
const missingPostPath = `/r/${missingPostSlug}`;

/** What Next's request handler is. */
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Sends a complete page, with its status, for a post that doesn't exist or fails to load. Next's own
 * page has no content until its scripts have run. Call it last, before Next gets the request.
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
    response.statusCode = status;
    return response;
  };
  response.write = (...args: unknown[]): boolean => {
    startIfNeeded();
    return isReplaced || Reflect.apply(write, response, args);
  };
  response.end = (...args: unknown[]): ServerResponse => {
    startIfNeeded();
    if (!isReplaced) return Reflect.apply(end, response, args);
    void renderMissingPost(handle).then((page) => {
      for (const name of ["content-length", "content-encoding", "etag"]) {
        response.removeHeader(name);
      }
      writeHead(response.statusCode);
      end(page);
    });
    return response;
  };
}

/** The page's HTML, or none if it fails to render too. */
async function renderMissingPost(handle: Handler): Promise<Buffer> {
  try {
    return (await requestInternally(missingPostPath, {}, handle)).body;
  } catch {
    return Buffer.alloc(0);
  }
}

function isPage(response: ServerResponse): boolean {
  return String(response.getHeader("content-type") ?? "").startsWith("text/html");
}
