import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { checkBackup, scratchFolder } from "./check";
import { listBackups } from "./files";

afterEach(() => vi.unstubAllEnvs());

test.runIf(existsSync("/var/tmp"))("a backup is restored on a disk to check it", () => {
  vi.stubEnv("TMPDIR", undefined);
  expect(scratchFolder()).toBe("/var/tmp");
});

test("a backup is restored in TMPDIR to check it, if it's set", () => {
  vi.stubEnv("TMPDIR", "/mnt/scratch");
  expect(scratchFolder()).toBe("/mnt/scratch");
});

test("a check deletes the copy of the database that a killed one left, and not that of another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "threeline-scratch-"));
  try {
    const path = join(folder, "database-20261121T020000Z.dump.age");
    writeFileSync(path, "");
    for (const name of ["database-verify-left", "database-verify-current"]) {
      mkdirSync(join(folder, name));
    }
    const earlier = new Date(Date.now() - 2 * 86_400_000);
    for (const old of [path, join(folder, "database-verify-left")]) {
      utimesSync(old, earlier, earlier);
    }
    vi.stubEnv("TMPDIR", folder);
    const [backup] = await listBackups(folder);
    if (!backup) throw new Error("There is one.");
    await expect(checkBackup(backup, undefined)).rejects.toThrow("is encrypted");
    expect(readdirSync(folder).toSorted()).toEqual([
      "database-20261121T020000Z.dump.age",
      "database-verify-current",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
