import type { Command } from "commander";
import { auditFilterSchema } from "@/lib/contracts/admin/audit";
import { acceptAuditLog, checkAuditLog } from "@/lib/domain/audit-log/check-log";
import { exportAuditEntries } from "@/lib/domain/audit-log/export-entries";
import { auditMessages } from "@/lib/messages/admin/audit";
import { OperatorError } from "@/lib/platform/operator-error";
import { withServices } from "./services";

type ExportOptions = { search?: string; from?: string; to?: string };

/** `audit verify`, `audit accept`, and `audit export`. */
export function registerAuditCommands(program: Command): void {
  const audit = program.command("audit").description("who changed what");

  audit
    .command("verify")
    .description("check that nobody changed or removed entries of the audit log")
    .addHelpText(
      "after",
      `
The workers do this every night. Exits with 1 if something was changed.

Example:
  $ npm run cli -- audit verify`,
    )
    .action(() =>
      withServices(async ({ ctx }) => {
        const { entries, head, problems } = await checkAuditLog(ctx);
        for (const problem of problems) console.log(auditMessages.problem(problem));
        if (problems.length > 0) process.exitCode = 1;
        else console.log(auditMessages.intact(entries));
        if (head) console.log(`Last entry: ${head.position}, hash ${head.hash}`);
      }),
    );

  audit
    .command("accept")
    .description("record why the audit log was changed, and continue from its current state")
    .requiredOption("--reason <text>", "such as: restored the backup of November 21")
    .addHelpText(
      "after",
      `
Run it after restoring a backup, or when you know what was changed. The reason is kept in the log.

Example:
  $ npm run cli -- audit accept --reason "restored the backup of November 21"`,
    )
    .action(({ reason }: { reason: string }) =>
      withServices(async ({ ctx }) => {
        for (const problem of await acceptAuditLog(ctx, reason)) {
          console.log(auditMessages.problem(problem));
        }
      }),
    );

  audit
    .command("export")
    .description("print the audit log as CSV, newest first")
    .option("--search <text>", "part of a person, action, or subscriber")
    .option("--from <time>", "entries from this time on, such as 2026-11-01T00:00:00Z")
    .option("--to <time>", "entries before this time")
    .addHelpText(
      "after",
      `
Example:
  $ npm run cli -- audit export --search refund > audit-log.csv`,
    )
    .action(({ search, from, to }: ExportOptions) =>
      withServices(async ({ ctx }) => {
        const filter = auditFilterSchema.safeParse({ q: search, from, to });
        if (!filter.success) throw new OperatorError("Give times such as 2026-11-01T00:00:00Z.");
        for await (const chunk of exportAuditEntries(ctx, filter.data)) {
          process.stdout.write(chunk);
        }
      }),
    );
}
