import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { connectDatabase } from "@/lib/platform/database/database";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/run/child-exit";
import { prepareDataFolder } from "@/server/run/data-folder";
import { findFreePort } from "@/server/run/ports";
import { testServerUrl } from "@/tests/support/server";

let folder: string;

beforeAll(() => buildProcesses());
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "threeline-data-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** What others may read, write, or open under a folder, with its mode. */
function sharedIn(root: string): string[] {
  const paths = [root, ...readdirSync(root, { recursive: true, encoding: "utf8" })];
  return (
    paths
      .map((path) => (path === root ? root : join(root, path)))
      // A server's temporary files come and go.
      .filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
      .map((path) => `${path} ${modeOf(path)}`)
  );
}

test("makes an existing data folder private", () => {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  prepareDataFolder(dataDir);
  expect(sharedIn(dataDir)).toEqual([]);
  expect(modeOf(dataDir)).toBe("700");
});

test("the database's log doesn't contain what a refused row contains", async () => {
  const child = spawn(process.execPath, ["dist/postgres.mjs", "--throwaway"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { PATH: process.env["PATH"], NODE_ENV: "production", DATA_DIR: folder },
  });
  const [ready] = await once(child, "message");
  const { url } = z.object({ url: z.string() }).parse(ready);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("CREATE TABLE people (email text PRIMARY KEY)");
  const add = () => client.query("INSERT INTO people VALUES ($1)", ["ada@example.com"]);
  await add();
  await expect(add()).rejects.toThrow(/duplicate key/);
  await client.end();
  child.kill("SIGTERM");
  await exitOf(child);
  const log = readFileSync(join(folder, "postgres.log"), "utf8");
  expect(log).toContain("duplicate key");
  expect(log).not.toContain("ada@example.com");
});

test.each([
  ["database", ["dist/postgres.mjs", "--throwaway"], "postgres/threeline-port"],
  ["sandbox", ["dist/sandbox.mjs"], "sandbox/sandbox.sqlite"],
])("the %s creates only private files", async (_, args, expectedFile) => {
  const dataDir = join(folder, "data");
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      PROVIDERS: "sandbox",
      DATA_DIR: dataDir,
      SANDBOX_PORT: String(await findFreePort()),
    },
  });
  await once(child, "message");
  expect(modeOf(join(dataDir, expectedFile))).toBe("600");
  expect(sharedIn(dataDir)).toEqual([]);
  child.kill("SIGTERM");
  expect(await exitOf(child)).toBe(0);
});

test("a connection with TLS is refused by a database without it", async () => {
  const { db, close } = connectDatabase(`${await testServerUrl()}?sslmode=verify-full`);
  await expect(db.$queryRaw`SELECT 1`).rejects.toThrow(/does not support SSL/);
  await close();
});
