import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { Pool, QueryArrayConfig } from "pg";

/** Prisma's schema, as its engine takes it. */
export async function readSchema(root: string): Promise<engineModule.SchemaContainer[]> {
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

// One per process, because the package's module has a single memory: loading it again, from a different
// bundle or copy of this module, would mix up the two.
const shared: typeof globalThis & { schemaEngine?: Promise<void> } = globalThis;

/**
 * Prisma's schema engine over a pool. Call `free` when done.
 *
 * @param onError gets the database's own error when a script fails
 */
export async function openEngine(
  schema: engineModule.SchemaContainer[],
  pool: Pool,
  onError: (error: unknown) => void,
): Promise<engineModule.SchemaEngine> {
  shared.schemaEngine ??= loadEngine();
  await shared.schemaEngine;
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
