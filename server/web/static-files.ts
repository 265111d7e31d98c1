import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

/** What the site's scripts and styles are fetched under; their names change with their content. */
const PREFIX = "/_next/static";
const YEAR_SECONDS = 31_536_000;

/** Answers what it has a file for; calls `otherwise` for anything else. */
export type StaticFiles = (
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
) => void;

/** Serves the scripts, styles and fonts of the build in `distDir`, in the copy the browser takes. */
export function serveStaticFiles(distDir: string): StaticFiles {
  const serve = sirv(join(distDir, "static"), {
    brotli: true,
    gzip: true,
    etag: true,
    maxAge: YEAR_SECONDS,
    immutable: true,
    setHeaders: (response) => response.setHeader("x-content-type-options", "nosniff"),
  });
  return (request, response, otherwise) => {
    const url = request.url ?? "/";
    if (request.method !== "GET" || !url.startsWith(`${PREFIX}/`)) return otherwise();
    request.url = url.slice(PREFIX.length);
    serve(request, response, () => {
      request.url = url;
      otherwise();
    });
  };
}
