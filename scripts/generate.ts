import { spawn } from "node:child_process";
import { exitOf } from "@/server/supervisor/child-exit";

/** Something couldn't be generated. The message is the tool's output. */
export class GenerateError extends Error {
  override name = "GenerateError";
}

/**
 * Writes the Prisma client for a schema, by default ours, to the folder that it names. The client is
 * committed, so that a start needs no generator.
 */
export async function generateClient(schema = "prisma/schema.prisma"): Promise<void> {
  await run(["node_modules/prisma/build/index.js", "generate", "--schema", schema], {
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
