import { createHash } from "node:crypto";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { readMigrations } from "@/lib/platform/database/migrations";
import { testServerUrl } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    /** The server for test databases, and the name of their migrated template. */
    testServer: { url: string; template: string };
  }
}

const lockKey = 7_310_833_500_122n;

/** Creates the migrated template database when the migrations changed, and deletes old test databases. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const url = await testServerUrl();
  const client = new Client({ connectionString: url });
  await client.connect();
  const template = `threeline_template_${await migrationsFingerprint()}`;
  await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
  await deleteLeftovers(client, template);
  await createTemplate(client, url, template);
  await client.query("SELECT pg_advisory_unlock($1)", [lockKey]);
  project.provide("testServer", { url, template });
  // The connection stays open because the server stops when nobody is connected.
  return () => client.end();
}

/** Changes when a migration is added or edited. */
async function migrationsFingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, script } of await readMigrations()) hash.update(`${name}\0${script}\0`);
  return hash.digest("hex").slice(0, 12);
}

async function createTemplate(client: Client, url: string, template: string): Promise<void> {
  const { rowCount } = await client.query(
    "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate",
    [template],
  );
  if (rowCount) return;
  await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${template}`);
  await applyMigrations(urlOfDatabase(url, template));
  await client.query(`ALTER DATABASE ${template} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
}

/** Deletes templates of other migrations, and databases that interrupted runs left behind. */
async function deleteLeftovers(client: Client, template: string): Promise<void> {
  const { rows } = await client.query<{ name: string; isTemplate: boolean }>(
    `SELECT d.datname AS name, d.datistemplate AS "isTemplate" FROM pg_database d
      WHERE d.datname <> $1 AND d.datname ~ '^threeline_(template|test)_'
        AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datname = d.datname)
        AND (pg_stat_file('base/' || d.oid || '/PG_VERSION')).modification < now() - interval '2 hours'`,
    [template],
  );
  for (const { name, isTemplate } of rows) {
    if (isTemplate) await client.query(`ALTER DATABASE ${name} WITH IS_TEMPLATE false`);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

function urlOfDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
