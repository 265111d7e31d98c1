import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { startLocalPostgres, type LocalPostgres } from "@/server/postgres/local-postgres";

/** What a benchmark works with. */
export type Scratch = {
  dataDir: string;
  /** Migrated. */
  server: LocalPostgres;
  /** Processes to end with the benchmark. */
  children: ChildProcess[];
};

/**
 * Runs a benchmark with a temporary folder and database, and deletes both afterwards.
 *
 * @param settings PostgreSQL settings
 */
export async function withScratch<Result>(
  work: (scratch: Scratch) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), "threeline-bench-"));
  const children: ChildProcess[] = [];
  const server = await startLocalPostgres(dataDir, settings);
  try {
    await applyMigrations(server.url);
    return await work({ dataDir, server, children });
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
