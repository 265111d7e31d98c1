import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitOf } from "@/server/supervisor/child-exit";
import { withLock } from "@/server/supervisor/instance-lock";

const schemaPath = "prisma/schema.prisma";
const generatedFolder = "lib/platform/database/generated";
const stampPath = join(generatedFolder, ".schema-hash");

/** The Prisma client couldn't be generated. The message is Prisma's output. */
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
  const child = spawn(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      // Generating only checks that this file exists. Without it, Prisma downloads an engine.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  if ((await exitOf(child)) !== 0) throw new GenerateError(output.trim());
}
