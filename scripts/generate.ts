import { spawn } from "node:child_process";
import { OperatorError } from "@/lib/platform/operator-error";
import { exitOf } from "@/server/run/child-exit";

/**
 * Writes the Prisma client for a schema, by default ours, to the folder it names. The client is committed, so
 * a start needs no generator.
 */
export async function generateClient(schema = "prisma/schema.prisma"): Promise<void> {
  await run(["node_modules/prisma/build/index.js", "generate", "--schema", schema], {
    // Generating only checks that this file exists; without it Prisma downloads an engine.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  });
}

/**
 * Writes docs/api.md and what `GET /api/openapi.json` and the pages at `/api-reference` serve, by updating
 * the snapshots of the test that compares them with the routes.
 */
export async function generateApiReference(): Promise<void> {
  await updateSnapshots("api-reference", "is (served as|rendered to) ");
}

/** Writes the market holidays offered as days off, from the package `date-holidays`. */
export async function generateMarketHolidays(): Promise<void> {
  await updateSnapshots("market-holidays", "are those that date-holidays knows");
}

async function updateSnapshots(test: string, names: string): Promise<void> {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "architecture"];
  const path = `tests/architecture/${test}.test.ts`;
  await run([...vitest, path, "--update", "--testNamePattern", names]);
}

async function run(args: string[], variables: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...variables },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  if ((await exitOf(child)) !== 0) throw new OperatorError(output.trim());
}
