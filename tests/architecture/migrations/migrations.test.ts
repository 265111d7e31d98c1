import { describe, expect, test } from "vitest";
import {
  checksumOf,
  neededVersion,
  readMarks,
  readMigrations,
} from "@/lib/platform/database/migrations";
import { findRisks, parsedRowFunctions } from "./find-risks";

/** What is wrong with a migration. The first one has nobody to break. */
async function problemsOf(name: string, script: string): Promise<string[]> {
  const marks = readMarks(script);
  const risks = await findRisks(script);
  const isExplained = /^-- compatible: \S/m.test(script) || marks.destructive !== null;
  const unmarked = risks
    .filter(({ kind }) => (kind === "unclear" ? !isExplained : marks[kind] === null))
    .map(({ kind, what }) =>
      kind === "unclear"
        ? `${what}: say why it doesn't with "-- compatible: …", or mark it as destructive`
        : `${what}: add the line "-- ${kind}: …", or do it in steps`,
    );
  const isNamed = marks.destructive === null || neededVersion(name) !== null;
  const unnamed = isNamed ? [] : ["end its name with the oldest version it leaves: _needs_0_4_0"];
  const isAlone = !marks.isConcurrent || !/;[^;]*\w/.test(script.replaceAll(/^\s*--.*$/gm, ""));
  const together = isAlone ? [] : ["CONCURRENTLY needs a migration of its own"];
  return [...unmarked, ...unnamed, ...together].map((each) => `${name}: ${each}`);
}

/** A migration that is in use never changes. A new one is added here. */
const checksums = {
  "20261121000000_baseline": "dd3b2fa44280b1e7082cc4cc9997c6297d21704b911ac98340958fbf016b0d7d",
  "20261126030000_row_functions":
    "738025f1034197bcf377403e893df5f0b97fe9613a4f18b1b2635d209812595f",
  "20261126040000_cancel_requests":
    "cf50449f9e0d229faf8b03a3c365bcffd19a8cbc4ecdccb0ec5e783864c45424",
  "20261126041000_cancel_requests_due":
    "626cf564e4ec5c128979ea4f13c407a763dd174960ce2354924084373e57aad6",
  "20261126042000_adjustments": "22d51ba84b9e7c25f532495d6690b12f32a9374189b90930c237bd4f040f790d",
  "20261126043000_open_refunds": "b28032f00c72ef67baee35cad6983a864a29822442143140fff7330f54e529b3",
  "20261126050000_past_trials": "9d1e8147176533e1a31ba918e46d9fed54c86948d648d783e4876dba287d2295",
  "20261126050100_payment_mailbox_index":
    "d579dd81e3188217f302046d061617a6939156ada7205c3b09670d87b2044261",
  "20261126060000_email_change_wait":
    "4006192fb6115b811e555962150648ecc46e5467347e09d7fde680726b935fdb",
  "20261127010000_editions_lock":
    "1b982aa9722956a7337cd8fdd2ed91c119bb41150429f1271cb420c860f91cb9",
  "20261127020000_refusals_and_servers":
    "3c7d6f377d344d457115ded5a1795a3ffb56319949c9375aec513f3f79398887",
  "20261127030000_misses": "68b7206bb80a896f4c056a36fad58068a68aeb2888b565280393fc8f1fefea0f",
  "20261127040000_subscription_prices":
    "cbbc81aab4ef3c56749dee5194ac8e653967b10e52406612150e4f0332be8085",
  "20261127040100_next_plan": "33d513feb9821afc8471b74649c2a7be6b3475ace3faf8aae98f464a15da4ee2",
  "20261127040200_next_plan_index":
    "44846b7753454e6b7a6e21c440e86dcb39151679889b98229df70c9a0193e5ba",
  "20261127040300_cancel_answers":
    "f0311acdc9f9085e49e8aab713a1d1574a1fc54fba5120011b9e44ced586dcfe",
  "20261127040400_notice_kinds": "47c82c7862391aeb23aafcc6065e9fdbb29a867c3ef8a5af433c3402e5a928eb",
  "20261127050000_import_notes": "d415578e0573f75aa9cff2bc457c482bdae911eb284fb4ac7f3921f76e7e6092",
  "20261127060000_post_email_subject":
    "ed0f0f25396d6a2d413d9e31618c148ee2d34f29406a960f69e1eed1bb95815d",
  "20261127070000_search_words": "06e20f5780601f868253f975c0dc12738249a7b27185382d416903bee4970707",
  "20261127090000_post_published":
    "4fb3865d4fd20bdec3b5f961bcc28f4cf15bc1abf40647386e1aa2212662ecb8",
  "20261127100100_unsent_and_seen":
    "c95ff894d233d31dab04896210721d95218858f887c0284eb65554012c982b11",
  "20261127100101_audit_order": "4301c129c9ba9b27a35fd45e4de89b6a6b5fa6c79e279285fd40193efdb98f04",
  "20261127100200_days_off": "48076c633ed06e958703e6a754b80dc4844e9c7dc0d8dfcbe6ff44822705eb0c",
  "20261127100300_imported_posts":
    "4ff23f1a1f22b652e17f731568c083e87a32e543b6f1349bf642ba53553dccab",
};

test("a migration doesn't change", async () => {
  const migrations = await readMigrations();
  const current = migrations.map(({ name, script }) => [name, checksumOf(script)]);
  expect(Object.fromEntries(current)).toEqual(checksums);
});

test("every migration after the first is safe beside an older version, or marked", async () => {
  const migrations = (await readMigrations()).slice(1);
  const problems = await Promise.all(
    migrations.map(({ name, script }) => problemsOf(name, script)),
  );
  expect(problems.flat()).toEqual([]);
});

// PostgreSQL 17.12 then adds no column with a default to the table: a new database had no schema.
test("no function that takes a table's row has a parsed body", async () => {
  const scripts = (await readMigrations()).map(({ script }) => script);
  expect(await parsedRowFunctions(scripts)).toEqual([]);
  expect(await parsedRowFunctions(scripts.slice(0, 1))).toEqual([
    "subscriber_name",
    "subscription_hash",
  ]);
});

describe("a migration", () => {
  test.each([
    ["destructive", "DROP TABLE posts"],
    ["destructive", "DROP FUNCTION count_deliveries()"],
    ["destructive", "ALTER TABLE posts DROP COLUMN slug"],
    ["destructive", "ALTER TABLE posts RENAME COLUMN slug TO path"],
    ["destructive", "ALTER TABLE posts RENAME TO articles"],
    ["destructive", "ALTER TABLE posts ALTER slug DROP DEFAULT"],
    ["destructive", "ALTER TABLE posts ADD COLUMN author text NOT NULL"],
    ["destructive", "TRUNCATE posts"],
    ["destructive", "REVOKE SELECT ON posts FROM readers"],
    ["blocking", "CREATE INDEX posts_date ON posts (date)"],
    ["blocking", "DROP INDEX posts_date"],
    ["blocking", "ALTER TABLE posts ADD COLUMN token uuid NOT NULL DEFAULT gen_random_uuid()"],
    ["blocking", "ALTER TABLE posts ADD COLUMN token text DEFAULT md5(random()::text)"],
    ["blocking", "ALTER TABLE posts ADD COLUMN size int GENERATED ALWAYS AS (1) STORED"],
    ["blocking", "ALTER TABLE posts ADD COLUMN author bigint REFERENCES people (id)"],
    ["blocking", "UPDATE posts SET title = trim(title)"],
    ["blocking", "DELETE FROM posts"],
    ["blocking", "DO $$ BEGIN DELETE FROM posts; END $$"],
    ["blocking", "LOCK TABLE posts"],
    ["blocking", "VACUUM FULL posts"],
    ["blocking", "CREATE TABLE posts_2027 PARTITION OF posts FOR VALUES IN (1)"],
    ["unclear", "ALTER TABLE posts ADD CONSTRAINT short CHECK (length(title) < 200) NOT VALID"],
    ["unclear", "ALTER TABLE posts DROP CONSTRAINT short"],
    ["unclear", "CREATE UNIQUE INDEX CONCURRENTLY posts_date ON posts (date)"],
    ["unclear", "CREATE TRIGGER t BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION f()"],
    ["unclear", "CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql RETURN 1"],
    ["unclear", "CREATE OR REPLACE VIEW recent AS SELECT 1"],
  ] as const)("is %s with %s", async (kind, statement) => {
    expect((await findRisks(statement)).map((risk) => risk.kind)).toEqual([kind]);
  });

  test.each([
    "CREATE UNIQUE INDEX posts_date ON posts (date)",
    "ALTER TABLE posts ADD CONSTRAINT short CHECK (length(title) < 200)",
    "ALTER TABLE posts ADD FOREIGN KEY (author) REFERENCES people (id)",
    "ALTER TABLE posts ADD UNIQUE (slug)",
  ])("is unclear and blocking with %s", async (statement) => {
    expect((await findRisks(statement)).map(({ kind }) => kind)).toEqual(["unclear", "blocking"]);
  });

  test.each(["ALTER slug TYPE varchar(10)", "ALTER slug SET NOT NULL"])(
    "is destructive and blocking with %s",
    async (change) => {
      const risks = await findRisks(`ALTER TABLE posts ${change}`);
      expect(risks.map(({ kind }) => kind)).toEqual(["destructive", "blocking"]);
    },
  );

  test.each([
    "ALTER TABLE posts ADD COLUMN author text",
    "ALTER TABLE posts ADD COLUMN author text NOT NULL DEFAULT ''",
    "ALTER TABLE posts ADD COLUMN read_at timestamptz NOT NULL DEFAULT now()",
    "ALTER TABLE posts VALIDATE CONSTRAINT short",
    "ALTER TABLE posts ADD CONSTRAINT once UNIQUE USING INDEX posts_slug",
    "CREATE INDEX CONCURRENTLY posts_date ON posts (date)",
    "DROP INDEX CONCURRENTLY posts_date",
    "CREATE TABLE notes (id int PRIMARY KEY); CREATE INDEX notes_id ON notes (id); INSERT INTO notes VALUES (1)",
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM posts; RETURN NEW; END $$",
    "CREATE TABLE notes (id int); CREATE TRIGGER t BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION f()",
    "GRANT SELECT ON posts TO readers",
  ])("is safe with %s", async (script) => {
    expect(await findRisks(script)).toEqual([]);
  });

  test("passes with its marks, and a name that says which versions are left", async () => {
    const script = "-- destructive: unused since 0.3.0\nALTER TABLE posts DROP COLUMN author;";
    expect(await problemsOf("20270101000000_drop_author_needs_0_3_0", script)).toEqual([]);
    expect(await problemsOf("20270101000000_drop_author", script)).toEqual([
      "20270101000000_drop_author: end its name with the oldest version it leaves: _needs_0_4_0",
    ]);
  });

  test("passes with a constraint if it says why no older version breaks", async () => {
    const script = "ALTER TABLE posts ADD CONSTRAINT short CHECK (length(title) < 200) NOT VALID;";
    expect(await problemsOf("20270101000000_short", script)).toHaveLength(1);
    const reason = "-- compatible: the form has always refused longer ones\n";
    expect(await problemsOf("20270101000000_short", reason + script)).toEqual([]);
  });

  test("has a reason behind its mark", async () => {
    const script = "-- blocking:\nUPDATE posts SET title = trim(title);";
    expect(await problemsOf("20270101000000_trim", script)).toHaveLength(1);
  });

  test("has nothing else beside CONCURRENTLY", async () => {
    const index = "CREATE INDEX CONCURRENTLY posts_date ON posts (date);\n";
    expect(await problemsOf("20270101000000_index", `-- a comment; of two\n${index}`)).toEqual([]);
    expect(await problemsOf("20270101000000_index", `${index}SELECT 1;`)).toHaveLength(2);
  });
});
