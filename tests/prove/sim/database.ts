import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { applyMigrations } from "@/lib/platform/database/migrate";

/** A database whose `now()` and defaults follow virtual time. */
export type VirtualDatabase = {
  url: string;
  /** Sets its clock, in milliseconds since 1970; it's ahead by `aheadMs`. */
  setTime(now: number): Promise<void>;
  /** By how much its clock is wrong. */
  aheadMs: number;
  /** Remembers what is stored now: all that a replica has when it takes over next. */
  replicate(): Promise<void>;
  /** Lets a replica take over. */
  failOver(): Promise<void>;
  /** How many replicas have taken over; each has other connections. */
  failovers: number;
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Deletes everything, so that the next run finds the database as the first one did. */
  reset(): Promise<void>;
  drop(): Promise<void>;
};

const clockStepMs = 20;
const setTime = "UPDATE virtual.clock SET at = to_timestamp($1::float8 / 1000)";

/** Tables whose rows must be stored in the same order in each run; the rest can be deleted, which is faster. */
const truncated = [
  "editions",
  "delivery_slots",
  "delivery_batches",
  "send_attempts",
  "deliveries",
  "workers",
  "subscriber_changes",
  "webhook_events",
  "provider_rate_limits",
];

/** Creates the database that those of the simulators are copied from. */
export async function createTemplate(
  serverUrl: string,
): Promise<{ serverUrl: string; template: string; drop: () => Promise<void> }> {
  const template = `threeline_prove_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `CREATE DATABASE ${template}`);
  const url = urlOf(serverUrl, template);
  await applyMigrations(url);
  await onServer(url, virtualClock);
  return {
    serverUrl,
    template,
    drop: () => onServer(serverUrl, `DROP DATABASE ${template} WITH (FORCE)`),
  };
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Copies a database from the template.
 *
 * @param change SQL that changes its schema
 */
export async function createVirtualDatabase(
  serverUrl: string,
  template: string,
  change?: string,
): Promise<VirtualDatabase> {
  const name = `${template}_${randomBytes(4).toString("hex")}`;
  const url = urlOf(serverUrl, name);
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  // Found before pg_catalog, so that the service's own statements use the virtual clock.
  await onServer(serverUrl, `ALTER DATABASE ${name} SET search_path = virtual, pg_catalog, public`);
  if (change) await onServer(url, change);
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns
    FROM information_schema.columns
    WHERE table_schema = 'public' AND is_generated = 'NEVER' AND table_name IN (
      SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname NOT IN ('_prisma_migrations', 'page_versions'))
    GROUP BY 1`,
  );
  const deletions = tables
    .filter((table) => !truncated.includes(table.name))
    .map((table) => `DELETE FROM ${table.name}`);
  const statements = [
    `TRUNCATE ${truncated.join(", ")} RESTART IDENTITY`,
    ...deletions,
    "ALTER SEQUENCE subscribers_id_seq RESTART",
    "UPDATE virtual.clock SET server_started_at = DEFAULT",
  ];
  const reset = statements.join(";");
  let lastSet = Number.NaN;
  const database: VirtualDatabase = {
    url,
    aheadMs: 0,
    failovers: 0,
    async replicate() {
      const copies = tables.map(
        (table) => `CREATE TABLE kept.${table.name} AS TABLE ${table.name}`,
      );
      await client.query(
        ["DROP SCHEMA IF EXISTS kept CASCADE", "CREATE SCHEMA kept", ...copies].join(";"),
      );
    },
    async failOver() {
      const copies = tables.flatMap(({ name: table, columns }) => [
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM kept.${table}`,
      ]);
      // Without triggers.
      await client.query(
        ["BEGIN", "SET LOCAL session_replication_role = replica", ...copies, "COMMIT"].join(";"),
      );
      await client.query("UPDATE virtual.clock SET server_started_at = at");
      database.failovers += 1;
    },
    async setTime(now) {
      const at = now + database.aheadMs;
      // Each setting costs a round trip. Nothing depends on a clock that is a few milliseconds behind.
      if (Math.abs(at - lastSet) < clockStepMs) return;
      await client.query({ name: "set_time", text: setTime, values: [at] });
      lastSet = at;
    },
    async query<Row extends object>(sql: string, values: unknown[] = []) {
      return (await client.query<Row>(sql, values)).rows;
    },
    async reset() {
      database.aheadMs = 0;
      database.failovers = 0;
      await client.query(reset);
    },
    async drop() {
      await client.end();
      await onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
  return database;
}

/** `CURRENT_TIMESTAMP` can't be replaced, so that the defaults are changed to `now()`. */
const virtualClock = `
  CREATE SCHEMA virtual;
  CREATE UNLOGGED TABLE virtual.clock
    (at timestamptz NOT NULL, server_started_at timestamptz NOT NULL DEFAULT 'epoch');
  INSERT INTO virtual.clock VALUES (now());
  CREATE FUNCTION virtual.now() RETURNS timestamptz LANGUAGE sql STABLE AS
    'SELECT at FROM virtual.clock';
  CREATE FUNCTION virtual.pg_postmaster_start_time() RETURNS timestamptz LANGUAGE sql STABLE AS
    'SELECT server_started_at FROM virtual.clock';
  DO $$
  DECLARE found record;
  BEGIN
    FOR found IN SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_default = 'CURRENT_TIMESTAMP'
    LOOP
      EXECUTE format('ALTER TABLE %I ALTER %I SET DEFAULT virtual.now()',
        found.table_name, found.column_name);
    END LOOP;
    FOR found IN SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    LOOP
      EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = false)', found.relname);
    END LOOP;
  END $$`;

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
