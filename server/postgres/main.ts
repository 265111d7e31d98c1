import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { LocalPostgresError, startLocalPostgres, type LocalPostgres } from "./local-postgres";
import { takeLock } from "../supervisor/instance-lock";

// The process that keeps the embedded database of DATA_DIR running for as long as its parent wants
// it; with `--while-used`, for as long as anybody is connected. `--throwaway` is for tests.

const IDLE_CHECKS_BEFORE_STOP = 20;

const dataDir = process.env["DATA_DIR"] ?? ".data";
// Data that is thrown away need not survive a power cut.
const THROWAWAY_SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
const isWhileUsed = process.argv.includes("--while-used");
const isThrowaway = process.argv.includes("--throwaway");

async function main(): Promise<void> {
  process.title = "threeline-postgres";
  const release = takeLock(join(dataDir, "postgres.lock"));
  if (!release) {
    if (isWhileUsed) return;
    throw new LocalPostgresError(`The database in ${dataDir} is already in use by another start.`);
  }
  let isStopping = false;
  const stopRequested = new Promise<void>((resolve) => {
    const request = () => {
      isStopping = true;
      resolve();
    };
    process.on("SIGTERM", request);
    process.on("SIGINT", request);
    process.on("disconnect", request);
  });

  try {
    const server = await startLocalPostgres(dataDir, isThrowaway ? THROWAWAY_SETTINGS : {});
    process.send?.({ type: "ready", url: server.url });
    await Promise.race([stopRequested, server.exited, isWhileUsed ? untilUnused(server) : never()]);
    await server.stop();
    if (!isStopping && !isWhileUsed) {
      throw new LocalPostgresError("The database server has ended unexpectedly.");
    }
  } finally {
    release();
  }
}

function never(): Promise<void> {
  return new Promise(() => undefined);
}

async function untilUnused(server: LocalPostgres): Promise<void> {
  for (let idle = 0; idle < IDLE_CHECKS_BEFORE_STOP; idle += 1) {
    await delay(1000);
    if ((await countConnections(server.url)) > 0) idle = 0;
  }
}

async function countConnections(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof LocalPostgresError) {
      if (process.send) process.send({ type: "failed", message: error.message });
      else console.error(error.message);
    } else console.error(error);
    process.exit(1);
  },
);
