import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { PrismaClient } from "./generated/client";

export { Prisma } from "./generated/client";

/** The Prisma client. */
export type Database = PrismaClient;

/** The Prisma client inside a transaction. */
export type Transaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

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
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    query_timeout: 60_000,
  });
  // The pool replaces idle connections that drop. Without a listener, the event would end the process.
  pool.on("error", () => undefined);
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
