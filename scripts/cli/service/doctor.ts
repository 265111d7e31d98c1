import type { Command } from "commander";
import { createDoctor } from "@/lib/composition";
import { countResults, runChecks, type CheckResult } from "@/lib/domain/status/doctor/run-checks";
import { parseEnv } from "@/lib/platform/env";

const statuses = ["pass", "warn", "fail"] as const;

/** `doctor`. Not `withServices`: an unreachable database is one of its findings. */
export function registerDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("check that everything is ready to go live, without changing anything")
    .option("--json", "print one JSON object")
    .addHelpText(
      "after",
      `
Checks DNS, the keys, webhooks, and settings at Postmark, Twilio, and Paddle, the site, the database,
the clock, the disk, and backups. In local mode it checks the sandbox, so start the service first.
Exits with 1 if a check fails.

Example:
  $ npm run cli -- doctor`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { ctx, close } = createDoctor(parseEnv(process.env));
      try {
        const results = await runChecks(ctx);
        const counts = countResults(results);
        const ok = counts.fail === 0;
        console.log(json ? JSON.stringify({ ok, ...counts, checks: results }) : format(results));
        if (!ok) process.exitCode = 1;
      } finally {
        await close();
      }
    });
}

function format(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.flatMap(({ name, status, detail, fix }) => [
    `${status}  ${name.padEnd(width)}  ${detail}`,
    ...(fix === null ? [] : [`${" ".repeat(width + 8)}How to fix: ${fix}`]),
  ]);
  const counts = countResults(results);
  return [...rows, "", statuses.map((status) => `${counts[status]} ${status}`).join(", ")].join(
    "\n",
  );
}
