import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

/** Path prefix of the scripts and styles. Their names change with their content. */
const prefix = "/_next/static";
const yearSeconds = 31_536_000;

/** Serves the request if there is a file for it, otherwise calls `otherwise`. */
export type StaticFiles = (
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
) => void;

/** Serves the scripts, styles, and fonts of the build in `distDir`, compressed as the browser accepts. */
export function serveStaticFiles(distDir: string): StaticFiles {
  const serve = sirv(join(distDir, "static"), {
    brotli: true,
    gzip: true,
    etag: true,
    maxAge: yearSeconds,
    immutable: true,
  });
  return (request, response, otherwise) => {
    const url = request.url ?? "/";
    if (request.method !== "GET" || !url.startsWith(`${prefix}/`)) return otherwise();
    request.url = url.slice(prefix.length);
    serve(request, response, () => {
      request.url = url;
      otherwise();
    });
  };
}
