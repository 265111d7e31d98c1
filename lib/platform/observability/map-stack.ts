import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** How many maps are kept in memory; Next's have a few megabytes each. */
const keptMaps = 8;

/** How many scripts are remembered in all, most of them without a map. */
const knownScripts = 500;

const maps = new Map<string, SourceMap | null>();

/** A place in a script: `/app/dist/web.mjs:12:3`, or as a file's URL. */
const scriptPlace = /(?<file>(?:file:\/\/)?\/[^\s:]{1,500}\.[cm]?js):(?<line>\d+):(?<column>\d+)/g;

const mapName = /\n\/\/# sourceMappingURL=(\S+)\s*$/;

/**
 * A stack with places in our TypeScript files instead of the scripts that run. Reads a script's map when
 * an error first needs it. Node's `--enable-source-maps` reads the maps of all scripts while they load,
 * which for Next's is half a gigabyte and takes seconds; where it's on, places are mapped already.
 */
export function mapStack(stack: string): string {
  if (process.sourceMapsEnabled) return stack;
  return stack.replaceAll(scriptPlace, (place, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    return origin && "fileName" in origin
      ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`
      : place;
  });
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = readMap(file);
  if (map !== null) {
    const loaded = [...maps].filter(([, each]) => each !== null);
    const [oldest] = loaded;
    if (oldest && loaded.length >= keptMaps) maps.delete(oldest[0]);
  } else if (maps.size >= knownScripts) maps.clear();
  maps.set(file, map);
  return map;
}

/** Null where there is none that can be read, as in a container. */
function readMap(file: string): SourceMap | null {
  try {
    const path = file.startsWith("file:") ? fileURLToPath(file) : file;
    const [, name] = mapName.exec(readFileSync(path, "utf8").slice(-1_000)) ?? [];
    if (name === undefined) return null;
    const payload: ConstructorParameters<typeof SourceMap>[0] = JSON.parse(
      readFileSync(join(dirname(path), decodeURIComponent(name)), "utf8"),
    );
    return new SourceMap(payload);
  } catch {
    return null;
  }
}
