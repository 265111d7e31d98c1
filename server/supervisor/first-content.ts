import { Client } from "pg";

/**
 * Whether the database has its first administrator and any content, so that there is nothing to add.
 * Loading the command that adds them takes a second of each start.
 *
 * @param url `postgresql://…`
 * @param isLive with real providers, only the administrator is ever added
 */
export async function hasFirstContent(url: string, isLive: boolean): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ admin: boolean; content: boolean }>(`
      SELECT EXISTS (SELECT FROM admins) AS admin,
        EXISTS (SELECT FROM subscribers) OR EXISTS (SELECT FROM posts)
          OR EXISTS (SELECT FROM daily_messages) AS content`);
    return rows.every(({ admin, content }) => admin && (isLive || content));
  } finally {
    await client.end();
  }
}
