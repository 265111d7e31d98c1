import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { buildProcesses } from "@/server/build/bundle";

const processes = ["cli", "main", "postgres", "sandbox", "web", "worker"];

/** Imports that Node resolves before it runs the file. */
const staticImport = /^import (?:[^"]* from )?"(?<name>(?:@[^/"]+\/)?[^/"]+)[^"]*";$/gm;

const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

beforeAll(() => buildProcesses(processes));

// `npm start` doesn't install the packages that only developers need.
test.each(processes)("%s starts without the packages for developers", (name) => {
  const imports = readFileSync(`dist/${name}.mjs`, "utf8").matchAll(staticImport);
  const packages = new Set(Array.from(imports, ({ groups }) => groups?.["name"] ?? ""));
  expect(packages.size).toBeGreaterThan(0);
  expect([...packages].filter((each) => !isBuiltin(each) && !(each in dependencies))).toEqual([]);
});
