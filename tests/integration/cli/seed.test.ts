import { afterAll, beforeAll, expect, test } from "vitest";
import { seedIfEmpty } from "@/lib/domain/seed/seed";
import { clockFrom } from "@/lib/platform/clock";
import { connectDatabase, type DatabaseConnection } from "@/lib/platform/database/database";
import { hasFirstContent } from "@/server/run/first-content";
import { claimDatabase } from "@/server/run/rehearsal";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let testDatabase: TestDatabase;
let connection: DatabaseConnection;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  connection = connectDatabase(testDatabase.url);
});

afterAll(async () => {
  await connection.close();
  await testDatabase.drop();
});

test("fills an empty database once when several starts race", async () => {
  const ctx = { db: connection.db, clock: clockFrom(() => new Date("2026-11-18T12:00:00Z")) };
  const reports = await Promise.all([seedIfEmpty(ctx), seedIfEmpty(ctx), seedIfEmpty(ctx)]);
  expect(reports.filter((report) => report !== null)).toEqual([
    { subscribers: 30, posts: 12, dailyMessages: 20 },
  ]);
  expect(await ctx.db.subscriber.count()).toBe(30);
  expect(await ctx.db.subscription.count()).toBe(30);
  expect(await ctx.db.suppression.count()).toBe(2);

  const today = new Date("2026-11-18T00:00:00Z");
  const todays = await ctx.db.post.findMany({ where: { localDate: today } });
  expect(todays.map((post) => post.slug)).toEqual(["ty"]);
  const messages = await ctx.db.dailyMessage.findMany({ orderBy: { localDate: "asc" } });
  expect(messages.map((message) => message.localDate.toISOString().slice(0, 10))).toEqual([
    "2026-11-05",
    "2026-11-06",
    "2026-11-09",
    "2026-11-10",
    "2026-11-11",
    "2026-11-12",
    "2026-11-13",
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
    "2026-11-30",
    "2026-12-01",
    "2026-12-02",
  ]);
  expect(messages.every((message) => message.isActive)).toBe(true);
});

test("25 of the 30 sample subscribers get the briefing", async () => {
  const at = new Date("2026-11-18T12:00:00Z");
  const rows = await connection.db.$queryRaw<{ served: boolean; count: number }[]>`
    SELECT is_entitled(s, ${at}) AS served, count(*)::int AS count
      FROM subscriptions s GROUP BY 1 ORDER BY 1`;
  expect(rows).toEqual([
    { served: false, count: 5 },
    { served: true, count: 25 },
  ]);
});

test("what was tried in the sandbox is never used with real providers", async () => {
  await expect(hasFirstContent(testDatabase.url, true)).rejects.toThrow(
    "The database has sample subscribers and messages, which must never be sent.",
  );
  await expect(hasFirstContent(testDatabase.url, false)).resolves.toBe(false);
});

test("a database is a rehearsal's or the live service's, and stays it", async () => {
  const { db } = connection;
  await expect(claimDatabase(testDatabase.url, true)).rejects.toThrow(
    "The database is the live service's. Rehearse with an empty database.",
  );
  await db.subscription.deleteMany();
  await claimDatabase(testDatabase.url, true);
  await claimDatabase(testDatabase.url, true);
  await expect(claimDatabase(testDatabase.url, false)).rejects.toThrow(
    "The database is from a rehearsal: its subscriptions are in Paddle's sandbox. With live keys, start with an empty database.",
  );
});

test("nobody can buy something that looks like sample data", async () => {
  const { db } = connection;
  await db.onboardingRecord.deleteMany();
  for (const uid of ["uid_demo1", "uid_sample_001"]) {
    await db.onboardingRecord.create({ data: { uid, paddleSubscriptionId: `sub_01${uid}` } });
  }
  await expect(hasFirstContent(testDatabase.url, true)).resolves.toBe(false);
});

test("leaves a database that isn't empty alone", async () => {
  const { db } = connection;
  await db.subscriber.deleteMany();
  await db.post.deleteMany();
  await db.dailyMessage.deleteMany();
  await db.dailyMessage.create({
    data: { localDate: new Date("2026-11-18T00:00:00Z"), message: "mine" },
  });
  expect(
    await seedIfEmpty({ db, clock: clockFrom(() => new Date("2026-11-18T12:00:00Z")) }),
  ).toBeNull();
  expect(await db.post.count()).toBe(0);
});
