import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Responds with 304 and no body when the client already has the current version (RFC 9110, section
 * 13.1.2). Next does this only for its pages, but feed readers poll the feeds.
 */
export function respondNotModified(request: IncomingMessage, response: ServerResponse): void {
  const known = request.headers["if-none-match"];
  if (known === undefined || (request.method !== "GET" && request.method !== "HEAD")) return;
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (...args: unknown[]): ServerResponse => {
    const etag = response.getHeader("etag");
    if (args[0] !== 200 || typeof etag !== "string" || !isAmong(etag, known)) {
      return Reflect.apply(writeHead, response, args);
    }
    for (const name of ["content-length", "content-encoding", "content-type"]) {
      response.removeHeader(name);
    }
    // Node drops anything written to the body with this status.
    return writeHead(304);
  };
}

function isAmong(etag: string, known: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((each) => bare(each) === bare(etag));
}
