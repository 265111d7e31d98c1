import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { continueDatabaseClock, readDatabaseClock } from "./database-clock";

/** A migrated, empty database for one test file. */
export type TestDatabase = {
  /** Its connection string. */
  url: string;
  /** Deletes it and closes its connections. */
  drop(): Promise<void>;
};

/** Creates a database for this test file from the migrated template. Call `drop` when done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: serverUrl, template } = inject("testServer");
  const name = `threeline_test_${process.pid}_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/**
 * SQL that empties tables, and those that refer to them. Deleting a few rows is much faster than
 * truncating, which gives every table and index a new file. Sequences continue.
 */
export function deleteRowsOf(...tables: string[]): string {
  return `DO $$
    DECLARE
      emptied regclass;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR emptied IN
        WITH RECURSIVE referring(name) AS (
          SELECT unnest('{${tables.join(",")}}'::regclass[])
          UNION
          SELECT conrelid::regclass FROM pg_constraint JOIN referring ON confrelid = name
            WHERE contype = 'f')
        SELECT name FROM referring
      LOOP
        EXECUTE format('DELETE FROM %s', emptied);
      END LOOP;
    END $$`;
}

/** A copy of a database as it is now, to restore later. */
export type DatabaseBackup = {
  /** Puts the copy in the database's place. Can be done once. */
  restore(): Promise<void>;
};

/** Copies a database. Its connections are closed, and can be opened again. */
export async function backUpDatabase(url: string): Promise<DatabaseBackup> {
  const name = new URL(url).pathname.slice(1);
  const copy = `${name}_copy`;
  await alone(name, `CREATE DATABASE ${copy} TEMPLATE ${name} STRATEGY file_copy`);
  return {
    async restore() {
      const { url: serverUrl } = inject("testServer");
      const secondsAhead = await readDatabaseClock(url);
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      await onServer(serverUrl, `ALTER DATABASE ${copy} RENAME TO ${name}`);
      if (secondsAhead !== null) await continueDatabaseClock(url, secondsAhead);
    },
  };
}

/** Replaces a database with an empty, migrated one. */
export async function loseDatabase(url: string): Promise<void> {
  const { url: serverUrl, template } = inject("testServer");
  const name = new URL(url).pathname.slice(1);
  await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
}

/** Runs a statement that needs a database without connections. */
async function alone(name: string, statement: string): Promise<void> {
  const { url } = inject("testServer");
  await onServer(url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  try {
    await onServer(
      url,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    await onServer(url, statement);
  } finally {
    await onServer(url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
