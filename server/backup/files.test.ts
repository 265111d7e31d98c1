import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseBackup, storeBackup } from "./files";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "threeline-backup-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the backup from before a time is chosen by when it was made, also after it was copied", async () => {
  for (const day of ["20", "21", "22"]) {
    writeFileSync(join(folder, `database-202611${day}T020000Z.dump`), "PGDMP");
  }
  const chosen = await chooseBackup(folder, new Date("2026-11-21T12:00:00Z"));
  expect(chosen.name).toBe("database-20261121T020000Z.dump");
});

test("a backup deletes what a killed one left, and not what another is writing", async () => {
  const unfinished = join(folder, "unfinished");
  mkdirSync(unfinished);
  const [left, current] = ["left.dump", "current.dump"].map((name) => join(unfinished, name));
  for (const path of [left, current]) writeFileSync(path ?? "", "half");
  const earlier = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(left ?? "", earlier, earlier);
  const asOf = new Date("2026-11-21T02:00:00Z");
  await storeBackup(folder, Readable.from(["PGDMP"]), { kind: "dump", asOf, key: undefined });
  expect([left, current].map((path) => existsSync(path ?? ""))).toEqual([false, true]);
});

test("a backup that was still being made at an instant isn't one from before it", async () => {
  const at = (time: string) => new Date(`2026-11-21T02:${time}Z`);
  const store = (asOf: Date) =>
    storeBackup(folder, Readable.from(["gzip"]), { kind: "files", asOf, key: undefined });
  const earlier = await store(new Date("2026-11-20T02:00:00Z"));
  const current = await store(at("04:10.200"));
  expect(await chooseBackup(folder, at("04:10.900"))).toEqual(earlier);
  expect(await chooseBackup(folder, at("04:11.000"))).toEqual(current);
});
