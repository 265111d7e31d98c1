import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildProcesses } from "@/server/build/bundle";
import { OperatorError, reasonOf } from "@/lib/platform/operator-error";
import { stages, type Phase } from "./phases";
import { formatSlowest, tallyOf, type Tally } from "./reports";
import { testFolder } from "./run-program";

const phasesAtOnce = 2;
const slowestShown = 10;

/** Leaves out the test files marked `@module-tag slow`. */
const withoutSlowFiles = "--tags-filter=!slow";

/**
 * Runs every phase of `test`, or of `check` without slow test files, even if an early one fails, and ends
 * with `N passed, N failed` on its own line. `--only PHASE` runs one phase with all its files; other
 * arguments go to its test runner. Returns the exit code.
 */
export async function runTests(command: "test" | "check", args: string[]): Promise<number> {
  const { only, rest } = readArguments(args);
  const runnerArgs = command === "check" && !only ? [...rest, withoutSlowFiles] : rest;
  const chosen = stages
    .map((stage) =>
      stage.filter((phase) => (only ? phase.name === only : command === "test" || !phase.isSlow)),
    )
    .filter((stage) => stage.length > 0);
  if (chosen.length === 0) {
    const names = stages.flat().map((phase) => phase.name);
    throw new OperatorError(`There is no phase named ${only}. Use one of ${names.join(", ")}.`);
  }
  const startedAt = performance.now();
  mkdirSync(join(testFolder, "logs"), { recursive: true });
  const tally = await prepare().then(
    () => runStages(chosen, runnerArgs),
    (error: unknown) => {
      console.log(reasonOf(error));
      return tallyOf(false);
    },
  );
  if (tally.files.length > 0) {
    console.log(`\nSlowest test files:\n${formatSlowest(tally.files, slowestShown).join("\n")}`);
  }
  console.log(`\n${secondsSince(startedAt)} s in total`);
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  return tally.failed === 0 ? 0 : 1;
}

function readArguments(args: string[]): { only: string | undefined; rest: string[] } {
  const at = args.indexOf("--only");
  if (at < 0) return { only: undefined, rest: args };
  return { only: args[at + 1] ?? "", rest: args.toSpliced(at, 2) };
}

async function prepare(): Promise<void> {
  await buildProcesses();
  // Next writes this file when it builds, but the types are checked before.
  if (existsSync("next-env.d.ts")) return;
  writeFileSync(
    "next-env.d.ts",
    '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n',
  );
}

async function runStages(chosen: readonly (readonly Phase[])[], args: string[]): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const stage of chosen) {
    const waiting = [...stage];
    const runNext = async (): Promise<void> => {
      for (let phase = waiting.shift(); phase; phase = waiting.shift()) {
        tallies.push(await runPhase(phase, args));
      }
    };
    await Promise.all(Array.from({ length: phasesAtOnce }, runNext));
  }
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    files: tallies.flatMap(({ files }) => files),
  };
}

async function runPhase(phase: Phase, args: string[]): Promise<Tally> {
  const startedAt = performance.now();
  const tally = await phase.run(args).catch((error: unknown) => {
    console.log(reasonOf(error));
    return tallyOf(false);
  });
  const { passed, failed } = tally;
  console.log(`${phase.name}: ${passed} passed, ${failed} failed (${secondsSince(startedAt)} s)`);
  return tally;
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
