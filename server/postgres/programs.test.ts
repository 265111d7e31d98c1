import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type * as Programs from "./programs";

// Outside of the repository, where the embedded PostgreSQL isn't found, as in the image for backups.
const folder = mkdtempSync(join(tmpdir(), "threeline-programs-"));
let programs: typeof Programs;

beforeAll(async () => {
  const outfile = join(folder, "programs.mjs");
  await build({
    entryPoints: ["server/postgres/programs.ts"],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
  programs = await import(pathToFileURL(outfile).href);
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Installs programs that only say their version. */
function installPostgres(version: string): string {
  const bin = join(folder, version);
  mkdirSync(bin);
  for (const name of ["initdb", "postgres"]) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`, {
      mode: 0o755,
    });
  }
  return bin;
}

test("without an embedded PostgreSQL, an installed one of the same version is used", async () => {
  const later = installPostgres("99.1");
  const same = installPostgres("18.9");
  vi.stubEnv("PATH", [later, same].join(delimiter));
  const { binaries } = await programs.findPrograms(folder);
  expect(binaries).toEqual({ initdb: join(same, "initdb"), postgres: join(same, "postgres") });
});
