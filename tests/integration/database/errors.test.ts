import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase, type DatabaseConnection } from "@/lib/platform/database/database";
import { createLogger } from "@/lib/platform/logger";
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

const email = "ada@sample.example";

test.each([
  [
    "a row that exists",
    "Unique constraint failed",
    () => connection.db.subscriber.create({ data: { email } }),
  ],
  [
    "the same in SQL",
    "23505",
    () => connection.db.$executeRaw`INSERT INTO subscribers (email) VALUES (${email})`,
  ],
  [
    "a time zone that doesn't",
    "subscribers_timezone_check",
    () =>
      connection.db
        .$executeRaw`INSERT INTO subscribers (email, timezone) VALUES (${email}, 'Mars')`,
  ],
  [
    "a call with a wrong type",
    "Argument `name`",
    // @ts-expect-error -- what a bug would do
    () => connection.db.subscriber.create({ data: { email, name: { email } } }),
  ],
  [
    "what the driver refused",
    "duplicate key",
    () => connection.pool.query("INSERT INTO subscribers (email) VALUES ($1)", [email]),
  ],
])("the log of an error about %s says why, but not with its values", async (_name, why, work) => {
  await connection.db.subscriber.upsert({ where: { id: 1 }, create: { email }, update: {} });
  let logged = "";
  const write = (line: string) => {
    logged += line;
  };
  const err: unknown = await work().catch((thrown: unknown) => thrown);
  createLogger("test", "error", { write }).error({ err }, "request failed");
  expect(logged).toContain(why);
  expect(logged).not.toContain(email);
});
