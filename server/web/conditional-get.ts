import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Responds with 304 and no body when the client already has the current version (RFC 9110, sections
 * 13.1.2 and 13.1.3). Next does this only for its pages, but feed readers poll the feeds. Times must be
 * the same, as in nginx: a deleted post can make the time of the last change an earlier one.
 */
export function respondNotModified(request: IncomingMessage, response: ServerResponse): void {
  if (!isConditional(request)) return;
  if (request.method !== "GET" && request.method !== "HEAD") return;
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (...args: unknown[]): ServerResponse => {
    const isCurrent = hasCurrentVersion(request, {
      etag: response.getHeader("etag"),
      "last-modified": response.getHeader("last-modified"),
    });
    if (args[0] !== 200 || !isCurrent) return Reflect.apply(writeHead, response, args);
    for (const name of ["content-length", "content-encoding", "content-type"]) {
      response.removeHeader(name);
    }
    // Node drops anything written to the body with this status.
    return writeHead(304);
  };
}

type Header = ReturnType<ServerResponse["getHeader"]>;

function isConditional({ headers }: IncomingMessage): boolean {
  return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
}

/** Whether the client already has the version with these validators. */
export function hasCurrentVersion(
  { headers }: IncomingMessage,
  validators: { etag?: Header; "last-modified"?: Header },
): boolean {
  const known = headers["if-none-match"];
  return known === undefined
    ? isSameTime(validators["last-modified"], headers["if-modified-since"])
    : isAmong(validators.etag, known);
}

function isSameTime(lastModified: Header, since: string | undefined): boolean {
  if (typeof lastModified !== "string" || since === undefined) return false;
  return Date.parse(lastModified) === Date.parse(since);
}

function isAmong(etag: Header, known: string): boolean {
  if (typeof etag !== "string") return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((each) => bare(each) === bare(etag));
}
