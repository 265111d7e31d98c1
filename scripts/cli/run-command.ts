import { brand } from "@/lib/brand";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LocalPostgresError, startLocalPostgres } from "@/server/postgres/local-postgres";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { z } from "zod";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/supervisor/child-exit";
import { prepareDataFolder } from "@/server/supervisor/data-folder";
import { lockHolder, takeLock } from "@/server/supervisor/instance-lock";
import { storeSecrets } from "@/server/supervisor/local-secrets";
import { OperatorError } from "@/server/supervisor/operator-error";
import { readSettings } from "@/server/supervisor/settings";

const localFileSchema = z.object({
  pid: z.number(),
  databaseUrl: z.string(),
  variables: z.record(z.string(), z.string()),
});

type LocalFile = z.infer<typeof localFileSchema>;

/**
 * Runs `cli` or `bench` with the environment of the local instance: its database when it runs, and
 * otherwise the embedded one, started for as long as the command takes. Answers the exit code.
 */
export async function runOperatorCommand(
  command: "cli" | "bench",
  args: string[],
): Promise<number> {
  await buildProcesses();
  if (!existsSync(`dist/${command}.mjs`)) {
    throw new OperatorError(`This version of ${brand.name} has no ${command}.`);
  }
  const dataDir = readSettings(process.env, "production").dataDir;
  const running = readRunning(dataDir);
  const settings = readSettings({ ...running?.variables, ...process.env }, "production");
  const run = (databaseUrl: string) =>
    runToEnd([`dist/${command}.mjs`, ...args], {
      ...settings.variables,
      DATABASE_URL: databaseUrl,
    });

  const isHelp = args.length === 0 || args.includes("--help") || args.includes("-h");
  // A measurement makes a database of its own, and help needs none.
  if (isHelp || command === "bench") return run(settings.databaseUrl ?? running?.databaseUrl ?? "");
  if (settings.databaseUrl !== undefined) return run(settings.databaseUrl);
  if (running) return run(running.databaseUrl);
  prepareDataFolder(dataDir);
  storeSecrets(dataDir, settings.secrets);
  return withEmbeddedDatabase(dataDir, run);
}

function readRunning(dataDir: string): LocalFile | undefined {
  const path = join(dataDir, "local.json");
  const holder = lockHolder(join(dataDir, "instance.lock"));
  if (holder === undefined || !existsSync(path)) return undefined;
  const local = localFileSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  return local.pid === holder ? local : undefined;
}

async function withEmbeddedDatabase(
  dataDir: string,
  work: (databaseUrl: string) => Promise<number>,
): Promise<number> {
  const release = takeLock(join(dataDir, "postgres.lock"));
  if (!release)
    throw new OperatorError(`The database in ${dataDir} is starting or stopping; try again.`);
  try {
    const server = await startLocalPostgres(dataDir);
    try {
      await applyMigrations(server.url);
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (error instanceof LocalPostgresError) throw new OperatorError(error.message);
    throw error;
  } finally {
    release();
  }
}

async function runToEnd(args: string[], variables: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: "inherit", env: variables });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGINT", pass);
  process.on("SIGTERM", pass);
  process.on("disconnect", () => child.kill("SIGTERM"));
  return exitOf(child);
}
