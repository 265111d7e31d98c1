import { Client } from "pg";

const useClock = `
  DO $$
  BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = clock, pg_catalog, public',
      current_database());
  END $$`;

async function onDatabase<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Gives a test database a clock that can be moved forward, so that no test waits for what is due later:
 * `UPDATE test_clock SET seconds_ahead = …`. `now()` and the columns' defaults follow it on all
 * connections that are opened from now on.
 */
export async function installDatabaseClock(url: string): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query(`
      CREATE SCHEMA clock;
      CREATE TABLE clock.test_clock (seconds_ahead float8 NOT NULL);
      INSERT INTO clock.test_clock VALUES (0);
      CREATE FUNCTION clock.now() RETURNS timestamptz STABLE LANGUAGE sql AS
        'SELECT pg_catalog.now() + make_interval(secs => seconds_ahead) FROM clock.test_clock';
      DO $$
      DECLARE
        field record;
      BEGIN
        FOR field IN
          SELECT table_name, column_name FROM information_schema.columns
          WHERE table_schema = 'public' AND column_default = 'CURRENT_TIMESTAMP'
        LOOP
          EXECUTE format('ALTER TABLE public.%I ALTER %I SET DEFAULT clock.now()',
            field.table_name, field.column_name);
        END LOOP;
      END $$`);
    await client.query(useClock);
  });
}

/** How far a database's clock is ahead, in seconds; null without such a clock. */
export async function readDatabaseClock(url: string): Promise<number | null> {
  return onDatabase(url, async (client) => {
    const found = await client.query<{ exists: boolean }>(
      "SELECT to_regclass('clock.test_clock') IS NOT NULL AS exists",
    );
    if (!found.rows[0]?.exists) return null;
    const { rows } = await client.query<{ seconds: number }>(
      "SELECT seconds_ahead AS seconds FROM clock.test_clock",
    );
    return rows[0]?.seconds ?? null;
  });
}

/** Sets the clock of a copy, which doesn't have the settings of the original database. */
export async function continueDatabaseClock(url: string, secondsAhead: number): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query("UPDATE clock.test_clock SET seconds_ahead = $1", [secondsAhead]);
    await client.query(useClock);
  });
}
