import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

// Each way in which a server may sort and classify characters.
const locales = {
  builtin: "LOCALE_PROVIDER builtin LOCALE 'C' BUILTIN_LOCALE 'C.UTF-8'",
  turkish: "LOCALE_PROVIDER icu LOCALE 'C' ICU_LOCALE 'tr'",
  c: "LOCALE_PROVIDER libc LOCALE 'C'",
} as const;

const text =
  "The market’s “stagflation” — İstanbul, ISTANBUL, crème brûlée, IT, AT&T, 4–5%, ЦЕНА, Ελλάδα, ｶﾅ, 通胀。 हिन्दी 📈up";

const clients: Client[] = [];
const names: string[] = [];

async function connect(database: string | null): Promise<Client> {
  const url = new URL(inject("testServer").url);
  if (database !== null) url.pathname = `/${database}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  clients.push(client);
  return client;
}

const results: unknown[] = [];

beforeAll(async () => {
  const migration = await readFile(
    "prisma/migrations/20261127070000_search_words/migration.sql",
    "utf8",
  );
  const functions = migration.slice(0, migration.indexOf("-- Names in other letters"));
  const server = await connect(null);
  for (const [key, locale] of Object.entries(locales)) {
    const name = `threeline_test_${process.pid}_${key}`;
    names.push(name);
    await server.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' ${locale}`);
    const client = await connect(name);
    await client.query(functions);
    const { rows } = await client.query(
      `SELECT search_words($1) AS words, length(search_words($1)) = length($1) AS fits,
        post_search($1, $1)::text AS search`,
      [text],
    );
    await client.end();
    results.push(rows[0]);
  }
});

afterAll(async () => {
  const [server] = clients;
  for (const name of names) await server?.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await server?.end();
});

test("the search's words are the same with any locale, and as long as the text", () => {
  expect(results[0]).toMatchObject({
    fits: true,
    words: expect.stringMatching(/^the market s {2}stagflation {4}istanbul {2}istanbul {2}creme/),
  });
  for (const each of results) expect(each).toEqual(results[0]);
});
