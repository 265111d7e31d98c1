import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discardInitialAdmin, storeInitialAdmin } from "@/lib/platform/initial-admin";
import { announceReady } from "./output";
import { readSettings } from "./settings";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "threeline-output-"));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dataDir, { recursive: true });
});

/** The line about the administrator that a start with these variables prints. */
function adminLine(variables: Record<string, string> = {}): string | undefined {
  const print = vi.spyOn(console, "log").mockReturnValue(undefined);
  announceReady(readSettings({ DATA_DIR: dataDir, ...variables }, "production"));
  const lines = print.mock.calls.map(([line]) => String(line));
  print.mockRestore();
  return lines.find((line) => line.startsWith("Admin: "));
}

test("the start prints a generated password once, then where it is, until it's replaced", () => {
  const admin = "Admin: http://localhost:3000/cms-login-fpng, user admin";
  const path = join(dataDir, "initial-admin.json");
  const password = "abcd-2345-efgh-6789-jkmn";
  storeInitialAdmin(dataDir, { username: "admin", password, isShown: false });
  expect(adminLine()).toBe(
    `${admin}, password ${password} (stored in ${path}, and replaced at the first login)`,
  );
  expect(adminLine()).toBe(`${admin}, password in ${path}`);
  discardInitialAdmin(dataDir, "admin");
  expect(adminLine()).toBe(`${admin}, password chosen at the first login`);
});

test("the start doesn't print a configured password", () => {
  expect(adminLine({ ADMIN_USERNAME: "jane", ADMIN_PASSWORD: "secret" })).toBe(
    "Admin: http://localhost:3000/cms-login-fpng, user jane, password from ADMIN_PASSWORD",
  );
});
