import { existsSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { scratchFolder } from "./check";

afterEach(() => vi.unstubAllEnvs());

test.runIf(existsSync("/var/tmp"))("a backup is restored on a disk to check it", () => {
  vi.stubEnv("TMPDIR", undefined);
  expect(scratchFolder()).toBe("/var/tmp");
});

test("a backup is restored in TMPDIR to check it, if it's set", () => {
  vi.stubEnv("TMPDIR", "/mnt/scratch");
  expect(scratchFolder()).toBe("/mnt/scratch");
});
