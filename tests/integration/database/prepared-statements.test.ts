import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase, type DatabaseConnection } from "@/lib/platform/database/database";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url, { maxConnections: 1 });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test("only statements marked as prepared are planned once per connection", async () => {
  const { db } = connection;
  for (const value of [1, 2, 3]) {
    const [marked] = await db.$queryRaw<{ n: number }[]>`/* prepared */ SELECT ${value}::int AS n`;
    const [plain] = await db.$queryRaw<{ n: number }[]>`SELECT ${value}::int + 1 AS n`;
    expect([marked?.n, plain?.n]).toEqual([value, value + 1]);
  }
  const prepared = await db.$queryRaw<{ statement: string }[]>`
    SELECT statement FROM pg_prepared_statements`;
  expect(prepared).toEqual([{ statement: "/* prepared */ SELECT $1::int AS n" }]);
});
