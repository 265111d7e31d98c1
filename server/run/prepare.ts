import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { countOf } from "@/lib/messages/counts";
import { systemClock } from "@/lib/platform/clock";
import { erasureFilePath } from "@/lib/platform/data-folder/erasure-file";
import { OperatorError } from "@/lib/platform/operator-error";
import { testSiteOf } from "@/lib/platform/test-accounts";
import { requireReachable } from "./checks";
import { exitOf } from "./child-exit";
import { createFilesPrivately, prepareDataFolder } from "./data-folder";
import { hasFirstContent } from "./first-content";
import { storeSecrets } from "./local-secrets";
import { migrate } from "./migrate";
import { announceAdmin, printLine } from "./output";
import { claimDatabase, requireNoDelivery } from "./rehearsal";
import type { Settings } from "./settings";

/**
 * Prepares a new version before systemd or Docker starts its processes. Running it twice does no harm.
 *
 * @throws OperatorError when the operator has to fix something first
 */
export async function prepare(settings: Settings, variables: NodeJS.ProcessEnv): Promise<void> {
  createFilesPrivately();
  prepareDataFolder(settings.dataDir);
  storeSecrets(settings.dataDir, settings.secrets);
  const url = settings.directDatabaseUrl ?? "";
  await requireReachable("DATABASE_URL", url);
  await prepareDatabase(settings, url, variables);
  announceAdmin(settings);
}

/**
 * Migrates the database, again deletes people whom a restored backup brought back, and adds the first
 * administrator and, without real providers, the sample data.
 *
 * @param url the database's, without a pooler in between
 */
export async function prepareDatabase(
  settings: Settings,
  url: string,
  variables: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  const applied = await migrate(url, {
    now: systemClock.now(),
    emailLeadMinutes: settings.env.EMAIL_LEAD_MINUTES,
  });
  if (applied.length > 0) printLine(`Applied ${countOf(applied.length, "migration")}.`);
  signal?.throwIfAborted();
  const run = async (...args: string[]) => {
    const code = await runCli(args, variables, { input: "ignore", signal });
    signal?.throwIfAborted();
    if (code !== 0) throw new OperatorError(`“${args.join(" ")}” failed; see the error above.`);
  };
  if (existsSync(erasureFilePath(settings.dataDir))) await run("erasures", "replay", "--quiet");
  if (settings.isLive) await keepApart(settings, url);
  if (await hasFirstContent(url, settings.isLive)) return;
  if (!settings.isLive) printLine("Adding sample data if the database is empty…");
  await run("seed", "--if-empty");
}

async function keepApart({ env }: Settings, url: string): Promise<void> {
  const isRehearsal = testSiteOf(env) === "rehearsal";
  if (isRehearsal) {
    // Loading the providers takes a second of each start.
    const { createDoctor } = await import("@/lib/composition");
    const { ctx, close } = createDoctor(env);
    try {
      await requireNoDelivery(ctx.mail);
    } finally {
      await close();
    }
  }
  await claimDatabase(url, isRehearsal);
}

/** Runs an operator command and returns its exit code. */
export function runCli(
  args: string[],
  variables: NodeJS.ProcessEnv,
  options: { input: "ignore" | "inherit"; signal?: AbortSignal | undefined },
): Promise<number> {
  const child = spawn(process.execPath, ["dist/cli.mjs", ...args], {
    stdio: [options.input, "inherit", "inherit"],
    env: variables,
    signal: options.signal,
  });
  return exitOf(child);
}
