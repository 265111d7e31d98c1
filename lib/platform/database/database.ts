import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { PrismaClient } from "./generated/client";

export { Prisma } from "./generated/client";

/** The Prisma client. */
export type Database = PrismaClient;

/** The Prisma client inside a transaction. */
export type Transaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

/** The row of a view, with dates where the view has them as texts. */
export type RowOf<View, Instants extends keyof View> = Omit<View, Instants> & {
  [Name in Instants]: Date | Extract<View[Name], null>;
};

/** A connected database. Call `close` when done. */
export type DatabaseConnection = { db: Database; pool: Pool; close: () => Promise<void> };

const preparedNames = new Map<string, string>();

/**
 * Statements that run thousands of times start with this comment, so that each connection parses and
 * plans them once. Others are planned each time, for their actual values.
 */
function preparedName(sql: string): string {
  if (!sql.startsWith("/* prepared */")) return "";
  const name = preparedNames.get(sql) ?? `prepared_${preparedNames.size}`;
  preparedNames.set(sql, name);
  return name;
}

/**
 * Limits for every connection, which the server enforces even when the client is stuck or gone, so that
 * nothing can hold a lock for long. In milliseconds; the keepalive settings in `options` are in seconds.
 */
export const connectionLimits = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 60_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: "-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
} as const;

/** Which of the server's limits a session doesn't have, because a pooler dropped them. */
export async function readMissingLimits(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE setting = '0' AND name IN
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

/** The servers that follow the database's, and whether a commit waits until it's on disk. */
export async function readReplication(pool: Pool) {
  const { rows } = await pool.query<{ name: string; state: string | null }>(
    `SELECT coalesce(nullif(application_name, ''), 'a standby') AS name, sync_state AS state
     FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup' ORDER BY 1`,
  );
  const { rows: settings } = await pool.query<{ synchronous_commit: string }>(
    "SHOW synchronous_commit",
  );
  const isCommitSynchronous = settings[0]?.synchronous_commit !== "off";
  return { standbys: rows, isCommitSynchronous };
}

/**
 * Opens a pool of connections, the first of them with the first query. Sessions run in UTC, and the
 * server cancels statements that hang.
 *
 * @param url `postgresql://…`
 * @param maxConnections size of the pool
 */
export function connectDatabase(
  url: string,
  options: { maxConnections?: number; applicationName?: string } = {},
): DatabaseConnection {
  const pool = new Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    application_name: options.applicationName ?? "threeline",
    ...connectionLimits,
    // A little more than the server's own limit, for a server that doesn't answer at all.
    query_timeout: connectionLimits.statement_timeout + 5_000,
  });
  // The pool replaces idle connections that drop. Without a listener, the event would end the process.
  pool.on("error", () => undefined);
  // So it would on a connection that is in use: the server can end one before Prisma listens.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new PrismaClient({
    adapter: new PrismaPg(pool, {
      disposeExternalPool: false,
      statementNameGenerator: ({ sql }) => preparedName(sql),
    }),
    // Prisma's defaults of 2 and 5 seconds are too short on a busy machine.
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
  });
  return {
    db,
    pool,
    async close() {
      await db.$disconnect();
      await pool.end();
    },
  };
}
