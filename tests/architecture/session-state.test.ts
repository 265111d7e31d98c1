import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

// A pooler in transaction mode gives each transaction any of its connections, so nothing may depend on
// the session of an earlier one (docs/operations.md, Connections).

const sessionState = [
  /\bpg_(?:try_)?advisory_(?:un)?lock(?:_shared|_all)?\(/,
  /["'`;]\s*(?:SET|RESET)\s+(?!LOCAL\b)/,
  /\bset_config\([^)]*,\s*false\s*\)/,
  /["'`;]\s*(?:UN)?LISTEN\b/,
  // A table that its own transaction drops is no state.
  /\bCREATE\s+(?:LOCAL\s+|GLOBAL\s+)?TEMP(?!\w*\s+TABLE\s+\w+\s+ON COMMIT DROP)/i,
  /\bWITH HOLD\b|["'`;]\s*(?:PREPARE|DEALLOCATE|DISCARD)\b/,
];

/** These connect with DIRECT_DATABASE_URL. */
const direct = ["lib/platform/database/migrate.ts"];

function sessionStateIn(text: string): string | undefined {
  return sessionState.map((pattern) => pattern.exec(text)?.[0]).find((found) => found);
}

const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
  .toString()
  .split("\n")
  .filter((path) => /^(?:app|lib|server|scripts\/cli)\/.*\.ts$/.test(path))
  .filter((path) => !/\.test\.|\/generated\//.test(path));

test("only what connects without a pooler keeps state in a session", () => {
  expect(sources.length).toBeGreaterThan(200);
  const keeping = sources.filter((path) => sessionStateIn(readFileSync(path, "utf8")));
  expect(keeping).toEqual(direct);
});

describe("session state is", () => {
  test.each([
    "`SELECT pg_advisory_lock(${key})`",
    '"SELECT pg_try_advisory_lock(1)"',
    "`SET statement_timeout = 0`",
    "\"SELECT set_config('a.b', '1', false)\"",
    '"LISTEN jobs"',
    "`CREATE TEMP TABLE rows (id int)`",
  ])("%s", (source) => {
    expect(sessionStateIn(source)).toBeDefined();
  });

  test.each([
    "`SELECT pg_advisory_xact_lock(${key})`",
    "`SET LOCAL lock_timeout = '1s'`",
    "`UPDATE subscribers\n  SET name = ${name}`",
    "\"SELECT set_config('a.b', '1', true)\"",
  ])("not %s", (source) => {
    expect(sessionStateIn(source)).toBeUndefined();
  });
});
