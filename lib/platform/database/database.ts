import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { PrismaClient } from "./generated/client";

export { Prisma } from "./generated/client";

/** The database, through Prisma. */
export type Database = PrismaClient;

/** The database inside a transaction. */
export type Transaction = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

/** A connected database and what to call when done with it. */
export type DatabaseConnection = { db: Database; pool: Pool; close: () => Promise<void> };

const preparedNames = new Map<string, string>();

/**
 * A statement that runs by the thousand begins with this comment: each connection then parses and
 * plans it once. Others are planned every time, for the values they come with.
 */
function preparedName(sql: string): string {
  if (!sql.startsWith("/* prepared */")) return "";
  const name = preparedNames.get(sql) ?? `prepared_${preparedNames.size}`;
  preparedNames.set(sql, name);
  return name;
}

/**
 * Opens a pool of connections. Nothing connects before the first query. Sessions run in UTC, and
 * a statement that hangs is ended by the server rather than waited for.
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
  // A connection that dies while idle is replaced by the pool; unheard, the event would end the process.
  pool.on("error", () => undefined);
  const db = new PrismaClient({
    adapter: new PrismaPg(pool, {
      disposeExternalPool: false,
      statementNameGenerator: ({ sql }) => preparedName(sql),
    }),
    // Prisma's own 2 and 5 seconds fail on a machine that is merely busy.
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
