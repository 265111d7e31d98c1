import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { z } from "zod";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** V8's magic comment: all functions in this file are called while it loads. */
const compileHint = "//# allFunctionsCalledOnLoad\n";

const manifestSchema = z.object({ rootMainFiles: z.array(z.string()) });

/**
 * Marks the scripts that every page loads first, so that browsers with V8 compile all of them off the
 * main thread while they download (docs/decisions/022-compile-hints-for-startup-scripts.md).
 */
export async function hintStartScripts(distDir: string): Promise<void> {
  const manifest = await readFile(join(distDir, "build-manifest.json"), "utf8");
  const { rootMainFiles } = manifestSchema.parse(JSON.parse(manifest));
  await Promise.all(
    rootMainFiles.map(async (name) => {
      const file = join(distDir, name);
      const script = await readFile(file, "utf8");
      // A script that didn't change since the last build may have the hint already.
      if (!script.startsWith(compileHint)) await writeFile(file, compileHint + script);
    }),
  );
}

/** Writes a Brotli and a gzip copy, as small as possible, of each static file that compresses well. */
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
