import { globSync, readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { z } from "zod";
import { scriptPlacesPath } from "@/lib/platform/observability/browser-error";
import { packPlaces } from "@/lib/platform/observability/script-places";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** V8's magic comment: all functions in this file are called while it loads. */
const compileHint = "//# allFunctionsCalledOnLoad\n";

const manifestSchema = z.object({ rootMainFiles: z.array(z.string()) });

/**
 * Marks the scripts that every page loads first, so that browsers with V8 compile all of them off the
 * main thread while they download (docs/decisions/048-public-pages.md).
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

const fontFace = /@font-face\{[^}]*\}/g;
const fontUrl = /url\("?(?<path>[^")]+\.woff2)"?\)/;

/**
 * Inlines the fonts that block the first paint (`font-display: block`) into their stylesheets
 * (docs/decisions/048-public-pages.md).
 */
export async function embedFirstFonts(distDir: string): Promise<void> {
  await Promise.all(
    globSync(join(distDir, "static/**/*.css")).map(async (file) => {
      const styles = await readFile(file, "utf8");
      const embedded = styles.replace(fontFace, (face) =>
        face.includes("font-display:block")
          ? face.replace(
              fontUrl,
              (_, path: string) => `url(${dataUrlOf(join(dirname(file), path))})`,
            )
          : face,
      );
      if (embedded !== styles) await writeFile(file, embedded);
    }),
  );
}

function dataUrlOf(font: string): string {
  return `data:font/woff2;base64,${readFileSync(font).toString("base64")}`;
}

/** The line of a script that names its source map. */
export const mapComment = /\s*\/\/# sourceMappingURL=(\S+)\s*$/;

const styleMapComment = /\s*\/\*# sourceMappingURL=\S+\s*\*\/\s*$/;

const mapSchema = z.object({ sources: z.array(z.string().nullable()), mappings: z.string() });

/**
 * Replaces the source maps of the browser's scripts with tables that aren't served, for errors that browsers
 * report. The tables contain no source code. Call it after hints have been added.
 */
export async function hideBrowserMaps(distDir: string): Promise<void> {
  await mkdir(dirname(scriptPlacesPath(distDir, "")), { recursive: true });
  const scripts = globSync(join(distDir, "static/**/*.js"));
  await Promise.all(scripts.map((script) => hideMap(script, distDir)));
  // The script for old browsers has a map but doesn't name it. Styles need none.
  for (const file of globSync(join(distDir, "static/**/*.css"))) {
    const styles = await readFile(file, "utf8");
    await writeFile(file, styles.replace(styleMapComment, ""));
  }
  const maps = globSync(join(distDir, "static/**/*.map"));
  await Promise.all(maps.map((map) => rm(map)));
}

async function hideMap(file: string, distDir: string): Promise<void> {
  const script = await readFile(file, "utf8");
  const [comment, name] = mapComment.exec(script) ?? [];
  if (comment === undefined || name === undefined) return;
  const map = mapSchema.parse(JSON.parse(await readFile(join(dirname(file), name), "utf8")));
  // The hint added a line that the map doesn't know.
  if (script.startsWith(compileHint)) map.mappings = `;${map.mappings}`;
  await writeFile(scriptPlacesPath(distDir, basename(file)), packPlaces(map));
  await writeFile(file, script.slice(0, -comment.length));
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
