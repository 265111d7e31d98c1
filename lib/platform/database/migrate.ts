import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { type Client, Pool } from "pg";
import {
  readMigrations,
  readSchemaState,
  refuseChanged,
  refuseTooNew,
  type Migration,
} from "./migrations";
import { OperatorError } from "../operator-error";
import { openEngine, readSchema } from "./schema-engine";
import { withConnection } from "./with-connection";

// An arbitrary number that must stay the same in every version.
const LOCK_KEY = 7_310_833_500_121n;

// The engine checks for this table with a query that fails when it is missing, which would abort the
// surrounding transaction. The definition is Prisma's own.
const createMigrationsTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** The longest that a migration may hold up other queries (PostgreSQL durations). */
const limits = {
  /** Other queries wait from when it requests a lock until its transaction ends. */
  ordinary: { lock_timeout: "2s", statement_timeout: "10s", transaction_timeout: "15s" },
  blocking: { lock_timeout: "10s", statement_timeout: "10min" },
  /** Building an index concurrently holds up nobody, but waits for every open transaction. */
  concurrent: { lock_timeout: "0", statement_timeout: "1h" },
} as const;

/** How often to try a migration that other queries hold up. */
const lockTries = 10;
const lockPauseMs = 3_000;

// PostgreSQL's codes for a lock_timeout, a deadlock, a statement_timeout, and a transaction_timeout.
const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";
const queryCanceled = "57014";
const transactionTimeout = "25P04";

/** How long to wait for another process that is migrating the same database. */
const othersTimeout = "60s";

/**
 * Applies all missing migrations of `prisma/migrations`, and returns their names, oldest first.
 *
 * Each migration and its record are one transaction, so an interrupted start leaves nothing half-done. Starts
 * over the same database wait for each other. A migration that can't get its locks within two seconds gives
 * way and is tried again.
 *
 * @param options.root the project's folder
 * @param options.beforeBlocking called before anything is applied if a migration is marked as blocking;
 *   throws to refuse it
 * @throws OperatorError when a script fails, the database needs a newer version, or an applied migration has
 *   changed
 */
export async function applyMigrations(
  databaseUrl: string,
  options: { root?: string; beforeBlocking?: (migration: Migration) => Promise<void> } = {},
): Promise<string[]> {
  const { root = process.cwd(), beforeBlocking } = options;
  const migrations = await readMigrations(root);
  return withConnection(databaseUrl, async (client) => {
    await takeLock(client);
    await client.query(createMigrationsTable);
    const state = await readSchemaState(client, migrations);
    await refuseTooNew(state);
    refuseChanged(state);
    const blocking = state.pending.find((migration) => migration.blocking !== null);
    // Nobody is being served by a database without tables.
    if (blocking && state.applied.length > 0) await beforeBlocking?.(blocking);
    // Left by an interrupted concurrent migration: the lock keeps other processes out.
    await client.query("DELETE FROM _prisma_migrations WHERE finished_at IS NULL");
    for (const migration of state.pending) {
      const upToHere = migrations.slice(0, migrations.indexOf(migration) + 1);
      await applyOne(databaseUrl, root, upToHere, migration);
    }
    return state.pending.map((migration) => migration.name);
  });
}

async function takeLock(client: Client): Promise<void> {
  await client.query("SELECT set_config('lock_timeout', $1, false)", [othersTimeout]);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error;
    throw new OperatorError(
      "Another process has been migrating the database for a minute. Try again when it's done.",
      { cause: error },
    );
  }
}

/** Tries again while other queries hold the locks that the migration needs. */
async function applyOne(
  databaseUrl: string,
  root: string,
  upToHere: Migration[],
  migration: Migration,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await applyOnce(databaseUrl, root, upToHere, migration);
      return;
    } catch (error) {
      const code = codeOf(error);
      const isInTheWay = code === lockNotAvailable || code === deadlockDetected;
      if (!isInTheWay || attempt === lockTries) {
        throw new OperatorError(
          `The migration ${migration.name} failed and was rolled back: ${reasonOf(error)}`,
          { cause: error },
        );
      }
    }
    await delay(lockPauseMs);
  }
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === lockNotAvailable) {
    return "other queries, such as a running backup, held locks on its tables. Find them in pg_stat_activity, or try again later.";
  }
  if (code === queryCanceled || code === transactionTimeout) {
    return "it took too long. Mark it as blocking, or do it in smaller steps.";
  }
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Throws the database's own error. */
async function applyOnce(
  databaseUrl: string,
  root: string,
  upToHere: Migration[],
  migration: Migration,
): Promise<void> {
  const failure: { cause?: unknown } = {};
  let isConnected = false;
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 1,
    idleTimeoutMillis: 0,
    // All of the engine's statements run in one transaction, which ends with its connection. On a different
    // connection, a rolled-back migration would be recorded as done.
    verify: (_client, done) => {
      if (!isConnected) {
        isConnected = true;
        return done();
      }
      const lost = new Error("the connection to the database was lost.");
      failure.cause ??= lost;
      done(lost);
    },
  });
  try {
    await prepare(pool, migration);
    const engine = await openEngine(await readSchema(root), pool, (cause) => {
      failure.cause ??= cause;
    });
    try {
      await engine.applyMigrations({
        migrationsList: migrationsList(root, upToHere),
        filters: { externalTables: [], externalEnums: [] },
      });
    } finally {
      engine.free();
    }
    if (!migration.isConcurrent) await pool.query("COMMIT");
  } catch (error) {
    if (!migration.isConcurrent) await pool.query("ROLLBACK").catch(() => undefined);
    throw failure.cause ?? error;
  } finally {
    await pool.end();
  }
}

async function prepare(pool: Pool, { script, blocking, isConcurrent }: Migration): Promise<void> {
  const kind = blocking === null ? "ordinary" : "blocking";
  const { lock_timeout, statement_timeout } = limits[isConcurrent ? "concurrent" : kind];
  await pool.query(
    "SELECT set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false)",
    [lock_timeout, statement_timeout],
  );
  if (!isConcurrent) {
    if (kind === "ordinary") {
      // New in PostgreSQL 17.
      await pool.query(
        `SELECT set_config('transaction_timeout', $1, false)
          WHERE current_setting('server_version_num')::int >= 170000`,
        [limits.ordinary.transaction_timeout],
      );
    }
    await pool.query("BEGIN");
    return;
  }
  await pool.query("DELETE FROM _prisma_migrations WHERE finished_at IS NULL");
  // An interrupted build leaves an invalid index, which would block the next one.
  const [, name] =
    /INDEX\s+CONCURRENTLY\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"?(\w+)"?/i.exec(script) ?? [];
  const { rows } = await pool.query<{ statement: string }>(
    `SELECT 'DROP INDEX CONCURRENTLY ' || indexrelid::regclass AS statement
      FROM pg_index WHERE NOT indisvalid AND indexrelid = to_regclass($1)`,
    [name],
  );
  for (const { statement } of rows) await pool.query(statement);
}

function migrationsList(root: string, migrations: Migration[]): MigrationList {
  return {
    baseDir: resolve(root, "prisma/migrations"),
    lockfile: { path: "./migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: script } },
    })),
  };
}
