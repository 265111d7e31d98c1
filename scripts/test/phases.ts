import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@/server/run/ports";
import { readE2eServices } from "@/tests/support/browser/e2e-services";
import { openTestServer } from "@/tests/support/server";
import { ensureBrowser } from "../browser";
import { readPlaywrightLine, readVitestLine } from "./progress";
import { readPlaywrightReport, readVitestReport, tallyOf, type Tally } from "./reports";
import { runBin, runProgram, testFolder } from "./run-program";

/** A part of the tests that can run alone (`npm test -- --only NAME`). */
export type Phase = {
  name: string;
  /** Only in `npm test`, not in `npm run check`. */
  isSlow?: boolean;
  /** @param args further arguments of the command, for the test runner */
  run: (args: string[]) => Promise<Tally>;
};

/** All phases, cheapest first. The phases of one stage run side by side, two at a time. */
export const stages: readonly (readonly Phase[])[] = [
  [
    { name: "format", run: () => check("format", "oxfmt", ["--check", "."]) },
    { name: "types", run: () => check("types", "tsc", ["--noEmit"]) },
    { name: "lint", run: () => check("lint", "oxlint", ["--type-aware"]) },
    { name: "knip", run: () => check("knip", "knip", ["--no-progress", "--no-config-hints"]) },
    { name: "unit", run: (args) => vitest("unit", args) },
    { name: "architecture", run: (args) => vitest("architecture", args) },
  ],
  [
    { name: "integration", run: integration },
    { name: "build", isSlow: true, run: buildE2eServices },
    // Next to the rest of the build.
    { name: "prove-sim", isSlow: true, run: () => prove("sim", ["--seeds", "40"]) },
  ],
  [
    { name: "e2e", isSlow: true, run: endToEnd },
    // These three break a batch before, during, and after its call.
    {
      name: "prove-real",
      isSlow: true,
      run: () => prove("real", ["--seed", "42", "--seeds", "3", "--subscribers", "1200"]),
    },
  ],
];

async function check(name: string, program: string, args: string[]): Promise<Tally> {
  return tallyOf((await runBin(name, program, args)) === 0);
}

async function vitest(
  project: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<Tally> {
  const report = freshReport(project);
  const code = await runBin(
    project,
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
    { variables, readLine: readVitestLine },
  );
  return withCrash(code, readVitestReport(project, report));
}

async function integration(args: string[]): Promise<Tally> {
  const server = await openTestServer();
  try {
    return await vitest("integration", args, {
      TEST_DATABASE_URL: server.url,
    });
  } finally {
    await server.close();
  }
}

let e2eVariables: Promise<Record<string, string>> | undefined;

/** Chooses ports for the instances under test and deletes their data, once per run. */
function prepareE2e(): Promise<Record<string, string>> {
  e2eVariables ??= (async () => {
    const count = Math.min(2, availableParallelism());
    const ports: number[] = [];
    while (ports.length < 2 * count) {
      const port = await findFreePort();
      if (!ports.includes(port)) ports.push(port);
    }
    const variables = {
      E2E_PORT: ports.slice(0, count).join(","),
      E2E_SANDBOX_PORT: ports.slice(count).join(","),
    };
    for (const { dataDir } of readE2eServices(variables)) {
      rmSync(dataDir, { recursive: true, force: true });
    }
    return variables;
  })();
  return e2eVariables;
}

/** Starts each instance under test once, which builds its pages, while others wait for databases. */
async function buildE2eServices(): Promise<Tally> {
  for (const { variables } of readE2eServices(await prepareE2e())) {
    let isReady = false;
    const code = await runProgram("build", process.execPath, ["scripts/run.mjs", "start"], {
      variables,
      onLine: (line, child) => {
        if (!line.startsWith("Ready: ")) return;
        isReady = true;
        child.kill("SIGTERM");
      },
    });
    if (code !== 0 || !isReady) return tallyOf(false);
  }
  return tallyOf(true);
}

async function endToEnd(args: string[]): Promise<Tally> {
  const report = freshReport("e2e");
  const variables = {
    ...(await prepareE2e()),
    BROWSER_PATH: await ensureBrowser(),
    E2E_REPORT: report,
  };
  const code = await runBin("e2e", "playwright", ["test", "--pass-with-no-tests", ...args], {
    variables,
    readLine: readPlaywrightLine,
  });
  return withCrash(code, readPlaywrightReport("e2e", report));
}

async function prove(name: string, args: string[]): Promise<Tally> {
  const command = ["scripts/run.mjs", "prove", name, ...args];
  return tallyOf((await runProgram(`prove-${name}`, process.execPath, command)) === 0);
}

function freshReport(phase: string): string {
  mkdirSync(join(testFolder, "logs"), { recursive: true });
  const path = join(testFolder, `${phase}-report.json`);
  rmSync(path, { force: true });
  return path;
}

/** A runner that fails without naming a failed test has crashed: one failure. */
function withCrash(code: number, tally: Tally): Tally {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
