import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { diffSchema } from "@/tests/support/diff-schema";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test("the migrated database matches the Prisma schema", async () => {
  expect(await diffSchema(database.url)).toBe("");
});

test("a second run applies nothing", async () => {
  expect(await applyMigrations(database.url)).toEqual([]);
});

test("a difference from the schema is detected", async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("ALTER TABLE posts ADD COLUMN stray text");
  try {
    expect(await diffSchema(database.url)).toBe('ALTER TABLE "posts" DROP COLUMN "stray";');
  } finally {
    await client.query("ALTER TABLE posts DROP COLUMN stray");
    await client.end();
  }
});

test("two copies of the module in one process don't disturb each other", async () => {
  vi.resetModules();
  const copy = await import("@/tests/support/diff-schema");
  expect(await copy.diffSchema(database.url)).toBe("");
  expect(await diffSchema(database.url)).toBe("");
});
