import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { exportSubscribers } from "@/lib/domain/subscribers/csv/export";
import { importSubscribers, type RejectedLine } from "@/lib/domain/subscribers/csv/import";
import { fixedClock } from "@/lib/platform/clock";
import { connectDatabase, type DatabaseConnection } from "@/lib/platform/database/database";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

const header = "email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at";
const clock = fixedClock("2026-11-18T12:00:00Z");
let testDatabase: TestDatabase;
let connection: DatabaseConnection;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  connection = connectDatabase(testDatabase.url);
});

beforeEach(async () => {
  await connection.db.subscriber.deleteMany();
});

afterAll(async () => {
  await connection.close();
  await testDatabase.drop();
});

async function* pieces(text: string) {
  yield text;
}

async function run(...lines: string[]) {
  const rejectedLines: RejectedLine[] = [];
  const source = pieces([header, ...lines].join("\n"));
  const report = await importSubscribers({ db: connection.db, clock }, source, (line) =>
    rejectedLines.push(line),
  );
  return { ...report, rejectedLines };
}

async function exported(): Promise<string> {
  let csv = "";
  for await (const piece of exportSubscribers(connection)) csv += piece;
  return csv;
}

const counts = (added: number, updated: number, unchanged: number, rejected: number) => ({
  added,
  updated,
  unchanged,
  rejected,
});

test("adds, updates, leaves and refuses, and says which", async () => {
  expect(
    await run(
      "ann@example.com,Ann,,Europe/London,Active,true,false,",
      "BOB@example.com,Bob,+14155550100,America/Denver,Free Trial,true,true,2026-03-05T14:00:00Z",
    ),
  ).toMatchObject(counts(2, 0, 0, 0));

  const second = await run(
    "Ann@Example.com,Ann Lee,,Europe/London,active,true,false,",
    "bob@example.com,Bob,+14155550100,America/Denver,trialing,true,true,2026-03-05T14:00:00Z",
    "carl@example.com,,,,,,true,",
    "ANN@example.com,Again,,,,,,",
    "too,few",
  );
  expect(second).toMatchObject(counts(0, 1, 1, 3));
  expect(second.rejectedLines).toEqual([
    { line: 4, reason: "texts are on, but there is no phone number" },
    { line: 5, reason: "ANN@example.com is already on line 2" },
    { line: 6, reason: "expected 8 cells, found 2" },
  ]);
  const people = await connection.db.subscriber.findMany({ orderBy: { id: "asc" } });
  expect(people.map(({ email, name }) => ({ email, name }))).toEqual([
    { email: "ann@example.com", name: "Ann Lee" },
    { email: "BOB@example.com", name: "Bob" },
  ]);
});

test("what is exported and imported again changes nothing, formulas included", async () => {
  await run(
    'ann@example.com,"=HYPERLINK(""http://evil.example"")",,Europe/London,paused,false,false,',
    "+plus@example.com,'-quoted,+447700900101,America/Chicago,past_due,true,true,2026-03-05T14:00:00.123Z",
    'dee@example.com,"De, e",,,,,,',
    "eve@example.com,,,,canceled,,,",
  );
  const first = await exported();
  expect(first).toBe(`${header}
ann@example.com,"'=HYPERLINK(""http://evil.example"")",,Europe/London,paused,false,false,
'+plus@example.com,'-quoted,+447700900101,America/Chicago,past_due,true,true,2026-03-05T14:00:00.123Z
dee@example.com,"De, e",,America/New_York,,true,false,
eve@example.com,,,America/New_York,canceled,true,false,
`);
  const report = await importSubscribers({ db: connection.db, clock }, pieces(first));
  expect(report).toMatchObject(counts(0, 0, 4, 0));
  expect(await exported()).toBe(first);

  await connection.db.subscriber.deleteMany();
  await importSubscribers({ db: connection.db, clock }, pieces(first));
  expect(await exported()).toBe(first);
});

test("a status from Paddle is not overruled; one of ours is", async () => {
  await run("ann@example.com,,,,active,,,", "bob@example.com,,,,active,,,");
  const ann = await connection.db.subscriber.findFirstOrThrow({
    where: { email: "ann@example.com" },
  });
  await connection.db.subscription.create({
    data: { subscriberId: ann.id, paddleSubscriptionId: "sub_1", status: "past_due" },
  });
  const report = await run("ann@example.com,,,,canceled,,,", "bob@example.com,,,,canceled,,,");
  expect(report).toMatchObject({ ...counts(0, 1, 1, 0), statusIgnored: 1 });
  const rows = await connection.db.subscription.findMany({ orderBy: { id: "asc" } });
  expect(rows.map((row) => [row.status, row.accessEndsAt, row.canceledAt])).toEqual([
    ["active", null, null],
    ["canceled", null, new Date("2026-11-18T12:00:00Z")],
    ["past_due", null, null],
  ]);
});

test("a cancelled person with paid time left keeps it when nothing changes", async () => {
  await run("ann@example.com,,,,canceled,,,");
  const accessEndsAt = new Date("2026-12-24T00:00:00Z");
  await connection.db.subscription.updateMany({ data: { accessEndsAt } });
  expect(await run("ann@example.com,,,,cancelled,,,")).toMatchObject(counts(0, 0, 1, 0));
  expect(await connection.db.subscription.findFirst()).toMatchObject({ accessEndsAt });
});

test("a file without a usable header is refused whole", async () => {
  const ctx = { db: connection.db, clock };
  await expect(importSubscribers(ctx, pieces(""))).rejects.toThrow(
    "The file is empty. It must start with email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at.",
  );
  await expect(importSubscribers(ctx, pieces("email,name\na@example.com,A"))).rejects.toThrow(
    "The header is missing phone, timezone, status, email_enabled, sms_enabled, sms_consent_at. It must be",
  );
  expect(await connection.db.subscriber.count()).toBe(0);
});

test("lines before an unclosed quotation mark are kept", async () => {
  await expect(run("ann@example.com,,,,,,,", 'bob@example.com,"oops,,,,,,')).rejects.toThrow(
    "The file can't be read from line 3 on: a quotation mark is never closed. Earlier lines were imported.",
  );
  expect(await connection.db.subscriber.count()).toBe(1);
});

test("several sets of lines are one import", async () => {
  const lines = Array.from({ length: 4_500 }, (_, n) => `u${n}@example.com,,,,active,,,`);
  expect(await run(...lines)).toMatchObject(counts(4_500, 0, 0, 0));
  expect(await run(...lines)).toMatchObject(counts(0, 0, 4_500, 0));
  expect(await connection.db.subscription.count()).toBe(4_500);
  expect((await exported()).split("\n")).toHaveLength(4_502);
});
