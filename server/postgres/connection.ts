import { hasErrorCode, OperatorError } from "@/lib/platform/operator-error";
import { withConnection } from "@/lib/platform/database/with-connection";

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
  const options = { connectionString: url, connectionTimeoutMillis: 2000 };
  try {
    return await withConnection(options, async () => true);
  } catch (error) {
    // PostgreSQL's code for a wrong password.
    if (hasErrorCode(error, "28P01")) {
      throw new OperatorError(
        "The embedded database rejected the password stored next to its files.",
        { cause: error },
      );
    }
    return false;
  }
}

/** Creates the service's database unless it exists. `url` is any other database on the server. */
export async function ensureDatabase(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      databaseName,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  });
}
