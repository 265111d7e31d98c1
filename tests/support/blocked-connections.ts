import { expect, vi } from "vitest";
import type { Database } from "@/lib/platform/database/database";

/** Waits until so many connections to a test's database wait for a lock. */
export async function waitUntilBlocked(db: Database, connections = 1): Promise<void> {
  const check = async () => {
    const blocked = await db.$queryRaw`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    expect(blocked).toHaveLength(connections);
  };
  await vi.waitFor(check, { timeout: 60_000 });
}
