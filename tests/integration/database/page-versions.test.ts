import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchPageVersions, type PageVersions } from "@/lib/platform/database/page-versions";
import { startFlakyProxy, type FlakyProxy } from "@/tests/support/flaky-proxy";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
let client: Client;
let link: FlakyProxy;
let versions: PageVersions;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  link = await startFlakyProxy(database.url);
  versions = watchPageVersions(link.url, 20_000);
});

afterAll(async () => {
  await versions.close();
  await link.close();
  await client.end();
  await database.drop();
});

/** Whether a refresh notices a change. */
async function isChanged(): Promise<boolean> {
  const before = versions.current();
  await versions.refresh();
  return versions.current() !== before;
}

const insertPost = `INSERT INTO posts (slug, title, local_date, content, read_time)
  VALUES ('aa', 'Title', '2025-03-05', '', 1)`;

test("the versions are known from the first answer on", async () => {
  expect(versions.current()).toBeUndefined();
  await versions.refresh();
  expect(versions.current()).toBe("1.1");
  expect(await isChanged()).toBe(false);
});

test("every insert, update, and delete is noticed once", async () => {
  for (const statement of [
    insertPost,
    "UPDATE posts SET title = 'Another'",
    "UPDATE posts SET deleted_at = now()",
    "DELETE FROM posts",
    "INSERT INTO daily_messages (local_date, message) VALUES ('2025-03-05', 'Hello')",
  ]) {
    await client.query(statement);
    expect([statement, await isChanged()]).toEqual([statement, true]);
    expect([statement, await isChanged()]).toEqual([statement, false]);
  }
});

test("a change is noticed when it's committed, and never when it's rolled back", async () => {
  await client.query("BEGIN");
  await client.query(insertPost);
  expect(await isChanged()).toBe(false);
  await client.query("ROLLBACK");
  expect(await isChanged()).toBe(false);
  await client.query("UPDATE posts SET title = 'Nobody has this'");
  expect(await isChanged()).toBe(false);
});

test("concurrent refreshes all see what was committed before", async () => {
  const first = versions.refresh();
  await client.query(insertPost);
  const seen = await Promise.all(
    Array.from({ length: 50 }, () => versions.refresh().then(() => versions.current())),
  );
  await first;
  await versions.refresh();
  expect(new Set(seen)).toEqual(new Set([versions.current()]));
});

test("versions stay while the database is down, and no one waits for it", async () => {
  link.cut();
  expect(await isChanged()).toBe(false);
  expect(versions.isReachable()).toBe(false);
  const before = versions.current();
  expect(await isChanged()).toBe(false);
  await client.query("DELETE FROM posts");
  link.restore();
  await expect.poll(async () => versions.refresh().then(() => versions.isReachable())).toBe(true);
  expect(versions.current()).not.toBe(before);
});
