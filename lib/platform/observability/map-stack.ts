import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** How many maps are kept in memory; Next's are a few megabytes each. */
const keptMaps = 8;

/** How many scripts are remembered in all, most of them without a map. */
const knownScripts = 500;

type LoadedMap = {
  map: SourceMap;
  /** What the names of its sources are relative to. */
  folder: string;
};

const maps = new Map<string, LoadedMap | null>();

/**
 * A frame in a script: `    at name (/app/dist/web.mjs:12:3)`, without the name, or with a file's URL. The
 * message above the frames can contain anyone's text, which must not choose files to read.
 */
const scriptFrame = /^( +at (?:.* \(?)?)((?:file:\/\/)?\/[^\s:]{1,500}\.[cm]?js):(\d+):(\d+)/gm;

const mapName = /\n\/\/# sourceMappingURL=(\S+)\s*$/;

/**
 * A stack with positions in our TypeScript files instead of the running scripts. Reads a script's map when an
 * error first needs it. Node's `--enable-source-maps` reads every script's map at load, which for Next takes
 * half a gigabyte and seconds; where it's on, positions are mapped already.
 */
export function mapStack(stack: string): string {
  if (process.sourceMapsEnabled) return stack;
  return stack.replaceAll(
    scriptFrame,
    (frame, start: string, file: string, line: string, column: string) => {
      const source = findSource(file, Number(line), Number(column));
      return source === null ? frame : `${start}${source}`;
    },
  );
}

/** The position in a source file behind a position in a script; null without a map. */
function findSource(file: string, line: number, column: number): string | null {
  const loaded = mapOf(file);
  const origin = loaded?.map.findOrigin(line, column);
  if (!loaded || !origin || !("fileName" in origin)) return null;
  const { fileName } = origin;
  const source = /^[\w-]+:/.test(fileName) ? fileName : resolve(loaded.folder, fileName);
  return `${source}:${origin.lineNumber}:${origin.columnNumber}`;
}

function mapOf(file: string): LoadedMap | null {
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

/** Null if there is no readable map, as for Next's server in a container. */
function readMap(file: string): LoadedMap | null {
  try {
    const path = file.startsWith("file:") ? fileURLToPath(file) : file;
    const text = readOwnMap(path);
    if (text === null) return null;
    return { map: new SourceMap(JSON.parse(text)), folder: dirname(path) };
  } catch {
    return null;
  }
}

/** The map that the script names, which is next to it. */
function readOwnMap(script: string): string | null {
  const [, name] = mapName.exec(readFileSync(script, "utf8").slice(-1_000)) ?? [];
  if (name === undefined) return null;
  return readFileSync(join(dirname(script), decodeURIComponent(name)), "utf8");
}
