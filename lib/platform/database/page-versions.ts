import { Pool } from "pg";

/** What this process knows about changes to the content of public pages, from any process. */
export type PageVersions = {
  /**
   * Reads every change that was committed before the call. Never rejects: while the database is
   * unreachable, nothing changes, and only the first call waits for it, for up to a second.
   */
  refresh(): Promise<void>;
  /** Whether the database responded to the last query. */
  isReachable(): boolean;
  /** Identifies the content that was last read. Undefined before the first response. */
  current(): string | undefined;
  close(): Promise<void>;
};

/**
 * Watches the versions that database triggers increment, over a separate connection that opens with the first
 * refresh.
 *
 * @param url `postgresql://…`
 * @param timeoutMs how long a response may take
 */
export function watchPageVersions(url: string, timeoutMs = 1_000): PageVersions {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    application_name: "threeline-page-versions",
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  });
  // The pool replaces idle connections that drop. Without a listener, the event would end the process.
  pool.on("error", () => undefined);
  let current: string | undefined;
  let isReachable = true;
  let runningQuery: Promise<void> = Promise.resolve();
  let nextQuery: Promise<void> | undefined;

  const ask = async () => {
    try {
      const { rows } = await pool.query<{ versions: string }>(
        "SELECT string_agg(version::text, '.' ORDER BY subject) AS versions FROM page_versions",
      );
      isReachable = true;
      current = rows[0]?.versions;
    } catch {
      isReachable = false;
    }
  };

  return {
    async refresh() {
      // A query already running may have missed the change that this caller has to see.
      nextQuery ??= runningQuery.then(() => {
        nextQuery = undefined;
        runningQuery = ask();
        return runningQuery;
      });
      if (isReachable) await nextQuery;
    },
    isReachable: () => isReachable,
    current: () => current,
    close: () => pool.end(),
  };
}
