import { providerNames, queueNames, type StatusView } from "@/lib/contracts/admin/settings";
import { readRuntime } from "@/lib/platform/service/runtime";
import { findLastCheck } from "../audit-log/check-log";
import { findBackups, isBackupOverdue, type Backup } from "./backups";
import type { Context } from "../context";
import { heartbeatFreshS, listDeliveryProblems } from "../delivery/monitoring/health";
import { countQueues } from "./queues";

/**
 * The state of the service: delivery problems, providers, workers, queues, database, disk, and backups.
 *
 * @param dataDir folder on the disk to check
 */
export async function getStatus(ctx: Context, dataDir: string): Promise<StatusView> {
  const [problems, providers, workers, queues, database, runtime, backup, audit] =
    await Promise.all([
      listDeliveryProblems(ctx),
      readProviders(ctx),
      readWorkers(ctx),
      countQueues(ctx),
      readDatabase(ctx),
      readRuntime(dataDir),
      readBackup(ctx),
      findLastCheck(ctx),
    ]);
  const { now, ...databaseView } = database;
  const { disk, startedAt, ...versions } = runtime;
  return {
    now: now.toISOString(),
    problems: problems.map(({ code, message }) => ({ code, message })),
    providers,
    workers,
    queues: queueNames.map((name) => ({ name, waiting: queues[name] })),
    database: databaseView,
    disk,
    backup,
    audit: audit && {
      at: audit.at.toISOString(),
      entries: audit.entries,
      problems: audit.problems.length,
    },
    versions: { ...versions, startedAt: startedAt.toISOString() },
  };
}

async function readProviders(ctx: Context): Promise<StatusView["providers"]> {
  const limits = await ctx.db.$queryRaw<
    { provider: string; lastUsedAt: Date; pauseReason: string | null }[]
  >`
    SELECT provider, next_send_at AS "lastUsedAt",
      CASE WHEN paused_until > now() THEN coalesce(pause_reason, 'throttled') END AS "pauseReason"
    FROM provider_rate_limits`;
  const [paddle] = await ctx.db.$queryRaw<{ lastUsedAt: Date | null }[]>`
    SELECT max(received_at) AS "lastUsedAt" FROM webhook_events WHERE source = 'paddle'`;
  return providerNames.map((name) => {
    const limit = limits.find(({ provider }) => provider === name);
    const lastUsedAt = name === "paddle" ? paddle?.lastUsedAt : limit?.lastUsedAt;
    return {
      name,
      isSandbox: ctx.settings.isSandbox,
      pauseReason: limit?.pauseReason ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    };
  });
}

async function readWorkers({ db }: Context): Promise<StatusView["workers"]> {
  const rows = await db.$queryRaw<
    { name: string; host: string; startedAt: Date; heartbeatAt: Date; isRunning: boolean }[]
  >`
    SELECT name, host, started_at AS "startedAt", heartbeat_at AS "heartbeatAt",
      heartbeat_at > now() - make_interval(secs => ${heartbeatFreshS}) AS "isRunning"
    FROM workers WHERE stopped_at IS NULL ORDER BY name, started_at`;
  return rows.map(({ host, startedAt, heartbeatAt, ...worker }) => ({
    ...worker,
    // What follows the name tells machines with the same name apart.
    host: host.split(" ")[0] ?? host,
    startedAt: startedAt.toISOString(),
    heartbeatAt: heartbeatAt.toISOString(),
  }));
}

async function readDatabase({ db }: Context) {
  const [row] = await db.$queryRaw<(StatusView["database"] & { now: Date })[]>`
    SELECT now() AS now, split_part(current_setting('server_version'), ' ', 1) AS version,
      pg_database_size(current_database())::float8 AS "sizeBytes",
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      current_setting('max_connections')::int AS "maxConnections"`;
  if (!row) throw new Error("the database returned nothing about itself");
  return row;
}

async function readBackup(ctx: Context): Promise<StatusView["backup"]> {
  const { last, lastGood } = await findBackups(ctx.db);
  const view = (backup: Backup | null) =>
    backup && { ...backup, finishedAt: backup.finishedAt.toISOString() };
  return {
    last: view(last),
    lastGood: view(lastGood),
    isOverdue: isBackupOverdue(ctx, lastGood),
    isNeeded: !ctx.settings.isSandbox,
  };
}
