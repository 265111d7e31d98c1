import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { erasureFilePath } from "@/lib/platform/data-folder/erasure-file";
import { systemClock } from "@/lib/platform/clock";
import { requireReachable } from "../supervisor/checks";
import { exitOf } from "../supervisor/child-exit";
import { createFilesPrivately, prepareDataFolder } from "../supervisor/data-folder";
import { storeSecrets } from "../supervisor/local-secrets";
import { hasFirstContent } from "../supervisor/first-content";
import { migrate } from "../supervisor/migrate";
import { OperatorError } from "@/lib/platform/operator-error";
import { announceAdmin, counted, printLine } from "../supervisor/output";
import type { Settings } from "../supervisor/settings";

/**
 * What has to happen once before the processes of a version start: migrations, deleting people again
 * who are in a restored backup, and the first administrator. Doing it twice changes nothing.
 *
 * @throws OperatorError when the operator has to fix something first
 */
export async function prepare(settings: Settings, variables: NodeJS.ProcessEnv): Promise<void> {
  createFilesPrivately();
  prepareDataFolder(settings.dataDir);
  storeSecrets(settings.dataDir, settings.secrets);
  const url = settings.directDatabaseUrl ?? "";
  await requireReachable("DATABASE_URL", url);
  const applied = await migrate(url, {
    now: systemClock.now(),
    emailLeadMinutes: settings.env.EMAIL_LEAD_MINUTES,
  });
  if (applied.length > 0) printLine(`Applied ${counted(applied.length, "migration")}.`);
  if (existsSync(erasureFilePath(settings.dataDir))) {
    await runCommand(["erasures", "replay", "--quiet"], variables);
  }
  if (!(await hasFirstContent(url, settings.isLive))) {
    await runCommand(["seed", "--if-empty"], variables);
  }
  announceAdmin(settings);
}

async function runCommand(args: string[], variables: NodeJS.ProcessEnv): Promise<void> {
  if ((await runCli(args, variables, "ignore")) !== 0) {
    throw new OperatorError(`\`${args.join(" ")}\` failed; see the error above.`);
  }
}

/** Runs an operator command and returns its exit code. */
export function runCli(
  args: string[],
  variables: NodeJS.ProcessEnv,
  input: "ignore" | "inherit",
): Promise<number> {
  const child = spawn(process.execPath, ["dist/cli.mjs", ...args], {
    stdio: [input, "inherit", "inherit"],
    env: variables,
  });
  return exitOf(child);
}
