import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createFilesPrivately } from "../run/data-folder";
import { takeLock } from "../run/instance-lock";
import { OperatorError } from "@/lib/platform/operator-error";
import { withConnection } from "@/lib/platform/database/with-connection";
import { startLocalPostgres, type LocalPostgres } from "./local-postgres";

// Runs the embedded database of DATA_DIR until its parent process stops it, or, with `--while-used`,
// until nobody is connected. `--throwaway` is for tests.

const idleChecksBeforeStop = 20;

const dataDir = process.env["DATA_DIR"] ?? ".data";
// Test data doesn't have to survive a power failure.
const throwawaySettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
// Ports of the servers that start after the database.
const serverPorts = [process.env["PORT"], process.env["SANDBOX_PORT"]].map(Number);
const isWhileUsed = process.argv.includes("--while-used");
const isThrowaway = process.argv.includes("--throwaway");

async function main(): Promise<void> {
  process.title = "threeline-postgres";
  createFilesPrivately();
  const release = takeLock(join(dataDir, "postgres.lock"));
  if (!release) {
    if (isWhileUsed) return;
    throw new OperatorError(`Another process is already using the database in ${dataDir}.`);
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
    const server = await startLocalPostgres(
      dataDir,
      isThrowaway ? throwawaySettings : {},
      serverPorts,
    );
    process.send?.({ type: "ready", url: server.url });
    await Promise.race([stopRequested, server.exited, isWhileUsed ? untilUnused(server) : never()]);
    await server.stop();
    if (!isStopping && !isWhileUsed) {
      throw new OperatorError("The database server stopped unexpectedly.");
    }
  } finally {
    release();
  }
}

function never(): Promise<void> {
  return new Promise(() => undefined);
}

async function untilUnused(server: LocalPostgres): Promise<void> {
  for (let idle = 0; idle < idleChecksBeforeStop; idle += 1) {
    await delay(1000);
    if ((await countConnections(server.url)) > 0) idle = 0;
  }
}

async function countConnections(url: string): Promise<number> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  }).catch(() => 0);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof OperatorError) {
      if (process.send) process.send({ type: "failed", message: error.message });
      else console.error(error.message);
    } else console.error(error);
    process.exit(1);
  },
);
