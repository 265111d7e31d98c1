import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startLocalPostgres } from "@/server/postgres/local-postgres";
import { brand } from "@/lib/brand";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/run/child-exit";
import { prepareDataFolder } from "@/server/run/data-folder";
import { takeLock } from "@/server/run/instance-lock";
import { readRunningInstance } from "@/server/run/local-file";
import { storeSecrets } from "@/server/run/local-secrets";
import { OperatorError } from "@/lib/platform/operator-error";
import { readSettings } from "@/server/run/settings";

/** Where a deployed service keeps its settings, and the command that reads them. */
const deployments = [
  { settings: `/etc/${brand.productKey}/${brand.productKey}.env`, command: "deploy/cli.sh" },
  {
    settings: "deploy/.env",
    command: "`docker compose exec backup node dist/run.mjs cli` in deploy/",
  },
];

/**
 * Runs `cli` or `bench` in the environment of the local instance: with its database if it's running,
 * otherwise with the embedded one, started just for this command. Runs `prove` with neither. Returns the exit
 * code.
 *
 * @throws OperatorError on the machine of a deployed service, which uses a different database
 */
export async function runOperatorCommand(
  command: "cli" | "bench" | "prove",
  args: string[],
  deployed = deployments,
): Promise<number> {
  await buildProcesses();
  if (!existsSync(`dist/${command}.mjs`)) {
    throw new OperatorError(`This version of ${brand.name} has no ${command} command.`);
  }
  // A proof starts what it needs.
  if (command === "prove") return runToEnd([`dist/${command}.mjs`, ...args], process.env);
  const dataDir = readSettings(process.env, "production").dataDir;
  const running = readRunningInstance(dataDir);
  const settings = readSettings({ ...running?.variables, ...process.env }, "production");
  const run = (databaseUrl: string) =>
    runToEnd([`dist/${command}.mjs`, ...args], {
      ...settings.variables,
      DATABASE_URL: databaseUrl,
    });

  const isHelp = args.length === 0 || args.includes("--help") || args.includes("-h");
  // A benchmark creates its own database, and help needs none.
  if (isHelp || command === "bench") return run(settings.databaseUrl ?? running?.databaseUrl ?? "");
  if (settings.databaseUrl !== undefined) return run(settings.databaseUrl);
  if (running) return run(running.databaseUrl);
  // Nobody wants a second, empty database there.
  const service = deployed.find(({ settings: path }) => existsSync(path));
  if (service) {
    throw new OperatorError(
      `${brand.name} has its settings in ${service.settings}, which \`npm run cli\` doesn't read: use ${service.command} instead.`,
    );
  }
  if (isOffline(args, dataDir)) return run(noDatabase);
  prepareDataFolder(dataDir);
  storeSecrets(dataDir, settings.secrets);
  // `migrate` reports what is missing, and applies it.
  return withEmbeddedDatabase(dataDir, args[0] === "migrate", run);
}

/** Nothing listens at this address. */
const noDatabase = "postgresql://none@127.0.0.1:1/none";

/**
 * Returns whether a command replaces the database or needs none, as on a machine that only verifies backups.
 */
function isOffline([command, subcommand = ""]: string[], dataDir: string): boolean {
  if (command !== "backup") return command === "restore";
  if (subcommand === "verify") return !existsSync(join(dataDir, "postgres"));
  return subcommand === "key" || subcommand === "list";
}

async function withEmbeddedDatabase(
  dataDir: string,
  isForUnmigrated: boolean,
  work: (databaseUrl: string) => Promise<number>,
): Promise<number> {
  const release = takeLock(join(dataDir, "postgres.lock"));
  if (!release)
    throw new OperatorError(
      `The database in ${dataDir} is starting or stopping. Try again in a moment.`,
    );
  try {
    const server = await startLocalPostgres(dataDir);
    try {
      if (!isForUnmigrated) await applyMigrations(server.url);
      return await work(server.url);
    } finally {
      await server.stop();
    }
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
