import { brand } from "@/lib/brand";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import { Client, Pool, type QueryArrayConfig } from "pg";

type SchemaEngine = engineModule.SchemaEngine;

/** A migration failed, or the database belongs to a newer version. The message is for the operator. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

type Migration = {
  name: string;
  script: string;
};

const NO_FILTERS = { externalTables: [], externalEnums: [] };

// An arbitrary number that must stay the same in every version.
const LOCK_KEY = 7_310_833_500_121n;

// The engine checks for this table with a query that fails when it is missing, which would abort the
// surrounding transaction. The definition is Prisma's own.
const createMigrationsTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/**
 * Applies all missing migrations of `prisma/migrations` under `root`, and returns their names, oldest
 * first.
 *
 * Each migration and its record are one transaction, so an interrupted start leaves nothing half-done.
 * Starts over the same database wait for each other.
 *
 * @throws MigrationError when a script fails or the database comes from a newer version.
 */
export async function applyMigrations(
  databaseUrl: string,
  root: string = process.cwd(),
): Promise<string[]> {
  const migrations = await readMigrations(root);
  return withConnection(databaseUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    await client.query(createMigrationsTable);
    const pending = pendingMigrations(migrations, await finishedMigrations(client));
    for (const migration of pending) {
      const upToHere = migrations.slice(0, migrations.indexOf(migration) + 1);
      await applyInTransaction(databaseUrl, root, upToHere, migration.name);
    }
    return pending.map((migration) => migration.name);
  });
}

/**
 * The SQL that would turn the database into `prisma/schema.prisma`, or an empty string when they match.
 * Ignores schemas other than `public`, such as pg-boss's.
 */
export async function diffSchema(
  databaseUrl: string,
  root: string = process.cwd(),
): Promise<string> {
  const schema = await readSchema(root);
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const engine = await openEngine(schema, pool);
    try {
      const result = await engine.diff({
        from: { tag: "schemaDatasource", files: schema, configDir: root },
        to: { tag: "schemaDatamodel", files: schema },
        script: true,
        exitCode: null,
        filters: NO_FILTERS,
      });
      return withoutComments(result.stdout ?? "");
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

/**
 * A short hash of `prisma/migrations` under `root`, which changes when a migration is added or edited.
 * It names the template of the test databases.
 */
export async function migrationsFingerprint(root: string = process.cwd()): Promise<string> {
  const hash = createHash("sha256");
  for (const migration of await readMigrations(root)) {
    hash.update(`${migration.name}\0${migration.script}\0`);
  }
  return hash.digest("hex").slice(0, 12);
}

function pendingMigrations(known: Migration[], finished: string[]): Migration[] {
  const names = new Set(known.map((migration) => migration.name));
  const foreign = finished.find((name) => !names.has(name));
  if (foreign !== undefined) {
    throw new MigrationError(
      `The database was migrated by a newer version of ${brand.name}: this version doesn't know the migration ${foreign}. Start the newer version instead.`,
    );
  }
  const done = new Set(finished);
  return known.filter((migration) => !done.has(migration.name));
}

async function finishedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string }>(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return rows.map((row) => row.migration_name);
}

async function applyInTransaction(
  databaseUrl: string,
  root: string,
  migrations: Migration[],
  name: string,
): Promise<void> {
  // One connection, so that all of the engine's statements run inside the transaction.
  const pool = new Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
  const failure: { cause?: unknown } = {};
  try {
    await pool.query("BEGIN");
    const engine = await openEngine(await readSchema(root), pool, (cause) => {
      failure.cause ??= cause;
    });
    try {
      await engine.applyMigrations({
        migrationsList: migrationsList(root, migrations),
        filters: NO_FILTERS,
      });
    } finally {
      engine.free();
    }
    await pool.query("COMMIT");
  } catch (error) {
    await pool.query("ROLLBACK").catch(() => undefined);
    const cause = failure.cause ?? error;
    throw new MigrationError(
      `The migration ${name} failed and was rolled back: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  } finally {
    await pool.end();
  }
}

function migrationsList(root: string, migrations: Migration[]): engineModule.MigrationList {
  return {
    baseDir: resolve(root, "prisma/migrations"),
    lockfile: { path: "./migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: script } },
    })),
  };
}

async function readMigrations(root: string): Promise<Migration[]> {
  const folder = resolve(root, "prisma/migrations");
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => ({
      name,
      script: await readFile(join(folder, name, "migration.sql"), "utf8"),
    })),
  );
}

async function readSchema(root: string): Promise<engineModule.SchemaContainer[]> {
  const path = resolve(root, "prisma/schema.prisma");
  return [{ path, content: await readFile(path, "utf8") }];
}

// PostgreSQL's one-byte "char", common in its system tables, and text, which parses the same way.
const CHAR_TYPE_ID = 18;
const TEXT_TYPE_ID = 25;

/**
 * Prisma's adapter, adjusted for the schema engine: it sends a script as a whole instead of splitting
 * it at every semicolon, even inside functions, and it reads "char" columns of system tables.
 */
class EngineAdapter extends PrismaPg {
  readonly #pool: Pool;
  readonly #onError: (error: unknown) => void;

  constructor(pool: Pool, onError: (error: unknown) => void) {
    super(pool);
    this.#pool = pool;
    this.#onError = onError;
  }

  override async connect(): ReturnType<PrismaPg["connect"]> {
    const adapter = await super.connect();
    const query = this.#pool.query.bind(this.#pool);
    const queryRaw = adapter.queryRaw.bind(adapter);
    let charColumns = new Set<string>();

    const queryCharsAsText = async (config: QueryArrayConfig) => {
      const result = await query(config);
      const chars = result.fields.filter((field) => field.dataTypeID === CHAR_TYPE_ID);
      for (const field of chars) field.dataTypeID = TEXT_TYPE_ID;
      charColumns = new Set(chars.map((field) => field.name));
      return result;
    };
    Object.assign(this.#pool, { query: queryCharsAsText });

    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement);
      const columnTypes = result.columnTypes.map((type, index) =>
        charColumns.has(result.columnNames[index] ?? "") ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    adapter.executeScript = async (script) => {
      try {
        await query(script);
      } catch (error) {
        this.#onError(error);
        throw error;
      }
    };
    return adapter;
  }
}

let engineReady: Promise<void> | undefined;

async function openEngine(
  schema: engineModule.SchemaContainer[],
  pool: Pool,
  onError: (error: unknown) => void = () => undefined,
): Promise<SchemaEngine> {
  engineReady ??= loadEngine();
  await engineReady;
  return engineModule.SchemaEngine.new(
    { datamodels: schema.map(({ path, content }) => [path, content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(new EngineAdapter(pool, onError)),
  );
}

async function loadEngine(): Promise<void> {
  const glue = createRequire(import.meta.url).resolve(
    "@prisma/schema-engine-wasm/schema_engine_bg",
  );
  const bytes = await readFile(new URL("schema_engine_bg.wasm", pathToFileURL(glue)));
  const { instance } = await WebAssembly.instantiate(bytes, {
    "./schema_engine_bg.js": { ...engineModule },
  });
  // oxlint-disable-next-line no-underscore-dangle -- the generated glue calls it so
  engineModule.__wbg_set_wasm(instance.exports);
  const start = instance.exports["__wbindgen_start"];
  if (typeof start === "function") start();
}

function withoutComments(script: string): string {
  const lines = script.split("\n").filter((line) => !line.startsWith("--"));
  return lines.join("\n").trim();
}

async function withConnection<T>(
  databaseUrl: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
