// @module-tag slow
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProcesses } from "@/server/build/bundle";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  await buildProcesses(["cli", "run"]);
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "threeline-prepare-"));
});

afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** What `prepare` prints about the administrator. */
async function adminLine(): Promise<string | undefined> {
  const child = spawn(process.execPath, ["dist/run.mjs", "prepare"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      NODE_ENV: "test",
      PATH: process.env["PATH"],
      DATA_DIR: folder,
      DATABASE_URL: database.url,
    },
  });
  const lines = (await text(child.stdout)).split("\n");
  return lines.find((line) => line.startsWith("Admin: "));
}

// Containers have no shell to look into the folder with.
test("prints the first administrator's password once", async () => {
  const login = "Admin: http://localhost:3000/cms-login-fpng, user admin, password";
  expect(await adminLine()).toMatch(new RegExp(`^${login} (?:[a-z2-9]{4}-){4}[a-z2-9]{4} \\(`));
  expect(await adminLine()).toBe(`${login} in ${folder}/initial-admin.json`);
});
