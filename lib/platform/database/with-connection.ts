import { Client, type ClientConfig } from "pg";

/**
 * Runs something with a connection outside any pool, and closes it.
 *
 * @param database `postgresql://…`, or the driver's options
 */
export async function withConnection<T>(
  database: string | ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(database);
  // Without a listener, a connection that the server ends would end the process. The next query fails anyway.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
