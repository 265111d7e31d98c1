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
  versions = watchPageVersions(link.url);
});

afterAll(async () => {
  await versions.close();
  await link.close();
  await client.end();
  await database.drop();
});

/** How many changes a refresh notices. */
async function changesNoticed(): Promise<number> {
  const before = versions.noticedCount();
  await versions.refresh();
  return versions.noticedCount() - before;
}

const insertPost = `INSERT INTO posts (slug, title, local_date, content, read_time)
  VALUES ('aa', 'Title', '2025-03-05', '', 1)`;

test("the first answer counts as a change of everything", async () => {
  expect([versions.noticedAt("posts"), versions.noticedAt("daily_messages")]).toEqual([0, 0]);
  expect(await changesNoticed()).toBe(2);
  expect(versions.noticedAt("posts")).toBeGreaterThan(0);
  expect(await changesNoticed()).toBe(0);
});

test("every insert, update, and delete is noticed once, for its table", async () => {
  const messagesAt = versions.noticedAt("daily_messages");
  const noticed: [string, number, number][] = [];
  for (const statement of [
    insertPost,
    "UPDATE posts SET title = 'Another'",
    "UPDATE posts SET deleted_at = now()",
    "DELETE FROM posts",
  ]) {
    await client.query(statement);
    noticed.push([statement.slice(0, 6), await changesNoticed(), await changesNoticed()]);
  }
  expect(noticed).toEqual([
    ["INSERT", 1, 0],
    ["UPDATE", 1, 0],
    ["UPDATE", 1, 0],
    ["DELETE", 1, 0],
  ]);
  expect(versions.noticedAt("daily_messages")).toBe(messagesAt);
  await client.query(
    "INSERT INTO daily_messages (local_date, message) VALUES ('2025-03-05', 'Hello')",
  );
  expect(await changesNoticed()).toBe(1);
});

test("a change is noticed when it's committed, and never when it's rolled back", async () => {
  await client.query("BEGIN");
  await client.query(insertPost);
  expect(await changesNoticed()).toBe(0);
  await client.query("ROLLBACK");
  expect(await changesNoticed()).toBe(0);
  await client.query("UPDATE posts SET title = 'Nobody has this'");
  expect(await changesNoticed()).toBe(0);
});

test("concurrent refreshes all see what was committed before", async () => {
  const first = versions.refresh();
  await client.query(insertPost);
  const before = versions.noticedCount();
  await Promise.all([first, ...Array.from({ length: 50 }, () => versions.refresh())]);
  expect(versions.noticedCount()).toBe(before + 1);
});

test("versions stay while the database is down, and no one waits for it", async () => {
  const postsAt = versions.noticedAt("posts");
  link.cut();
  expect(await changesNoticed()).toBe(0);
  expect(versions.isReachable()).toBe(false);
  expect(await changesNoticed()).toBe(0);
  expect(versions.noticedAt("posts")).toBe(postsAt);
  await client.query("DELETE FROM posts");
  link.restore();
  await expect.poll(async () => changesNoticed().then(() => versions.isReachable())).toBe(true);
  expect(versions.noticedAt("posts")).toBeGreaterThan(postsAt);
});
