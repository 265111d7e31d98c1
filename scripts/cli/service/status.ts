import type { Command } from "commander";
import type { StatusView } from "@/lib/contracts/admin/settings";
import { getStatus } from "@/lib/domain/status/status";
import { settingsMessages as messages } from "@/lib/messages/admin/settings";
import { formatTable } from "../admin-options";
import { withServices } from "../services";

/** `status`. */
export function registerStatusCommand(program: Command): void {
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
        ? "not known before the first briefing or event"
        : `${pauseReason ?? "working"}, last briefing or event ${lastUsedAt ?? "never"}`,
    ]),
    ...queues.map(({ name, waiting }) => [messages.queues[name], `${waiting} waiting`]),
  ];
  const found = problems.map(({ code, message }) => `${code}: ${message}`);
  return [formatTable(rows), ...(found.length > 0 ? ["", ...found] : [])].join("\n");
}
