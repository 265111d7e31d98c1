import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

/** Code that must not pass, by the rule that catches it. */
const planted = {
  "typescript(no-floating-promises)": {
    "lib/unawaited.ts":
      "declare const db: { post: { create(): Promise<number> } };\nexport async function save(): Promise<void> {\n  db.post.create();\n}\n",
  },
  "typescript(no-misused-promises)": {
    "lib/misused.ts":
      "declare function isOpen(): Promise<boolean>;\nexport async function read(): Promise<number> {\n  if (isOpen()) return 1;\n  return Promise.resolve(2);\n}\n",
  },
  "typescript(await-thenable)": {
    "lib/awaited.ts": "export async function read(): Promise<number> {\n  return await 1;\n}\n",
  },
  "typescript(no-explicit-any)": { "lib/loose.ts": "export const loose: any = 1;\n" },
  "typescript(no-non-null-assertion)": {
    "lib/sure.ts": "export const first = (list: string[]): string => list[0]!;\n",
  },
  "typescript(switch-exhaustiveness-check)": {
    "lib/switched.ts":
      'export function label(channel: "email" | "sms"): string {\n  switch (channel) {\n    case "email":\n      return "Email";\n  }\n  return "";\n}\n',
  },
  "typescript(consistent-type-imports)": {
    "lib/typed.ts": 'import { Stats } from "node:fs";\nexport type File = Stats;\n',
  },
  "import(no-cycle)": {
    "lib/one.ts": 'import { two } from "./two";\nexport const one = (): number => two();\n',
    "lib/two.ts": 'import { one } from "./one";\nexport const two = (): number => one();\n',
  },
  "eslint(no-console)": { "lib/noisy.ts": 'console.log("here");\n' },
  "eslint(eqeqeq)": {
    "lib/loosely.ts": "export const isSame = (a: string, b: string): boolean => a == b;\n",
  },
  "unicorn(filename-case)": { "lib/camelCase.ts": "export const one = 1;\n" },
} satisfies Record<string, Record<string, string>>;

/** Code that must pass. */
const allowed = {
  "scripts/said.ts": 'console.log("Ready");\n',
  "lib/awaited-well.ts":
    "declare function save(): Promise<void>;\nexport async function run(): Promise<void> {\n  await save();\n}\n",
};

const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

let folder: string;
let found: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "threeline-lint-"));
  for (const name of [".oxlintrc.json", "tsconfig.json"]) cpSync(name, join(folder, name));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  for (const files of [...Object.values(planted), allowed]) {
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
  }
  found = await lint();
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true }));

/** The problems that the linter finds in the folder, as `rule: file`. */
async function lint(): Promise<string[]> {
  const program = resolve("node_modules/.bin/oxlint");
  const stdout = await promisify(execFile)(program, ["--type-aware", "--format=json"], {
    cwd: folder,
    shell: process.platform === "win32",
  }).then(
    () => "",
    (failure: { stdout: string }) => failure.stdout,
  );
  return reportSchema
    .parse(JSON.parse(stdout))
    .diagnostics.map(({ code, filename }) => `${code}: ${filename.replaceAll("\\", "/")}`);
}

test.each(Object.entries(planted))("%s catches its violation", (rule, files) => {
  const names = Object.keys(files);
  const hits = found.filter((line) => names.some((name) => line.endsWith(`: ${name}`)));
  expect(hits).toEqual(expect.arrayContaining(names.map((name) => `${rule}: ${name}`)));
});

test("accepts valid code", () => {
  expect(found.filter((line) => Object.keys(allowed).some((name) => line.endsWith(name)))).toEqual(
    [],
  );
});
