import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserError } from "@/lib/contracts/reading/browser-errors";
import { withoutPersonalData } from "./personal-data";
import { isFunctionName, typeName } from "./report";
import { findPlace } from "./script-places";

const maxFrames = 20;

/** In Chrome: `    at async name (URL:1:2)`, or without the name. In Firefox and Safari: `name@URL:1:2`. */
const frameLine =
  /^(?:\s*at (?:async )?(?:(?<chrome>[^()]{1,100}) \()?|(?<firefox>[^@]{0,100})@)(?<url>[\w-]+:\/\/[^\s()]{1,300}):(?<line>\d{1,9}):(?<column>\d{1,9})\)?$/;

const ownScript = /^https?:\/\/[^/]+\/_next\/static\/chunks\/(?<name>[\w~.-]+\.js)$/;

type Frame = { name: string; script: string | undefined; line: number; column: number };

/** Where the build in `distDir` keeps the source positions of a browser script. It isn't served. */
export function scriptPlacesPath(distDir: string, script: string): string {
  return join(distDir, "browser-maps", `${script}.places`);
}

/**
 * An error that a browser sent, its stack reduced to positions in our TypeScript files; null if it comes from
 * another script, such as an extension's. Anyone can send anything, so nothing else is used unchanged.
 */
export function readBrowserError(sent: BrowserError, distDir: string): Error | null {
  const frames = sent.stack.split("\n").flatMap((text) => readFrame(text) ?? []);
  const own = frames.filter(({ script }) => script !== undefined);
  if (frames[0]?.script === undefined) return null;
  const error = new Error(withoutPersonalData(sent.message));
  error.name = typeName(sent.name);
  const kept = own.slice(0, maxFrames);
  const places = readPlaces(kept, distDir);
  const lines = kept.map((frame) => describeFrame(frame, places));
  error.stack = [`${error.name}: ${error.message}`, ...lines].join("\n");
  return error;
}

function readFrame(text: string): Frame | null {
  const found = frameLine.exec(text)?.groups;
  if (!found) return null;
  const { chrome, firefox, url = "", line, column } = found;
  return {
    name: chrome ?? firefox ?? "",
    script: ownScript.exec(url)?.groups?.["name"],
    line: Number(line),
    column: Number(column),
  };
}

type Places = ReadonlyMap<string, Buffer>;

/** The source positions of each script named in the frames, except scripts of earlier versions. */
function readPlaces(frames: readonly Frame[], distDir: string): Places {
  const places = new Map<string, Buffer>();
  for (const script of new Set(frames.map((frame) => frame.script ?? ""))) {
    const path = scriptPlacesPath(distDir, script);
    if (existsSync(path)) places.set(script, readFileSync(path));
  }
  return places;
}

function describeFrame({ name, script = "", line, column }: Frame, places: Places): string {
  const known = places.get(script);
  const place =
    (known && findPlace(known, line, column)) ?? `_next/static/chunks/${script}:${line}:${column}`;
  return isFunctionName(name) ? `    at ${name} (${place})` : `    at ${place}`;
}
