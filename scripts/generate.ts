import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitOf } from "@/server/supervisor/child-exit";
import { withLock } from "@/server/supervisor/instance-lock";

const schemaPath = "prisma/schema.prisma";
const generatedFolder = "lib/platform/database/generated";
const stampPath = join(generatedFolder, ".schema-hash");

/** Something couldn't be generated. The message is the tool's output. */
export class GenerateError extends Error {
  override name = "GenerateError";
}

/**
 * Generates the Prisma client if the schema or Prisma itself changed since the last time. Returns
 * whether it did.
 */
export async function generateClient(): Promise<boolean> {
  if (isCurrent()) return false;
  return withLock("dist/generate.lock", async () => {
    if (isCurrent()) return false;
    rmSync(stampPath, { force: true });
    await prismaGenerate();
    writeFileSync(stampPath, wantedHash());
    return true;
  });
}

function isCurrent(): boolean {
  return existsSync(stampPath) && readFileSync(stampPath, "utf8") === wantedHash();
}

function wantedHash(): string {
  const hash = createHash("sha256");
  hash.update(readFileSync(schemaPath));
  hash.update(readFileSync("node_modules/prisma/package.json"));
  return hash.digest("hex");
}

async function prismaGenerate(): Promise<void> {
  await run(["node_modules/prisma/build/index.js", "generate"], {
    // Generating only checks that this file exists; without it Prisma downloads an engine.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  });
}

const referenceTest = "tests/architecture/api-reference.test.ts";

/**
 * Writes docs/api.md and what `GET /api/openapi.json` serves, by updating the snapshots of the
 * test that compares both with the routes.
 */
export async function generateApiReference(): Promise<void> {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "architecture"];
  const names = "is (served as|rendered to) ";
  await run([...vitest, referenceTest, "--update", "--testNamePattern", names]);
}

async function run(args: string[], variables: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...variables },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  if ((await exitOf(child)) !== 0) throw new GenerateError(output.trim());
}
