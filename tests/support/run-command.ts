import { format } from "node:util";
import { runCommandLine } from "@/scripts/cli/command-line";
import type { Outcome } from "./run-cli";

/**
 * Runs an operator command in this process with only these variables, in a tenth of the time that
 * `runCli` takes. Returns what it prints through the console.
 */
export async function runCommand(
  args: string[],
  variables: Record<string, string>,
): Promise<Outcome> {
  const { log, error } = console;
  const { env, exitCode } = process;
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  Object.assign(console, {
    log: (...parts: unknown[]) => (outcome.stdout += `${format(...parts)}\n`),
    error: (...parts: unknown[]) => (outcome.stderr += `${format(...parts)}\n`),
  });
  process.env = { NODE_ENV: "test", ...variables };
  process.exitCode = 0;
  try {
    await runCommandLine(args);
    return { ...outcome, code: process.exitCode };
  } finally {
    Object.assign(console, { log, error });
    Object.assign(process, { env, exitCode });
  }
}
