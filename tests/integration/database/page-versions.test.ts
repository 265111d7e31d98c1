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

/** By how much a refresh raises each version: posts, daily messages. */
async function changesNoticed(): Promise<[number, number]> {
  const before = [postsVersion(), messagesVersion()] as const;
  await versions.refresh();
  return [postsVersion() - before[0], messagesVersion() - before[1]];
}

const postsVersion = () => Number(versions.versionOf("posts") ?? 0);
const messagesVersion = () => Number(versions.versionOf("daily_messages") ?? 0);

const insertPost = `INSERT INTO posts (slug, title, local_date, content, read_time)
  VALUES ('aa', 'Title', '2025-03-05', '', 1)`;

test("the versions are known from the first answer on", async () => {
  expect([versions.versionOf("posts"), versions.versionOf("daily_messages")]).toEqual([
    undefined,
    undefined,
  ]);
  await versions.refresh();
  expect([versions.versionOf("posts"), versions.versionOf("daily_messages")]).toEqual(["1", "1"]);
  expect(await changesNoticed()).toEqual([0, 0]);
});

test("every insert, update, and delete is noticed once, for its table", async () => {
  for (const statement of [
    insertPost,
    "UPDATE posts SET title = 'Another'",
    "UPDATE posts SET deleted_at = now()",
    "DELETE FROM posts",
  ]) {
    await client.query(statement);
    expect([statement, await changesNoticed()]).toEqual([statement, [1, 0]]);
    expect([statement, await changesNoticed()]).toEqual([statement, [0, 0]]);
  }
  await client.query(
    "INSERT INTO daily_messages (local_date, message) VALUES ('2025-03-05', 'Hello')",
  );
  expect(await changesNoticed()).toEqual([0, 1]);
});

test("a change is noticed when it's committed, and never when it's rolled back", async () => {
  await client.query("BEGIN");
  await client.query(insertPost);
  expect(await changesNoticed()).toEqual([0, 0]);
  await client.query("ROLLBACK");
  expect(await changesNoticed()).toEqual([0, 0]);
  await client.query("UPDATE posts SET title = 'Nobody has this'");
  expect(await changesNoticed()).toEqual([0, 0]);
});

test("concurrent refreshes all see what was committed before", async () => {
  const before = postsVersion();
  const first = versions.refresh();
  await client.query(insertPost);
  await Promise.all(Array.from({ length: 50 }, () => versions.refresh()));
  await first;
  expect(postsVersion()).toBe(before + 1);
});

test("versions stay while the database is down, and no one waits for it", async () => {
  const before = postsVersion();
  link.cut();
  expect(await changesNoticed()).toEqual([0, 0]);
  expect(versions.isReachable()).toBe(false);
  expect(await changesNoticed()).toEqual([0, 0]);
  expect(postsVersion()).toBe(before);
  await client.query("DELETE FROM posts");
  link.restore();
  await expect.poll(async () => changesNoticed().then(() => versions.isReachable())).toBe(true);
  expect(postsVersion()).toBe(before + 1);
});
