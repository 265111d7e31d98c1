import { Client } from "pg";

/**
 * Gives a test database a clock that can be moved forward, so that no test waits for what is due later:
 * `UPDATE test_clock SET seconds_ahead = …`. `now()` and the columns' defaults follow it on all
 * connections that are opened from now on.
 */
export async function installDatabaseClock(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
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
        EXECUTE format('ALTER DATABASE %I SET search_path = clock, pg_catalog, public',
          current_database());
        FOR field IN
          SELECT table_name, column_name FROM information_schema.columns
          WHERE table_schema = 'public' AND column_default = 'CURRENT_TIMESTAMP'
        LOOP
          EXECUTE format('ALTER TABLE public.%I ALTER %I SET DEFAULT clock.now()',
            field.table_name, field.column_name);
        END LOOP;
      END $$`);
  } finally {
    await client.end();
  }
}
