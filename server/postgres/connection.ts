import { Client } from "pg";
import { hasErrorCode, OperatorError } from "@/lib/platform/operator-error";

/** Name of the database of the service. */
export const databaseName = "threeline";
/** Owner of the embedded database. */
export const databaseUser = "threeline";

/** Connection string of a database on the embedded server. */
export function urlOf(port: number, password: string, database: string): string {
  return `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * True when the server accepts a connection.
 *
 * @throws OperatorError when it rejects the stored password
 */
export async function acceptsConnections(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  // A dropped connection is also reported as an event.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // PostgreSQL's code for a wrong password.
    if (hasErrorCode(error, "28P01")) {
      throw new OperatorError(
        "The embedded database rejected the password stored next to its files.",
        { cause: error },
      );
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the service's database unless it exists. `url` is any other database on the server. */
export async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      databaseName,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}
