import { SourceMap } from "node:module";
import { transformSync } from "esbuild";
import { array, assert, constant, integer, oneof, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { findPlace, packPlaces } from "./script-places";

test("every place in a script has the same source as in its map", () => {
  const source = `type Unused = string;

export const words = (text: string): string[] => text.split(" ").filter((word) => word !== "é");
export function fail(reason: string): never {
  throw new Error(\`no \${reason}\`);
}
`;
  const { code, map } = transformSync(source, {
    loader: "ts",
    minify: true,
    sourcemap: "external",
    sourcefile: "turbopack:///[project]/lib/words.ts",
  });
  const places = packPlaces(JSON.parse(map));
  const reference = new SourceMap(JSON.parse(map));
  const found = new Set<string | null>();
  for (let column = 0; column < code.length; column += 1) {
    const { fileName, originalLine, originalColumn } = entryAt(reference, 0, column);
    const expected = `${fileName}:${originalLine + 1}:${originalColumn + 1}`;
    expect(findPlace(places, 1, column + 1)).toBe(expected);
    found.add(expected);
  }
  expect(found.size).toBeGreaterThan(10);
});

function entryAt(map: SourceMap, line: number, column: number) {
  const entry = map.findEntry(line, column);
  if (!("originalSource" in entry)) throw new Error("no entry");
  const { originalSource: fileName, originalLine, originalColumn } = entry;
  return { fileName, originalLine, originalColumn };
}

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function digits(value: number): string {
  let rest = value < 0 ? -value * 2 + 1 : value * 2;
  let text = "";
  do {
    text += base64.charAt((rest % 32) + (rest >= 32 ? 32 : 0));
    rest = Math.floor(rest / 32);
  } while (rest > 0);
  return text;
}

test("numbers of every size, in both directions, and lines without places are read", () => {
  const position = integer({ min: 0, max: 10_000_000 });
  const segment = tuple(integer({ min: 0, max: 2 }), position, position);
  const lines = array(oneof(segment, constant(null)), { minLength: 1, maxLength: 50 });
  assert(
    property(lines, (segments) => {
      let last = [0, 0, 0];
      const mappings = segments.map((each) => {
        if (each === null) return "";
        const text = digits(0) + each.map((value, at) => digits(value - (last[at] ?? 0))).join("");
        last = each;
        return text;
      });
      const sources = ["a.ts", "b.ts", "c.ts"];
      const places = packPlaces({ sources, mappings: mappings.join(";") });
      for (const [index, each] of segments.entries()) {
        const expected = each && `${sources[each[0]]}:${each[1] + 1}:${each[2] + 1}`;
        expect(findPlace(places, index + 1, 7)).toBe(expected);
      }
    }),
  );
});

test.each([
  ["before the first place of a line", "CAAA;EAAA", 2, 2],
  ["below the last line", "CAAA", 2, 1],
  ["made from no source", "CAAA,C", 1, 3],
  ["of a source without a name", "CCAA", 1, 2],
  ["that isn't one", "CAAA", 0, 0],
])("a place %s has no source", (_what, mappings, line, column) => {
  const places = packPlaces({ sources: ["a.ts", null], mappings });
  expect(findPlace(places, 1, 2)).toBe(mappings.startsWith("CA") ? "a.ts:1:1" : null);
  expect(findPlace(places, line, column)).toBeNull();
});
