import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ dependencies: names, optionalDependencies: names, devDependencies: names }),
    ),
  })
  .parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

/** Looks as Node does: in the package's own folder, then in each one above it. */
function isLocked(name: string, folder: string): boolean {
  if (`${folder}node_modules/${name}` in packages) return true;
  if (folder === "") return false;
  return isLocked(name, folder.replace(/node_modules\/(?:@[^/]+\/)?[^/]+\/$/, ""));
}

// npm leaves packages of other platforms out when it updates a lock file next to installed packages.
// `npm install --package-lock-only` adds them.
test("the lock file has every package, as `npm ci` demands", () => {
  const missing = Object.entries(packages).flatMap(([path, found]) =>
    Object.keys({ ...found.dependencies, ...found.optionalDependencies, ...found.devDependencies })
      .filter((name) => !isLocked(name, path === "" ? "" : `${path}/`))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
