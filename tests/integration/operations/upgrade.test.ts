// @module-tag slow
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportData } from "@/lib/domain/account/export-data";
import { verifyAuditLog } from "@/lib/domain/audit-log/verify";
import { findAdminByCredentials } from "@/lib/domain/team/admins";
import { getPerson } from "@/lib/domain/subscribers/person/person";
import { searchPosts } from "@/lib/domain/posts/archive/search-posts";
import { findPublicPost } from "@/lib/domain/posts/read-posts";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { readSetting } from "@/lib/domain/settings/stored-settings";
import { applyMigrations } from "@/lib/platform/database/migrate";
import { readMigrations } from "@/lib/platform/database/migrations";
import { createTestDatabase } from "@/tests/support/database";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";
import { diffSchema } from "@/tests/support/diff-schema";

// The upgrade that someone makes who has skipped every version since the first.

const [first = { name: "" }, ...later] = await readMigrations();
const data = readFileSync("tests/integration/operations/first-schema.sql", "utf8");

let harness: DeliveryHarness;
let before: Record<string, number>;
let after: Record<string, number>;
let applied: string[];
let difference: string;

beforeAll(async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await migrateToFirst(database.url);
  await client.query(data);
  before = await countRows(client);
  applied = await applyMigrations(database.url);
  after = await countRows(client);
  await client.end();
  difference = await diffSchema(database.url);
  harness = await startDelivery({}, database);
  await harness.setTime("2026-11-25T12:45:02Z");
});

afterAll(() => harness.close());

async function migrateToFirst(url: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "threeline-first-"));
  cpSync("prisma/schema.prisma", join(root, "prisma/schema.prisma"));
  cpSync(`prisma/migrations/${first.name}`, join(root, "prisma/migrations", first.name), {
    recursive: true,
  });
  await applyMigrations(url, { root });
  rmSync(root, { recursive: true });
}

/** The number of rows of each table. */
async function countRows(client: Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> '_prisma_migrations'`,
  );
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int FROM ${name}`);
  const { rows } = await client.query<{ name: string; count: number }>(counts.join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

test("the first schema has rows in every table", () => {
  expect(Object.keys(before).length).toBeGreaterThan(60);
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
});

test("every row is kept, and the schema is the one of an empty database", async () => {
  expect(applied).toEqual(later.map(({ name }) => name));
  // A migration that moves or deletes rows says here which.
  // The words of posts, for suggestions, are collected again.
  expect(after).toMatchObject({ ...before, post_words: after["post_words"] });
  expect(difference).toBe("");
});

test("readers find what was published", async () => {
  const post = await findPublicPost(harness.ctx, { slug: "t5" });
  expect(post?.title).toBe("Yields, oil, and a patient central bank");
  const { hits } = await searchPosts(harness.ctx, { q: "rates", show: 10, exact: false });
  expect(hits.map(({ slug }) => slug)).toEqual(["t5"]);
});

test("an administrator logs in, with the settings as they were", async () => {
  const credentials = { username: "olivia", password: "correct horse battery staple" };
  expect(await findAdminByCredentials(harness.ctx, credentials)).toMatchObject({ id: 1 });
  expect(await readSetting(harness.ctx.db, "smsDailyBudget")).toBe(500);
});

test("the audit log is still complete", async () => {
  expect(await verifyAuditLog(harness.ctx)).toMatchObject({ entries: 5, problems: [] });
});

test("a person's history is still theirs", async () => {
  expect(await getPerson(harness.ctx, 4)).toMatchObject({ email: "reader6@letters.example.net" });
  const { deliveries } = await exportData(harness.ctx, 4);
  expect(deliveries).toEqual([expect.objectContaining({ localDate: "2026-11-24" })]);
});

test("the next briefing goes to the people who were due for it", async () => {
  await harness.addMessage("2026-11-25");
  await harness.run();
  const people = (await harness.sent("email")).map(({ to }) => to);
  expect(people.toSorted()).toEqual([
    "reader2@mail.example",
    "reader5@office.example.org",
    "reader6@letters.example.net",
  ]);
});

test("what has expired is deleted", async () => {
  await harness.setTime("2029-01-01T20:00:00Z");
  expect(await purgeExpired(harness.ctx)).toMatchObject({
    Delivery: 1,
    LoginToken: 4,
    WebhookEvent: 2,
  });
});
