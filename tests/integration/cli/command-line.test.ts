// @module-tag slow
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runOperatorCommand } from "@/scripts/cli/run-command";
import { buildProcesses } from "@/server/build/bundle";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { sandboxVariables } from "@/tests/support/env-variables";
import { runCli, type Outcome } from "@/tests/support/run-cli";
import { runCommand } from "@/tests/support/run-command";

let testDatabase: TestDatabase;
let folder: string;

beforeAll(async () => {
  await buildProcesses(["cli"]);
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "threeline-cli-"));
});

afterAll(async () => {
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

/** Runs a command in its own process. */
function cli(args: string[], variables: Record<string, string> = {}): Promise<Outcome> {
  return runCli(args, withDefaults(variables));
}

/** Runs a command in this process, where only what it does and prints matters. */
function command(args: string[], variables: Record<string, string> = {}): Promise<Outcome> {
  return runCommand(args, withDefaults(variables));
}

function withDefaults(variables: Record<string, string>): Record<string, string> {
  return {
    ...sandboxVariables,
    SANDBOX_PORT: "1",
    DATABASE_URL: testDatabase.url,
    ...variables,
  };
}

test("a command next to a deployed service points to its own, and starts no database", async () => {
  const settings = join(folder, "installed.env");
  await writeFile(settings, "");
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", join(folder, "data"));
  const deployed = [
    { settings: join(folder, "none.env"), command: "another" },
    { settings, command: "deploy/cli.sh" },
  ];
  await expect(runOperatorCommand("cli", ["backup"], deployed)).rejects.toThrow(
    `Threeline has its settings in ${settings}, which \`npm run cli\` doesn't read: use deploy/cli.sh instead.`,
  );
  vi.unstubAllEnvs();
  await expect(readdir(join(folder, "data"))).rejects.toThrow("ENOENT");
});

test("a machine that only verifies backups gets no database", async () => {
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATA_DIR", join(folder, "other-machine"));
  expect(await runOperatorCommand("cli", ["backup", "verify"], [])).toBe(1);
  vi.unstubAllEnvs();
  await expect(readdir(join(folder, "other-machine"))).rejects.toThrow("ENOENT");
});

test("seed fills the database once and creates the administrator", async () => {
  const variables = { ADMIN_USERNAME: "chief", ADMIN_PASSWORD: "long enough" };
  expect(await command(["seed", "--if-empty"], variables)).toEqual({
    code: 0,
    stdout:
      "Created the administrator chief.\nAdded 30 subscribers, 12 posts, and 20 daily messages.\n",
    stderr: "",
  });
  expect(await command(["seed", "--if-empty"], variables)).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
  expect(await command(["seed"], variables)).toEqual({
    code: 1,
    stdout: "",
    stderr: "The database isn't empty, so nothing was added.\n",
  });
});

test("admin create generates a password when none is given, and rejects a name that is taken", async () => {
  const created = await command(["admin", "create", "--username", "jane"]);
  expect(created).toMatchObject({ code: 0, stderr: "" });
  expect(created.stdout).toMatch(
    /^Created the administrator jane \(owner\)\.\nPassword: [\w-]{20}\n$/,
  );
  expect(await command(["admin", "create", "--username", "JANE"])).toEqual({
    code: 1,
    stdout: "",
    stderr: "An administrator named JANE already exists.\n",
  });
});

test("import reports each refused line, and export writes the rest", async () => {
  const file = join(folder, "readers.csv");
  await writeFile(
    file,
    "email,name,phone,timezone,status,email_enabled,sms_enabled,sms_consent_at\nnew@example.com,New,,,,,,\nbroken,,,,,,,\n",
  );
  expect(await command(["subscribers", "import", file])).toEqual({
    code: 0,
    stdout: "Added 1, updated 0, unchanged 0, rejected 1.\n",
    stderr: 'Line 3: email "broken": This isn’t a full email address.\n',
  });
  const target = join(folder, "out.csv");
  expect(await command(["subscribers", "export", target])).toMatchObject({ code: 0, stdout: "" });
  const { stdout } = await cli(["subscribers", "export"]);
  expect(stdout).toBe(await readFile(target, "utf8"));
  expect(stdout).toContain("\nnew@example.com,New,,America/New_York,,true,false,\n");
});

test.each([
  [["subscribers", "import", "/nowhere.csv"], {}, /^Can't read \/nowhere\.csv \(ENOENT.*\)\.\n$/],
  [
    ["subscribers", "export"],
    { AUTH_SECRET: "" },
    /^AUTH_SECRET is missing\. Generate one with `openssl rand -base64 32`\.\n$/,
  ],
  [
    ["subscribers", "export"],
    { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/x" },
    /^Can't reach the database: connect ECONNREFUSED 127\.0\.0\.1:1\.\n$/,
  ],
])("prints one line for an error: %j %j", async (args, variables, message) => {
  const { code, stdout, stderr } = await command(args, variables);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(message);
});

test("--help shows the usage", async () => {
  const { code, stdout } = await cli(["admin", "create", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Usage: npm run cli -- admin create [options]\n");
});

test("erasures replay deletes people whom a restored backup brought back, and consents find proves what they agreed to", async () => {
  const database = new Client({ connectionString: testDatabase.url });
  await database.connect();
  const { rows } = await database.query<{ id: number; hash: string }>(
    `INSERT INTO subscribers (email) VALUES ('gone@example.com')
     RETURNING id, erasure_hash(subscriber_name(subscribers)) AS hash`,
  );
  const [gone] = rows;
  await database.query(
    "INSERT INTO consents (subscriber_id, kind, wording, ip_address, granted_at) VALUES ($1, 'terms', 'I agree.', '203.0.113.7', '2026-10-01T00:00:00Z')",
    [gone?.id],
  );
  const record = JSON.stringify({ hash: gone?.hash, erasedAt: "2026-11-20T12:00:00.000Z" });
  await writeFile(join(folder, "erasures.jsonl"), `\n${record}\n\n{"hash":"cut o`);
  const variables = { DATA_DIR: folder };

  expect(await command(["erasures", "replay", "--quiet"], variables)).toEqual({
    code: 0,
    stdout: "Deleted 1 account again.\n",
    stderr: "",
  });
  expect(await command(["erasures", "replay", "--quiet"], variables)).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
  const left = await database.query("SELECT 1 FROM subscribers WHERE email = 'gone@example.com'");
  await database.end();
  expect(left.rowCount).toBe(0);
  const found = await command(["consents", "find", "Gone@Example.com"], variables);
  expect(JSON.parse(found.stdout)).toEqual([
    {
      kind: "terms",
      wording: "I agree.",
      network: "203.0.113.0/24",
      grantedAt: "2026-10-01T00:00:00.000Z",
      endedAt: "2026-11-20T12:00:00.000Z",
    },
  ]);
  // What a crash cut off doesn't spoil the next record.
  const records = (await readFile(join(folder, "erasures.jsonl"), "utf8")).split("\n");
  expect(records).toContain(record);
});
