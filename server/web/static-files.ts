import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import sirv from "sirv";
import { z } from "zod";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** What the site's scripts and styles are fetched under; their names change with their content. */
const PREFIX = "/_next/static";
const YEAR_SECONDS = 31_536_000;

/** V8's magic comment: all functions of this file are called while it loads. */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";

const manifestSchema = z.object({ rootMainFiles: z.array(z.string()) });

/**
 * Marks the scripts of a build that every page starts with, so that browsers with V8 compile them
 * whole, beside the main thread, while they come in (docs/decisions/022).
 */
export async function hintStartScripts(distDir: string): Promise<void> {
  const manifest = await readFile(join(distDir, "build-manifest.json"), "utf8");
  const { rootMainFiles } = manifestSchema.parse(JSON.parse(manifest));
  await Promise.all(
    rootMainFiles.map(async (name) => {
      const file = join(distDir, name);
      const script = await readFile(file, "utf8");
      // A build may leave a script of the one before it where it is.
      if (!script.startsWith(COMPILE_HINT)) await writeFile(file, COMPILE_HINT + script);
    }),
  );
}

/** Lays a Brotli and a gzip copy beside each file of a build that is worth it, as small as can be. */
export async function compressStaticFiles(distDir: string): Promise<void> {
  const files = globSync(join(distDir, "static/**/*.{js,css,svg}"));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await writeFile(`${file}.br`, await toBrotli(bytes, { params }));
      await writeFile(`${file}.gz`, await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}

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
