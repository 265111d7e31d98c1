import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Client } from "pg";
import { brand } from "@/lib/brand";
import { OperatorError } from "../operator-error";
import { readVersion } from "../service/version";
import { withConnection } from "./with-connection";

/** A folder of `prisma/migrations`. */
export type Migration = {
  /** Name of the folder, which begins with a time: the order in which they are applied. */
  name: string;
  script: string;
  /** Why nothing uses what it removes anymore; null if older versions can run on it. */
  destructive: string | null;
  /** What it may hold up, and for how long; null when it locks tables only briefly. */
  blocking: string | null;
  /** Whether it runs outside a transaction, which `CREATE INDEX CONCURRENTLY` requires. */
  isConcurrent: boolean;
};

/** How a database's schema compares with this version. */
export type SchemaState = {
  applied: string[];
  /** Applied migrations whose file has changed since. */
  changed: string[];
  /** Migrations of this version that haven't been applied, oldest first. */
  pending: Migration[];
  /** Migrations that newer versions applied. */
  newer: string[];
};

/** All migrations of `prisma/migrations` under `root`, oldest first. */
export async function readMigrations(root: string = process.cwd()): Promise<Migration[]> {
  const folder = resolve(root, "prisma/migrations");
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const script = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, script, ...readMarks(script) };
    }),
  );
}

/** What a migration's comments say about it: lines such as `-- blocking: rewrites posts, a second`. */
export function readMarks(
  script: string,
): Pick<Migration, "destructive" | "blocking" | "isConcurrent"> {
  const mark = (name: string) => new RegExp(`^-- ${name}: (\\S.*)$`, "m").exec(script)?.[1] ?? null;
  const statements = script.replaceAll(/^\s*--.*$/gm, "");
  return {
    destructive: mark("destructive"),
    blocking: mark("blocking"),
    isConcurrent: /\b(?:CREATE|DROP)\b[^;]*\bINDEX\s+CONCURRENTLY\b/i.test(statements),
  };
}

/**
 * The oldest version that runs on a database with this migration, from its name, such as
 * `20270301000000_drop_x_needs_0_4_0`. Null when every version does.
 */
export function neededVersion(name: string): string | null {
  return /_needs_(\d+_\d+_\d+)$/.exec(name)?.[1]?.replaceAll("_", ".") ?? null;
}

/** Compares a database with this version's migrations. */
export async function readSchemaState(
  client: Pick<Client, "query">,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const applied = await listApplied(client);
  const known = new Set(migrations.map(({ name }) => name));
  const names = [...applied.keys()];
  return {
    applied: names.filter((name) => known.has(name)),
    changed: migrations
      .filter(({ name, script }) => isAnother(script, applied.get(name)))
      .map(({ name }) => name),
    pending: migrations.filter(({ name }) => !applied.has(name)),
    newer: names.filter((name) => !known.has(name)),
  };
}

/** Returns whether a script differs from the one that was applied. */
function isAnother(script: string, applied: string | undefined): boolean {
  if (applied === undefined) return false;
  const unix = script.replaceAll("\r\n", "\n");
  return ![unix, unix.replaceAll("\n", "\r\n")].some((each) => checksumOf(each) === applied);
}

/** As Prisma stores it. */
export function checksumOf(script: string): string {
  return createHash("sha256").update(script).digest("hex");
}

/** Names and checksums. */
async function listApplied(client: Pick<Client, "query">): Promise<Map<string, string>> {
  const { rows: tables } = await client.query<{ some: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS some",
  );
  if (tables[0]?.some !== true) return new Map();
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `SELECT migration_name, checksum FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/**
 * A released migration never changes. If one differs, it was applied before its release, or edited.
 *
 * @throws OperatorError when something that this version relies on may be missing
 */
export function refuseChanged({ changed: [name] }: Pick<SchemaState, "changed">): void {
  if (name === undefined) return;
  throw new OperatorError(
    `The database was made with a different form of the migration ${name}, so this version can't use it. Start the version that it was made with, or begin with an empty database.`,
  );
}

/**
 * Newer versions only add to the schema, except for migrations that name the version they need.
 *
 * @throws OperatorError when the database can't be used by this version anymore
 */
export async function refuseTooNew(
  { newer }: Pick<SchemaState, "newer">,
  version?: string,
): Promise<void> {
  const own = version ?? (await readVersion());
  for (const name of newer) {
    const needed = neededVersion(name);
    if (needed !== null && isOlder(own, needed)) {
      throw new OperatorError(
        `The database was changed for ${brand.name} ${needed} or later (${name}), and this is ${own}. Start the newer version, or restore a backup from before.`,
      );
    }
  }
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((each) => each.split(/[.-]/).slice(0, 3).map(Number));
  const at = [0, 1, 2].find((index) => a?.[index] !== b?.[index]);
  return at !== undefined && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}

/**
 * For processes that don't migrate: they run on the schema of their own version, or of a newer one that only
 * adds to it. Does nothing if the database can't be reached.
 *
 * @throws OperatorError when it's older, or too new
 */
export async function requireFittingSchema(
  databaseUrl: string,
  root: string = process.cwd(),
): Promise<void> {
  const migrations = await readMigrations(root);
  const state = await withConnection(
    { connectionString: databaseUrl, connectionTimeoutMillis: 5_000 },
    (client) => readSchemaState(client, migrations),
  ).catch(() => null);
  if (!state) return;
  await refuseTooNew(state);
  refuseChanged(state);
  const [first] = state.pending;
  if (!first) return;
  const count = state.pending.length === 1 ? "a migration" : `${state.pending.length} migrations`;
  throw new OperatorError(
    `The database is older than this version of ${brand.name}: it's missing ${count}, starting with ${first.name}. Run npm run cli -- migrate up.`,
  );
}
