import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { applyMigrations, migrationsFingerprint } from "@/lib/platform/database/migrate";
import { testServerUrl } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    /** The server on which test databases are made, and the migrated template they are made from. */
    testServer: { url: string; template: string };
  }
}

const LOCK_KEY = 7_310_833_500_122n;

/** Makes the migrated template database once for each state of the migrations, and sweeps up old test databases. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const url = await testServerUrl();
  const client = new Client({ connectionString: url });
  await client.connect();
  const template = `threeline_template_${await migrationsFingerprint()}`;
  await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
  await sweep(client, template);
  await makeTemplate(client, url, template);
  await client.query("SELECT pg_advisory_unlock($1)", [LOCK_KEY]);
  project.provide("testServer", { url, template });
  // The connection stays open: the server ends when nobody is connected.
  return () => client.end();
}

async function makeTemplate(client: Client, url: string, template: string): Promise<void> {
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

/** Removes templates of other migrations, and databases left by runs that were interrupted. */
async function sweep(client: Client, template: string): Promise<void> {
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
