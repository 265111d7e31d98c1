import { Pool } from "pg";

/** What public pages are made from; a version of each is counted by the database itself. */
export type PageSubject = "posts" | "daily_messages";

/** What this process knows of changes to what the public pages show, whoever made them. */
export type PageVersions = {
  /**
   * Learns of every change that was committed before the call. Never rejects: while the database
   * cannot be reached, what is known stays, and only the first call waits for it, a second at most.
   */
  refresh(): Promise<void>;
  /** Whether the database answered the last time it was asked. */
  isReachable(): boolean;
  /**
   * When the last change of a subject was learned of, in epoch milliseconds; pages made until then
   * are out of date. 0 before the first answer of the database, which counts as a change.
   */
  noticedAt(subject: PageSubject): number;
  /** How many changes were learned of; two equal answers mean that there was none in between. */
  noticedCount(): number;
  close(): Promise<void>;
};

const timeoutMs = 1_000;

/**
 * Watches the versions with one connection of its own. Nothing connects before the first refresh.
 *
 * @param url `postgresql://…`
 */
export function watchPageVersions(url: string): PageVersions {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    application_name: "threeline-page-versions",
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  });
  // A connection that dies while idle is replaced by the pool; unheard, the event would end the process.
  pool.on("error", () => undefined);
  const versions = new Map<string, string>();
  const noticedAt = new Map<string, number>();
  let noticedCount = 0;
  let isReachable = true;
  let asking: Promise<void> = Promise.resolve();
  let askingNext: Promise<void> | undefined;

  const ask = async () => {
    try {
      const { rows } = await pool.query<{ subject: string; version: string }>(
        "SELECT subject, version::text FROM page_versions",
      );
      isReachable = true;
      for (const { subject, version } of rows) {
        if (versions.get(subject) === version) continue;
        versions.set(subject, version);
        noticedAt.set(subject, Date.now());
        noticedCount += 1;
      }
    } catch {
      isReachable = false;
    }
  };

  return {
    async refresh() {
      // A question under way may have been answered before the change that this caller must see.
      askingNext ??= asking.then(() => {
        askingNext = undefined;
        asking = ask();
        return asking;
      });
      if (isReachable) await askingNext;
    },
    isReachable: () => isReachable,
    noticedAt: (subject) => noticedAt.get(subject) ?? 0,
    noticedCount: () => noticedCount,
    close: () => pool.end(),
  };
}
