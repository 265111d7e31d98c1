import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findLatestBriefing } from "@/lib/domain/delivery/content/latest-briefing";
import { clockFrom } from "@/lib/platform/clock";
import { connectDatabase, type DatabaseConnection } from "@/lib/platform/database/database";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
let connection: DatabaseConnection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url);
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

beforeEach(async () => {
  await connection.db.dailyMessage.deleteMany();
  await connection.db.post.deleteMany();
});

function find(now: string) {
  return findLatestBriefing({
    db: connection.db,
    clock: clockFrom(() => new Date(now)),
    settings: { siteUrl: "https://threeline.example" },
  });
}

async function write(localDate: string, message: string, isActive = true) {
  await connection.db.dailyMessage.create({
    data: { localDate: new Date(`${localDate}T00:00:00Z`), message, isActive },
  });
}

async function post(localDate: string, slug: string, createdAt: string) {
  await connection.db.post.create({
    data: {
      localDate: new Date(`${localDate}T00:00:00Z`),
      slug,
      title: `Title ${slug}`,
      content: "**Yields** fell.",
      readTime: 1,
      createdAt: new Date(createdAt),
    },
  });
}

test("finds nothing before the first message", async () => {
  expect(await find("2026-11-18T12:00:00Z")).toBeNull();
});

test("finds the newest active message whose date has begun in London", async () => {
  await write("2026-11-17", "Tuesday");
  await write("2026-11-18", "Wednesday");
  await write("2026-11-19", "Thursday");
  expect(await find("2026-11-18T00:30:00Z")).toEqual({
    localDate: "2026-11-18",
    smsText: "Wednesday",
    post: null,
  });
});

test("skips an inactive message", async () => {
  await write("2026-11-17", "Tuesday");
  await write("2026-11-18", "Wednesday", false);
  expect(await find("2026-11-18T12:00:00Z")).toMatchObject({ localDate: "2026-11-17" });
});

test("includes the newer of two posts for that date", async () => {
  await write("2026-11-18", "Wednesday");
  await post("2026-11-18", "k7", "2026-11-17T12:00:00Z");
  await post("2026-11-18", "k8", "2026-11-17T13:00:00Z");
  expect(await find("2026-11-18T12:00:00Z")).toEqual({
    localDate: "2026-11-18",
    smsText: "Wednesday\nhttps://threeline.example/r/k8",
    post: { slug: "k8", title: "Title k8", preview: "Yields fell." },
  });
});
