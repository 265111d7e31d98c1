import { spawn } from "node:child_process";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { openTestServer } from "@/tests/support/server";
import { ensureBrowser } from "./browser";
import { buildProcesses } from "@/server/build/bundle";
import { exitOf } from "@/server/supervisor/child-exit";
import { GenerateError, generateClient } from "./generate";
import { OperatorError, reasonOf } from "@/server/supervisor/operator-error";
import { findFreePort } from "@/server/supervisor/ports";

const FOLDER = resolve(".test");
const OUTPUT_LINES = 300;

interface Tally {
  passed: number;
  failed: number;
}

interface Phase {
  name: string;
  /** Only part of the full run. */
  isSlow?: boolean;
  run: (args: string[]) => Promise<Tally>;
}

const PHASES: Phase[] = [
  { name: "format", run: () => check("format", "oxfmt", ["--check", "."]) },
  { name: "types", run: () => check("types", "tsc", ["--noEmit"]) },
  { name: "lint", run: () => check("lint", "oxlint", ["--type-aware"]) },
  { name: "knip", run: () => check("knip", "knip", ["--no-progress", "--no-config-hints"]) },
  { name: "unit", run: (args) => vitest("unit", "UTC", args) },
  { name: "unit-auckland", run: (args) => vitest("unit", "Pacific/Auckland", args) },
  { name: "architecture", run: (args) => vitest("architecture", "UTC", args) },
  { name: "integration", run: (args) => vitest("integration", "UTC", args) },
  { name: "e2e", isSlow: true, run: endToEnd },
];

/**
 * Runs the phases of `test` or `check`, all of them even when an early one fails, and ends with
 * `N passed, N failed` on a line of its own. `--only PHASE` runs one; what else is given is handed
 * to its test runner. Answers the exit code.
 */
export async function runTests(command: "test" | "check", args: string[]): Promise<number> {
  const { only, rest } = readArguments(args);
  const phases = only
    ? PHASES.filter((phase) => phase.name === only)
    : PHASES.filter((phase) => command === "test" || !phase.isSlow);
  if (phases.length === 0) {
    const names = PHASES.map((phase) => phase.name).join(", ");
    throw new OperatorError(`There is no phase ${only}; the phases are ${names}.`);
  }
  mkdirSync(join(FOLDER, "logs"), { recursive: true });
  const total = await runPhases(phases, rest);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

function readArguments(args: string[]): { only: string | undefined; rest: string[] } {
  const at = args.indexOf("--only");
  if (at < 0) return { only: undefined, rest: args };
  return { only: args[at + 1] ?? "", rest: args.toSpliced(at, 2) };
}

async function runPhases(phases: Phase[], args: string[]): Promise<Tally> {
  const total = { passed: 0, failed: 0 };
  try {
    await generateClient();
    await buildProcesses();
    writeNextTypes();
  } catch (error) {
    console.log(error instanceof GenerateError ? error.message : reasonOf(error));
    return { passed: 0, failed: 1 };
  }
  for (const phase of phases) {
    const startedAt = performance.now();
    const tally = await phase.run(args).catch((error: unknown) => {
      console.log(reasonOf(error));
      return { passed: 0, failed: 1 };
    });
    total.passed += tally.passed;
    total.failed += tally.failed;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${phase.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`);
  }
  return total;
}

/** Next writes this file when it builds; the types are looked at before. */
function writeNextTypes(): void {
  if (existsSync("next-env.d.ts")) return;
  writeFileSync(
    "next-env.d.ts",
    '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n',
  );
}

async function check(name: string, program: string, args: string[]): Promise<Tally> {
  const code = await run(name, program, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs a program of `node_modules/.bin`; shows the end of its output when it fails. */
async function run(
  name: string,
  program: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<number> {
  const logPath = join(FOLDER, "logs", `${name}.log`);
  const log = createWriteStream(logPath);
  const child = spawn(join("node_modules", ".bin", program), args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...variables, NO_COLOR: "1", FORCE_COLOR: undefined },
    shell: process.platform === "win32",
  });
  const stop = () => child.kill("SIGTERM");
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  process.once("disconnect", stop);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const code = await exitOf(child);
  await new Promise<void>((resolved) => log.end(() => resolved()));
  process.off("SIGINT", stop);
  process.off("SIGTERM", stop);
  process.off("disconnect", stop);
  if (code !== 0) {
    console.log(
      readFileSync(logPath, "utf8").trimEnd().split("\n").slice(-OUTPUT_LINES).join("\n"),
    );
  }
  return code;
}

const vitestReportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

async function vitest(project: string, timezone: string, args: string[]): Promise<Tally> {
  const name = `${project}-${timezone.replace("/", "-")}`;
  const report = freshReport(name);
  const server = project === "integration" ? await openTestServer() : undefined;
  try {
    const code = await run(
      name,
      "vitest",
      [
        "run",
        `--project=${project}`,
        "--passWithNoTests",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
        ...args,
      ],
      { TEST_TIMEZONE: timezone, ...(server ? { TEST_DATABASE_URL: server.url } : {}) },
    );
    return withCrash(code, readVitestReport(report));
  } finally {
    await server?.close();
  }
}

function readVitestReport(path: string): Tally {
  if (!existsSync(path)) return { passed: 0, failed: 0 };
  const report = vitestReportSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  // A file that cannot even be loaded fails without a single test.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
  };
}

const playwrightReportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

async function endToEnd(args: string[]): Promise<Tally> {
  const browser = await ensureBrowser();
  const report = freshReport("e2e");
  rmSync(join(FOLDER, "e2e"), { recursive: true, force: true });
  const code = await run("e2e", "playwright", ["test", "--pass-with-no-tests", ...args], {
    BROWSER_PATH: browser,
    E2E_PORT: String(await findFreePort()),
    E2E_SANDBOX_PORT: String(await findFreePort()),
    E2E_REPORT: report,
  });
  return withCrash(code, readPlaywrightReport(report));
}

function readPlaywrightReport(path: string): Tally {
  if (!existsSync(path)) return { passed: 0, failed: 0 };
  const { stats } = playwrightReportSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

function freshReport(name: string): string {
  const path = join(FOLDER, `${name}-report.json`);
  rmSync(path, { force: true });
  return path;
}

/** A runner that fails without naming a failed test has crashed, and that is a failure too. */
function withCrash(code: number, tally: Tally): Tally {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
