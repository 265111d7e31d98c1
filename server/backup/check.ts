import { dayMs } from "@/lib/calendar/units";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Client } from "pg";
import type { ImageFiles } from "@/lib/contracts/reading/image-address";
import { readMigrations, readSchemaState } from "@/lib/platform/database/migrations";
import { startLocalPostgres } from "../postgres/local-postgres";
import { reasonOf } from "@/lib/platform/operator-error";
import { withConnection } from "@/lib/platform/database/with-connection";
import { unpackDatabaseFiles } from "./database-files";
import { restoreDump } from "./dump";
import { deleteAbandoned, openBackup, type StoredBackup } from "./files";
import { checkImageCopies } from "./images";

/** What was found in a restored backup. */
export type BackupCheck = {
  tables: number;
  indexes: number;
  subscribers: number;
  images: number;
  /** When the newest entry of the audit log was written; null without one. */
  newestEntryAt: Date | null;
  /** Empty if the backup can be restored. */
  problems: string[];
};

/** Where a backup is restored: not in /tmp, which Debian 13 keeps in memory. */
export function scratchFolder(): string {
  const large = "/var/tmp";
  return process.env["TMPDIR"] ?? (existsSync(large) ? large : tmpdir());
}

const scratchPrefix = "database-verify-";

/** No check takes this long. */
const abandonedMs = dayMs;

// The scratch server is thrown away.
const scratchSettings = { fsync: "off", full_page_writes: "off", shared_buffers: "64MB" };

/**
 * Restores a backup into a temporary server and checks that every table page can be read, every index has
 * every row, and the folder has the files of all images.
 *
 * @param key an age identity, required for an encrypted backup
 */
export async function checkBackup(
  backup: StoredBackup,
  key: string | undefined,
): Promise<BackupCheck> {
  // A killed check leaves a copy of the database, which anyone with the disk can read.
  await deleteAbandoned(scratchFolder(), abandonedMs, scratchPrefix);
  const folder = await mkdtemp(join(scratchFolder(), scratchPrefix));
  try {
    const content = await openBackup(backup, key);
    if (backup.kind === "files") await unpackDatabaseFiles(content, folder, new Date());
    const server = await startLocalPostgres(folder, scratchSettings);
    try {
      if (backup.kind === "dump") await restoreDump(content, server.url);
      const { images, ...found } = await checkDatabase(server.url);
      const problems = await checkImageCopies(dirname(backup.path), images, key);
      return { ...found, images: images.length, problems: [...found.problems, ...problems] };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads everything in a database that was just restored. Its user must be a superuser. */
async function checkDatabase(
  url: string,
): Promise<Omit<BackupCheck, "images"> & { images: ImageFiles[] }> {
  return withConnection(url, async (client) => {
    const problems: string[] = [];
    const state = await readSchemaState(client, await readMigrations());
    if (state.applied.length === 0) problems.push("it has no tables of this service");
    await client.query("CREATE EXTENSION IF NOT EXISTS amcheck");
    const tables = await listRelations(client, "r", "heap");
    const indexes = await listRelations(client, "i", "btree");
    for (const name of tables) {
      const { rows } = await client.query<{ msg: string }>(
        "SELECT msg FROM verify_heapam($1::regclass, check_toast => true) LIMIT 1",
        [name],
      );
      problems.push(...rows.map(({ msg }) => `${name}: ${msg}`));
    }
    for (const name of indexes) {
      await client
        .query("SELECT bt_index_check($1::regclass, heapallindexed => true)", [name])
        .catch((error: unknown) => problems.push(`${name}: ${reasonOf(error)}`));
    }
    const counted =
      state.applied.length === 0
        ? { subscribers: 0, newest: null, images: [] }
        : await readRows(client);
    return {
      tables: tables.length,
      indexes: indexes.length,
      subscribers: counted.subscribers,
      images: counted.images,
      newestEntryAt: counted.newest,
      problems,
    };
  });
}

async function listRelations(client: Client, kind: string, method: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
      WHERE c.relkind = $1 AND a.amname = $2 AND c.relpersistence = 'p'
        AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    [kind, method],
  );
  return rows.map(({ name }) => name);
}

async function readRows(
  client: Client,
): Promise<{ subscribers: number; newest: Date | null; images: ImageFiles[] }> {
  const { rows: images } = await client.query<ImageFiles>(
    "SELECT key, width, height, format FROM images ORDER BY id",
  );
  const { rows } = await client.query<{ subscribers: number; newest: Date | null }>(
    `SELECT (SELECT count(*)::int FROM subscribers) AS subscribers,
      (SELECT max(at) FROM audit_events) AS newest`,
  );
  return { subscribers: 0, newest: null, ...rows[0], images };
}
