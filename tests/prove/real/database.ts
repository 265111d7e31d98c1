import { setTimeout as delay } from "node:timers/promises";
import { Client, type QueryResultRow } from "pg";
import { databaseName } from "@/server/postgres/connection";
import { startLocalPostgres } from "@/server/postgres/local-postgres";

/** A PostgreSQL that can be restarted and killed. */
export type ProvedDatabase = {
  /** Without the workers' networks in between. */
  readonly url: string;
  /** Runs one statement, and again while the server is down. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Holds a lock on tables for a while. */
  lock(tables: string, mode: "EXCLUSIVE" | "ACCESS SHARE", ms: number): Promise<void>;
  restart(how: "fast" | "kill -9"): Promise<void>;
  /** Keeps a copy of the database as it is now, and ends all connections to it for that. */
  backUp(): Promise<void>;
  /** Replaces the database with the copy. */
  restore(): Promise<void>;
  stop(): Promise<void>;
};

const backupName = `${databaseName}_backup`;

const settings = {
  shared_buffers: "64MB",
  // Processes are killed, the machine isn't: what they have written survives.
  fsync: "off",
};

/** Starts the embedded PostgreSQL of a data folder. */
export async function startDatabase(dataDir: string): Promise<ProvedDatabase> {
  let server = await startLocalPostgres(dataDir, settings);

  async function withClient<T>(
    work: (client: Client) => Promise<T>,
    database = databaseName,
  ): Promise<T> {
    const client = await retry(async () => {
      const url = new URL(server.url);
      url.pathname = `/${database}`;
      const opened = new Client({ connectionString: url.href, connectionTimeoutMillis: 30_000 });
      opened.on("error", () => undefined);
      await opened.connect();
      return opened;
    });
    try {
      return await work(client);
    } finally {
      client.end().catch(() => undefined);
    }
  }

  let last = Promise.resolve();

  /** One after the other, because a seed can have two faults that replace or restart the database. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    last = last.catch(() => undefined).then(work);
    return last;
  }

  /** Replaces a database with a copy of another, to which nobody is connected then. */
  async function copy(from: string, to: string): Promise<void> {
    const statements = [
      `DROP DATABASE IF EXISTS ${to} WITH (FORCE)`,
      `ALTER DATABASE ${from} ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${from}'`,
      `CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`,
      `ALTER DATABASE ${from} ALLOW_CONNECTIONS true`,
    ];
    await withClient(async (client) => {
      for (const statement of statements) await client.query(statement);
    }, "postgres");
  }

  return {
    get url() {
      return server.url;
    },
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const { rows } = await retry(() =>
        withClient((client) => client.query<Row>(text, [...values])),
      );
      return rows;
    },
    async lock(tables, mode, ms) {
      await withClient(async (client) => {
        await client.query(`BEGIN; LOCK TABLE ${tables} IN ${mode} MODE`);
        await delay(ms);
        await client.query("COMMIT");
      }).catch((error: unknown) => {
        // Another fault of the seed has ended the connection, and the lock with it.
        if (!isTemporary(error)) throw error;
      });
    },
    restart: (how) =>
      inTurn(async () => {
        if (how === "kill -9") {
          process.kill(server.pid, "SIGKILL");
          await server.exited;
        } else {
          await server.stop();
        }
        server = await startLocalPostgres(dataDir, settings);
      }),
    backUp: () => inTurn(() => copy(databaseName, backupName)),
    restore: () => inTurn(() => copy(backupName, databaseName)),
    stop: () => server.stop(),
  };
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 100 || !isTemporary(error)) throw error;
      await delay(200);
    }
  }
}

/**
 * Anything but an error in the statement: no database or connection, a lost one, or a lock that a worker
 * still holds.
 */
function isTemporary(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return !/^[0-9A-Z]{5}$/.test(code) || /^(?:08|3D|40|53|55|57)/.test(code);
}
