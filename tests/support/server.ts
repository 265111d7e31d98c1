import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { isAlive, lockHolder } from "@/server/supervisor/instance-lock";
import { buildProcesses } from "@/server/build/bundle";
import { readLocalPostgresUrl } from "@/server/postgres/local-postgres";

const DATA_DIR = resolve(".test");
const HOLDER_NAME = "threeline-tests";
const PATIENCE_MS = 60_000;

/**
 * The connection string of the server that tests make their databases on: TEST_DATABASE_URL when
 * set, otherwise an embedded one under `.test/`, which is started when nobody runs it and which
 * ends by itself some seconds after the last connection.
 */
export async function testServerUrl(): Promise<string> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) return given;
  mkdirSync(DATA_DIR, { recursive: true });
  const deadline = Date.now() + PATIENCE_MS;
  for (let attempt = 0; Date.now() < deadline; attempt += 1) {
    const url = readLocalPostgresUrl(DATA_DIR);
    if (url && (await answers(url))) return url;
    if (attempt % 50 === 0) await startServer();
    await delay(100);
  }
  throw new Error(`The test database does not start; see ${join(DATA_DIR, "postgres.log")}.`);
}

/** The test server, held open until `close`, which also ends it when nobody else uses it. */
export async function openTestServer(): Promise<{ url: string; close(): Promise<void> }> {
  const url = await testServerUrl();
  const client = new Client({ connectionString: url, application_name: HOLDER_NAME });
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
      if (others.rowCount === 0) await endEmbeddedServer();
    },
  };
}

async function endEmbeddedServer(): Promise<void> {
  const holder = lockHolder(join(DATA_DIR, "postgres.lock"));
  if (holder === undefined) return;
  process.kill(holder, "SIGTERM");
  while (isAlive(holder)) await delay(50);
}

async function startServer(): Promise<void> {
  await buildProcesses(["postgres"]);
  const log = openSync(join(DATA_DIR, "postgres-process.log"), "a");
  spawn(process.execPath, ["dist/postgres.mjs", "--while-used", "--throwaway"], {
    env: { ...process.env, DATA_DIR, NODE_OPTIONS: "" },
    stdio: ["ignore", log, log],
    detached: true,
  }).unref();
}

async function answers(url: string): Promise<boolean> {
  if (!existsSync(DATA_DIR)) return false;
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
