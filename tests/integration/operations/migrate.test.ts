// @module-tag slow
import { spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client, Pool } from "pg";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  checksumOf,
  readMigrations,
  refuseTooNew,
  requireFittingSchema,
} from "@/lib/platform/database/migrations";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/run/child-exit";
import { migrate } from "@/server/run/migrate";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { sandboxVariables } from "@/tests/support/env-variables";
import { runCli } from "@/tests/support/run-cli";
import { runCommand } from "@/tests/support/run-command";

const baseline = "20261121000000_baseline";
const baselineScript = readFileSync(`prisma/migrations/${baseline}/migration.sql`, "utf8");
// A Monday: 8:30 in New York.
const inWindow = new Date("2026-11-23T13:30:00Z");
const afterWindows = new Date("2026-11-23T19:00:00Z");

let database: TestDatabase;
let root: string;
let client: Client;

beforeAll(() => buildProcesses(["cli", "worker"]));

beforeEach(async () => {
  database = await createTestDatabase();
  root = mkdtempSync(join(tmpdir(), "threeline-migrations-"));
  cpSync("prisma", join(root, "prisma"), { recursive: true });
  cpSync("package.json", join(root, "package.json"));
  client = new Client({ connectionString: database.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

/** Adds a migration to a later version of the project. */
function addMigration(name: string, script: string): void {
  const folder = join(root, "prisma/migrations", name);
  mkdirSync(folder);
  writeFileSync(join(folder, "migration.sql"), script);
}

const migrateAt = (now: Date, isForced = false) =>
  migrate(database.url, { now, emailLeadMinutes: 15, isForced, root });

const variables = () => ({
  ...sandboxVariables,
  DATABASE_URL: database.url,
  DATA_DIR: root,
  SANDBOX_PORT: "1",
});

/** A worker that runs somewhere. */
async function addWorker(): Promise<void> {
  await client.query(
    "INSERT INTO workers (id, name, host, pid, mark) VALUES (gen_random_uuid(), 'w', 'h', 1, 0)",
  );
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await client.query<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_name = $1",
    [table],
  );
  return rows.map((row) => row.column_name);
}

test("applies what a later version adds, in the middle of a slot", async () => {
  await client.query(
    "INSERT INTO subscribers (email, timezone) VALUES ('a@example.com', 'America/New_York')",
  );
  addMigration("20270101000000_one", "ALTER TABLE subscribers ADD COLUMN one text DEFAULT 'x';");
  addMigration("20270201000000_two", "CREATE INDEX CONCURRENTLY by_one ON subscribers (one);");
  expect(await migrateAt(inWindow)).toEqual(["20270101000000_one", "20270201000000_two"]);
  const { rows } = await client.query("SELECT email, one FROM subscribers");
  expect(rows).toEqual([{ email: "a@example.com", one: "x" }]);
  expect(await migrateAt(inWindow)).toEqual([]);
});

test("refuses a database that an applied migration has changed since", async () => {
  const file = join(root, "prisma/migrations", baseline, "migration.sql");
  appendFileSync(file, "CREATE TABLE more ();\n");
  const refusal = `The database was made with a different form of the migration ${baseline}, so this version can't use it. Start the version that it was made with, or begin with an empty database.`;
  await expect(migrateAt(inWindow)).rejects.toThrow(refusal);
  await expect(requireFittingSchema(database.url, root)).rejects.toThrow(refusal);
});

test("takes a migration whose line ends are Windows's", async () => {
  const file = join(root, "prisma/migrations", baseline, "migration.sql");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
  expect(await migrateAt(inWindow)).toEqual([]);
});

test("builds an index again whose build was interrupted", async () => {
  await client.query("CREATE INDEX by_name ON subscribers (name)");
  await client.query(
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'by_name'::regclass",
  );
  await client.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '', '20270101000000_i')",
  );
  addMigration("20270101000000_i", "CREATE INDEX CONCURRENTLY by_name ON subscribers (name);");
  expect(await migrateAt(inWindow)).toEqual(["20270101000000_i"]);
  const { rows } = await client.query(
    "SELECT indisvalid FROM pg_index WHERE indexrelid = 'by_name'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test("gives up a lock that others wait behind, and takes it once it's free", async () => {
  const reader = new Client({ connectionString: database.url });
  await reader.connect();
  await reader.query("BEGIN; SELECT count(*) FROM posts");
  addMigration("20270101000000_one", "ALTER TABLE posts ADD COLUMN one text;");
  const done = migrateAt(inWindow);
  const waiting = async () => {
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE NOT granted AND datname = current_database()",
    );
    return rows[0]?.count ?? 0;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  expect(await columnsOf("posts")).not.toContain("one");
  await reader.query("COMMIT");
  await reader.end();
  expect(await done).toEqual(["20270101000000_one"]);
}, 60_000);

test("gives up a migration whose statements hold others up for too long together", async ({
  skip,
}) => {
  const { rows } = await client.query<{ number: number }>(
    "SELECT current_setting('server_version_num')::int AS number",
  );
  skip((rows[0]?.number ?? 0) < 170_000, "transaction_timeout is new in PostgreSQL 17");
  const wait = "SELECT pg_sleep(8);";
  addMigration("20270101000000_slow", `LOCK posts IN SHARE MODE; ${wait} ${wait}`);
  await expect(migrateAt(afterWindows)).rejects.toThrow(
    "The migration 20270101000000_slow failed and was rolled back: it took too long. Mark it as blocking, or do it in smaller steps.",
  );
});

test("fails when the connection is lost between a migration and its record", async () => {
  addMigration("20270101000000_lost", "ALTER TABLE posts ADD COLUMN one text;");
  const query: unknown = Reflect.get(Pool.prototype, "query");
  if (typeof query !== "function") throw new Error("unreachable: pools have queries");
  const spy = vi.spyOn(Pool.prototype, "query");
  // oxlint-disable-next-line typescript/no-misused-promises -- without a callback, it returns a promise
  spy.mockImplementation(async function (this: Pool, ...args: unknown[]) {
    const result: unknown = await Reflect.apply(query, this, args);
    const [script] = args;
    if (typeof script === "string" && script.includes("ADD COLUMN one")) {
      await client.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      await vi.waitUntil(() => this.totalCount === 0, { timeout: 10_000 });
    }
    return result;
  });
  await expect(migrateAt(inWindow)).rejects.toThrow(
    "The migration 20270101000000_lost failed and was rolled back: the connection to the database was lost.",
  );
  spy.mockRestore();
  expect(await columnsOf("posts")).not.toContain("one");
  expect(await migrateAt(inWindow)).toEqual(["20270101000000_lost"]);
});

test("refuses a blocking migration while workers deliver briefings", async () => {
  await addWorker();
  const script = "-- blocking: a second for each 100,000 posts\nUPDATE posts SET title = title;";
  addMigration("20270101000000_trim", script);
  await expect(migrateAt(inWindow)).rejects.toThrow(
    "The migration 20270101000000_trim would hold up briefings that are being delivered now (a second for each 100,000 posts). " +
      "Run npm run cli -- migrate up after 18:00 UTC, when no window is open, or with --now.",
  );
  expect(await migrateAt(afterWindows)).toEqual(["20270101000000_trim"]);
});

test.each([
  ["with --now", true, true],
  ["while no worker is running", false, false],
])("applies a blocking migration in a delivery window %s", async (_title, hasWorker, isForced) => {
  if (hasWorker) await addWorker();
  addMigration("20270101000000_trim", "-- blocking: a second\nUPDATE posts SET title = title;");
  expect(await migrateAt(inWindow, isForced)).toEqual(["20270101000000_trim"]);
});

test("leaves nothing of a migration that fails", async () => {
  addMigration("20270101000000_bad", "ALTER TABLE posts ADD COLUMN one text; SELECT 1 / 0;");
  await expect(migrateAt(inWindow)).rejects.toThrow(
    "The migration 20270101000000_bad failed and was rolled back: division by zero",
  );
  expect(await columnsOf("posts")).not.toContain("one");
});

test("a version starts on the schema of a newer one", async () => {
  addMigration("20270101000000_one", "ALTER TABLE posts ADD COLUMN one text;");
  await migrateAt(inWindow);
  expect(await migrate(database.url, { now: inWindow, emailLeadMinutes: 15 })).toEqual([]);
  await requireFittingSchema(database.url);
});

test("a version doesn't start on a schema that lacks what it uses", async () => {
  const script = "-- destructive: unused since 9.1.0\nALTER TABLE posts DROP COLUMN preview;";
  addMigration("20270101000000_drop_preview_needs_9_1_0", script);
  writeFileSync(join(root, "package.json"), '{ "version": "9.1.0" }');
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('1', '', '20270101000000_drop_preview_needs_9_1_0', now())`,
  );
  await expect(requireFittingSchema(database.url)).rejects.toThrow(
    /^The database was changed for Threeline 9\.1\.0 or later \(20270101000000_drop_preview_needs_9_1_0\), and this is \d+\.\d+\.\d+\. Start the newer version, or restore a backup from before\.$/,
  );
  const newer = ["20270101000000_drop_preview_needs_9_1_0"];
  await expect(refuseTooNew({ newer }, "9.0.12")).rejects.toThrow("9.1.0 or later");
  await expect(refuseTooNew({ newer }, "9.1.0")).resolves.toBeUndefined();
  await expect(refuseTooNew({ newer }, "10.0.0")).resolves.toBeUndefined();
});

test("a process that doesn't migrate stops with one sentence on an older schema", async () => {
  await client.query("DELETE FROM _prisma_migrations");
  const { length: count } = await readMigrations();
  const sentence = `The database is older than this version of Threeline: it's missing ${count} migrations, starting with ${baseline}. Run npm run cli -- migrate up.`;
  await expect(requireFittingSchema(database.url)).rejects.toThrow(sentence);
  const outcome = await runCli(["subscribers", "list"], variables());
  expect(outcome).toEqual({ code: 1, stdout: "", stderr: `${sentence}\n` });
  const worker = spawn(process.execPath, ["dist/worker.mjs"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { NODE_ENV: "test", PATH: process.env["PATH"], ...variables() },
  });
  const exited = exitOf(worker);
  expect(await text(worker.stderr)).toBe(`${sentence}\n`);
  expect(await exited).toBe(1);
});

test("migrate status shows what the database lacks, and migrate up applies it", async () => {
  const status = async () => {
    const { stdout } = await runCommand(["migrate", "status", "--json"], variables());
    return JSON.parse(stdout) as unknown;
  };
  const names = (await readMigrations()).map(({ name }) => name);
  expect(await status()).toEqual({ applied: names, changed: [], pending: [], newer: [] });
  const setChecksum = "UPDATE _prisma_migrations SET checksum = $1 WHERE migration_name = $2";
  await client.query(setChecksum, ["another", baseline]);
  expect(await status()).toMatchObject({ changed: [baseline] });
  await expect(runCommand(["migrate", "up"], variables())).resolves.toMatchObject({ code: 1 });
  await client.query(setChecksum, [checksumOf(baselineScript), baseline]);
  const { stdout } = await runCommand(["migrate", "up"], variables());
  expect(stdout).toBe("Nothing to apply.\n");
  await client.query("DELETE FROM _prisma_migrations");
  const pending = names.map((name) => expect.objectContaining({ name, destructive: null }));
  expect(await status()).toEqual({ applied: [], changed: [], pending, newer: [] });
});
