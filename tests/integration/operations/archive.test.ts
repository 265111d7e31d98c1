import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isArchiveFailing } from "@/lib/domain/status/backups";
import { connectDatabase, type DatabaseConnection } from "@/lib/platform/database/database";
import { startLocalPostgres, type LocalPostgres } from "@/server/postgres/local-postgres";

let folder: string;
let server: LocalPostgres;
let connection: DatabaseConnection;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "threeline-archive-"));
  server = await startLocalPostgres(folder, { archive_mode: "on" });
  connection = connectDatabase(server.url);
});

afterAll(async () => {
  await connection.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Lets the server archive with a command, and gives it something to archive. */
async function archiveWith(command: string): Promise<void> {
  const { db } = connection;
  await db.$executeRawUnsafe(`ALTER SYSTEM SET archive_command = '${command}'`);
  await db.$executeRaw`SELECT pg_reload_conf()`;
  await db.$executeRaw`CREATE TABLE IF NOT EXISTS changes (number int)`;
  await db.$executeRaw`INSERT INTO changes VALUES (1)`;
  await db.$executeRaw`SELECT pg_switch_wal()`;
}

test("an archive fails from a failed try until one that works", async () => {
  expect(await isArchiveFailing(connection.db)).toBe(false);
  await archiveWith("false");
  await expect.poll(() => isArchiveFailing(connection.db)).toBe(true);
  await archiveWith("true");
  await expect.poll(() => isArchiveFailing(connection.db)).toBe(false);
});
