import { OperatorError } from "@/lib/platform/operator-error";
import { readSettings, variablesOf } from "./settings";
import { isProcessName, runProcess } from "./processes";
import { prepare, runCli } from "./prepare";

// Runs a single process of the service, for systemd, which starts and restarts it: `node dist/run.mjs web`.
// `npm start` runs all of them together.

const usage =
  "Use `web`, `worker NAME`, or `sandbox` to run a process, `prepare` to migrate the database before, and `cli` for the operator commands.";

async function main(command: string, name: string | undefined): Promise<void> {
  const settings = readSettings(process.env, "production", true);
  const variables = variablesOf(settings, settings.databaseUrl ?? "");
  if (command === "prepare") return prepare(settings, variables);
  if (command === "cli") {
    process.exitCode = await runCli(process.argv.slice(3), variables, { input: "inherit" });
    return;
  }
  if (!isProcessName(command)) throw new OperatorError(usage);
  Object.assign(process.env, variables);
  await runProcess(command, name);
}

const [command = "", name] = process.argv.slice(2);
main(command, name).catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exit(1);
});
