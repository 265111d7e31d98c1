import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const sbomSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
});

test("npm run sbom lists every package and its version, and marks what only development needs", () => {
  const output = execFileSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8" });
  const { components } = sbomSchema.parse(JSON.parse(output));
  const manifest = manifestSchema.parse(JSON.parse(readFileSync("package.json", "utf8")));
  const listed = components.map(({ name, version, properties }) => {
    const isForDevelopment = properties.some((each) => each.name === "cdx:npm:package:development");
    return `${isForDevelopment ? "development" : "production"} ${name}@${version}`;
  });
  const expected = (use: string, packages: Record<string, string>) =>
    Object.entries(packages).map(([name, version]) => `${use} ${name}@${version}`);
  expect(listed).toEqual(expect.arrayContaining(expected("production", manifest.dependencies)));
  expect(listed).toContain(`development vitest@${manifest.devDependencies["vitest"]}`);
  // Their own dependencies too.
  expect(listed.length).toBeGreaterThan(500);
});
