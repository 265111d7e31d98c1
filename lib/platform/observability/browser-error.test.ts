import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBrowserError, scriptPlacesPath } from "./browser-error";
import { packPlaces } from "./script-places";

const script = "https://threeline.example/_next/static/chunks/0a-b_c.js";
const extension = "chrome-extension://abcdefgh/content.js";
let distDir = "";

beforeAll(() => {
  distDir = mkdtempSync(join(tmpdir(), "threeline-maps-"));
  const { map } = transformSync(
    "\n\nexport const copy = (): never => {\n  throw new Error();\n};\n",
    {
      loader: "ts",
      sourcemap: "external",
      sourcefile: "turbopack:///[project]/components/share.tsx",
    },
  );
  const path = scriptPlacesPath(distDir, "0a-b_c.js");
  mkdirSync(dirname(path));
  writeFileSync(path, packPlaces(JSON.parse(map)));
});

afterAll(() => rmSync(distDir, { recursive: true }));

const sent = { name: "TypeError", message: "x", stack: "", path: "/", release: "0.1.0" };
const framesOf = (stack: string) =>
  readBrowserError({ ...sent, stack }, distDir)
    ?.stack?.split("\n")
    .slice(1);

const mapped = "turbopack:///[project]/components/share.tsx:4:9";

describe("the stack has our TypeScript files", () => {
  test.each([
    ["Chrome", `TypeError: x\n    at copy (${script}:2:9)`, [`    at copy (${mapped})`]],
    ["Chrome, without a name", `TypeError: x\n    at ${script}:2:9`, [`    at ${mapped}`]],
    [
      "Chrome, asynchronous",
      `    at async Object.copy (${script}:2:9)`,
      [`    at Object.copy (${mapped})`],
    ],
    ["Firefox", `copy@${script}:2:9\n`, [`    at copy (${mapped})`]],
    ["Safari, without a name", `@${script}:2:9`, [`    at ${mapped}`]],
  ])("in %s", (_browser, stack, frames) => {
    expect(framesOf(stack)).toEqual(frames);
  });

  test("and an earlier version's script, without a map, as it is", () => {
    expect(framesOf(`    at e (https://threeline.example/_next/static/chunks/old.js:1:2)`)).toEqual(
      ["    at e (_next/static/chunks/old.js:1:2)"],
    );
  });

  test("at most 20 times", () => {
    expect(framesOf(`    at copy (${script}:2:9)\n`.repeat(50))).toHaveLength(20);
  });
});

describe("an error is ignored", () => {
  test.each([
    ["of an extension", `    at run (${extension}:1:2)\n    at copy (${script}:2:9)`],
    ["of another site's script", "    at f (https://cdn.example/a.js:1:2)"],
    ["of a script in the page", "    at https://threeline.example/pricing:1:2"],
    [
      "that names a file elsewhere",
      "    at f (https://a.example/_next/static/chunks/../../a.js:1:2)",
    ],
    ["without places", "TypeError: x"],
    ["without a stack", ""],
  ])("%s", (_what, stack) => {
    expect(framesOf(stack)).toBeUndefined();
  });
});

test("frames of other scripts aren't kept", () => {
  const stack = `    at copy (${script}:2:9)\n    at jane (${extension}:1:2)`;
  expect(framesOf(stack)).toEqual([`    at copy (${mapped})`]);
});

test("nothing else that was sent is kept as it is", () => {
  const secrets = ["jane@example.com", "14155550123", "eyJhbGciOiJkaXIiLCJlbmMi1"];
  const text = secrets.join(" or ");
  const error = readBrowserError(
    {
      ...sent,
      name: text,
      message: `no ${text}`,
      stack: `${text}\n    at ${secrets[0]} (${script}:2:9)\n    at f (${script}?${secrets[2]}:2:9)`,
    },
    distDir,
  );
  expect(error?.stack).toBe(`Error: no [address] or [number] or [id]\n    at ${mapped}`);
  expect(error).toMatchObject({ name: "Error", message: "no [address] or [number] or [id]" });
});
