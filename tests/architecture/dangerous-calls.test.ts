import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** Calls that turn text into code, markup, SQL, or a command, each with what to use instead. */
const dangerous: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:query|execute)RawUnsafe\b|\bPrisma\.raw\(/i, "$queryRaw with parameters"],
  [/\.query\(\s*`[^`]*\$\{/, "query with parameters"],
  [/\beval\(|\bnew Function\(/, "code"],
  [
    /\bexecSync\(|\bimport \{[^}]*\bexec\b[^}]*\} from "node:child_process"|\bshell: true\b/,
    "spawn with arguments",
  ],
  [/\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML =|\binsertAdjacentHTML\b/, "React"],
  [/\bcreateHash\(\s*["'`](?:md5|sha1)["'`]/, "sha256"],
];

/** Places that may, each with the reason. */
const exceptFiles: readonly (readonly [path: string, reason: string])[] = [
  ["components/share/json-ld.tsx", "escapes the JSON that it writes"],
  ["lib/mail/shell.tsx", "writes a constant style sheet"],
  ["lib/domain/retention/delete-rows.ts", "takes its tables and columns from a list in the code"],
  ["server/backup/database-files.ts", "a base backup takes no parameters; its quotes are escaped"],
  ["server/postgres/connection.ts", "creates the local database under a constant name"],
];

/** What is wrong with a source, one line per kind of call. */
function problemsIn(path: string, text: string): string[] {
  return dangerous.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`${path}: ${found} (use ${instead})`];
  });
}

test("no source builds code, markup, SQL, or commands from text", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
    .toString()
    .split("\n")
    .filter((path) =>
      /^(?:app|components|lib|server|sandbox|scripts)\/.*\.(?:ts|tsx|mjs)$/.test(path),
    )
    .filter((path) => !/\.test\.|\/generated\//.test(path));
  expect(files.length).toBeGreaterThan(300);
  const allowed = new Set(exceptFiles.map(([path]) => path));
  const problems = files
    .filter((path) => !allowed.has(path))
    .flatMap((path) => problemsIn(path, readFileSync(path, "utf8")));
  expect(problems).toEqual([]);
});

describe("finds", () => {
  test.each([
    "db.$queryRawUnsafe(sql)",
    "pool.query(`SELECT ${name}`)",
    "eval(text)",
    "new Function(text)",
    "execSync(`rm ${path}`)",
    'import { exec } from "node:child_process"',
    "spawn(path, { shell: true })",
    "<p dangerouslySetInnerHTML={x} />",
    "node.innerHTML = text",
    'createHash("md5")',
  ])("%s", (source) => {
    expect(problemsIn("a.ts", source)).toHaveLength(1);
  });

  test.each([
    "pattern.exec(text)",
    "database.exec(`BEGIN`)",
    "db.$queryRaw`SELECT ${name}`",
    "pool.query(`SELECT 1`)",
  ])("nothing in %s", (source) => {
    expect(problemsIn("a.ts", source)).toEqual([]);
  });
});
