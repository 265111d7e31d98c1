import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

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

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
