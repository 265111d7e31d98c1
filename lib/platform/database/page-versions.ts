import { Pool } from "pg";

/** All of them. */
export const pageSubjects = ["posts", "daily_messages"] as const;

/** What public pages are rendered from. Triggers in the database count a version of each. */
export type PageSubject = (typeof pageSubjects)[number];

/** What this process knows about changes to the content of public pages, from any process. */
export type PageVersions = {
  /**
   * Reads every change that was committed before the call. Never rejects: while the database is
   * unreachable, nothing changes, and only the first call waits for it, for up to a second.
   */
  refresh(): Promise<void>;
  /** Whether the database responded to the last query. */
  isReachable(): boolean;
  /** The version that was read last, a number in digits. Undefined before the first response. */
  versionOf(subject: PageSubject): string | undefined;
  close(): Promise<void>;
};

/**
 * Watches the versions over a separate connection, which opens with the first refresh.
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
  const versions = new Map<string, string>();
  let isReachable = true;
  let runningQuery: Promise<void> = Promise.resolve();
  let nextQuery: Promise<void> | undefined;

  const ask = async () => {
    try {
      const { rows } = await pool.query<{ subject: string; version: string }>(
        "SELECT subject, version::text FROM page_versions",
      );
      isReachable = true;
      for (const { subject, version } of rows) versions.set(subject, version);
    } catch {
      isReachable = false;
    }
  };

  return {
    async refresh() {
      // A running query may have read the versions before the change that this caller has to see.
      nextQuery ??= runningQuery.then(() => {
        nextQuery = undefined;
        runningQuery = ask();
        return runningQuery;
      });
      if (isReachable) await nextQuery;
    },
    isReachable: () => isReachable,
    versionOf: (subject) => versions.get(subject),
    close: () => pool.end(),
  };
}
