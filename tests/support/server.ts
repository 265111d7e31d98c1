import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { isAlive } from "@/lib/platform/processes";
import { lockHolder } from "@/server/run/instance-lock";
import { buildProcesses } from "@/server/build/bundle";
import { readLocalPostgresUrl } from "@/server/postgres/local-postgres";

const dataDir = resolve(".test");
const holderName = "threeline-tests";
const startTimeoutMs = 60_000;

/**
 * URL of the server on which tests create their databases: TEST_DATABASE_URL, or an embedded one in
 * `.test/`. The embedded one is started when needed and stops about 20 seconds after the last
 * connection closes.
 */
export async function testServerUrl(): Promise<string> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) return given;
  mkdirSync(dataDir, { recursive: true });
  const deadline = Date.now() + startTimeoutMs;
  for (let attempt = 0; Date.now() < deadline; attempt += 1) {
    const url = readLocalPostgresUrl(dataDir);
    if (url && (await answers(url))) return url;
    if (attempt % 50 === 0) await startServer();
    await delay(100);
  }
  throw new Error(`The test database didn't start; see ${join(dataDir, "postgres.log")}.`);
}

/** The test server with an open connection. `close` also stops it if nobody else is connected. */
export async function openTestServer(): Promise<{ url: string; close(): Promise<void> }> {
  const url = await testServerUrl();
  const client = new Client({ connectionString: url, application_name: holderName });
  client.on("error", () => undefined);
  await client.connect();
  return {
    url,
    async close() {
      const others = await client.query(
        `SELECT 1 FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      await client.end();
      if (others.rowCount === 0) await stopEmbeddedServer();
    },
  };
}

async function stopEmbeddedServer(): Promise<void> {
  const holder = lockHolder(join(dataDir, "postgres.lock"));
  if (holder === undefined) return;
  process.kill(holder, "SIGTERM");
  while (isAlive(holder)) await delay(50);
}

async function startServer(): Promise<void> {
  await buildProcesses(["postgres"]);
  const log = openSync(join(dataDir, "postgres-process.log"), "a");
  spawn(process.execPath, ["dist/postgres.mjs", "--while-used", "--throwaway"], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: "" },
    stdio: ["ignore", log, log],
    detached: true,
  }).unref();
}

async function answers(url: string): Promise<boolean> {
  if (!existsSync(dataDir)) return false;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
