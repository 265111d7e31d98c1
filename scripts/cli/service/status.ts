import { Option, type Command } from "commander";
import { reportBackupSchema, type StatusView } from "@/lib/contracts/admin/settings";
import { reportBackup } from "@/lib/domain/backups/backups";
import { getStatus } from "@/lib/domain/status/status";
import { settingsMessages as messages } from "@/lib/messages/admin/settings";
import {
  backupResults,
  readBackupFile,
  type BackupResult,
} from "@/lib/platform/service/backup-file";
import { OperatorError, reasonOf } from "@/server/supervisor/operator-error";
import { basename } from "node:path";
import { formatTable } from "../admin-options";
import type { WithServices } from "../services";

type BackupOptions = {
  file?: string;
  name?: string;
  finished?: string;
  size?: string;
  result?: BackupResult;
};

/** `status` and `backup record`. */
export function registerStatusCommands(program: Command, withServices: WithServices): void {
  program
    .command("status")
    .description("show whether the service, its providers, and its backups work")
    .option("--json", "print one JSON object")
    .addHelpText("after", "\nExample:\n  $ npm run cli -- status")
    .action(({ json }: { json?: boolean }) =>
      withServices(async ({ ctx }, env) => {
        const status = await getStatus(ctx, env.DATA_DIR);
        console.log(json ? JSON.stringify(status) : describe(status));
      }),
    );

  program
    .command("backup")
    .description("backups of the database, which other programs make")
    .command("record")
    .description("record that a backup was made")
    .option("--file <path>", "its file, for the name, time, size, and a check of SQL dumps")
    .option("--name <name>", "such as a snapshot's ID")
    .option("--finished <time>", "such as 2026-11-23T03:00:00Z (default: now, or the file's time)")
    .option("--size <bytes>", "its size")
    .addOption(
      new Option("--result <result>", "whether it can be restored, if you know").choices(
        backupResults,
      ),
    )
    .addHelpText(
      "after",
      `
Run it at the end of your backup script if BACKUP_DIR can't be set, as with a database that makes its
own snapshots. Status, Today, doctor, and the metrics then know how old the last good backup is.

Examples:
  $ npm run cli -- backup record --file /backups/database.sql
  $ npm run cli -- backup record --name snapshot-42 --result passed`,
    )
    .action((options: BackupOptions) =>
      withServices(async ({ ctx }) => {
        const report = reportBackupSchema.safeParse(await toReport(options));
        if (!report.success) throw new OperatorError(reportProblem(report.error.issues));
        const isNew = await reportBackup(ctx, report.data, "operator");
        const { name, result } = report.data;
        console.log(
          isNew
            ? `Recorded: ${name}, ${messages.backupResults[result]}.`
            : `${name} was recorded before.`,
        );
      }),
    );
}

async function toReport({ file, name, finished, size, result }: BackupOptions) {
  const found = file === undefined ? null : await readFound(file);
  return {
    name: name ?? found?.name,
    finishedAt: finished ?? found?.finishedAt.toISOString(),
    sizeBytes: size === undefined ? found?.sizeBytes : Number(size),
    result: result ?? found?.result,
  };
}

async function readFound(path: string) {
  try {
    return await readBackupFile(path, basename(path));
  } catch (error) {
    throw new OperatorError(`Can't read the backup: ${reasonOf(error)}.`, { cause: error });
  }
}

function reportProblem([issue]: readonly { path: readonly PropertyKey[] }[]): string {
  const field = issue?.path[0];
  if (field === "finishedAt") return "Give the time as 2026-11-23T03:00:00Z.";
  if (field === "sizeBytes") return "Give the size as a number of bytes.";
  return "Give --file, or a --name of at most 200 characters.";
}

function describe(status: StatusView): string {
  const { problems, providers, workers, queues, database, backup, versions } = status;
  const last = backup.lastGood;
  const rows = [
    ["Version", `${versions.service}${versions.commit ? ` (${versions.commit})` : ""}`],
    ["Node.js", versions.node],
    ["PostgreSQL", `${database.version}, ${Math.round(database.sizeBytes / 1e6)} MB`],
    ["Connections", `${database.connections} of ${database.maxConnections}`],
    ["Disk", `${(status.disk.freeBytes / 1e9).toFixed(1)} GB free`],
    [
      "Last backup",
      last ? `${last.name}, ${last.finishedAt}, ${messages.backupResults[last.result]}` : "none",
    ],
    ...workers.map(({ name, host, isRunning }) => [
      name,
      isRunning ? `running on ${host}` : `no heartbeat since its last one on ${host}`,
    ]),
    ...providers.map(({ name, pauseReason, lastUsedAt }) => [
      messages.providers[name],
      pauseReason === null && lastUsedAt === null
        ? "not used yet"
        : `${pauseReason ?? "working"}, last used ${lastUsedAt ?? "never"}`,
    ]),
    ...queues.map(({ name, waiting }) => [messages.queues[name], `${waiting} waiting`]),
  ];
  const found = problems.map(({ code, message }) => `${code}: ${message}`);
  return [formatTable(rows), ...(found.length > 0 ? ["", ...found] : [])].join("\n");
}
