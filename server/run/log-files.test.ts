import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { archiveLogs } from "./log-files";

const now = new Date("2026-11-27T00:10:00Z");
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "threeline-logs-"));
  mkdirSync(join(dataDir, "logs"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const logs = () => readdirSync(join(dataDir, "logs")).toSorted();
const unpacked = (name: string) => gunzipSync(readFileSync(join(dataDir, name))).toString();

test("archives each log once a day, and leaves what is written later", async () => {
  writeFileSync(join(dataDir, "logs", "threeline-web.log"), "yesterday\n");
  writeFileSync(join(dataDir, "logs", "build.log"), "");
  writeFileSync(join(dataDir, "postgres.log"), "ready\n");
  await archiveLogs(dataDir, now);
  appendFileSync(join(dataDir, "logs", "threeline-web.log"), "today\n");
  await archiveLogs(dataDir, new Date("2026-11-27T23:10:00Z"));
  expect(logs()).toEqual(["build.log", "threeline-web.log", "threeline-web.log.2026-11-27.gz"]);
  expect(unpacked("logs/threeline-web.log.2026-11-27.gz")).toBe("yesterday\n");
  expect(unpacked("postgres.log.2026-11-27.gz")).toBe("ready\n");
  expect(readFileSync(join(dataDir, "logs", "threeline-web.log"), "utf8")).toBe("today\n");
});

test("deletes archives when their first lines are 30 days old", async () => {
  for (const date of ["2026-10-30", "2026-10-29", "2025-12-31"]) {
    writeFileSync(join(dataDir, "logs", `threeline-web.log.${date}.gz`), "");
  }
  await archiveLogs(dataDir, now);
  expect(logs()).toEqual(["threeline-web.log.2026-10-30.gz"]);
});
