import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";

/** How long one test file took. */
export type FileTime = { phase: string; file: string; ms: number };

/** A phase's results: its tests, and how long their files took. */
export type Tally = { passed: number; failed: number; files: FileTime[] };

/** The tally of a phase that either passes or fails as a whole. */
export function tallyOf(isPassed: boolean): Tally {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, files: [] };
}

const vitestReportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** Reads vitest's JSON report; without one, nothing ran. */
export function readVitestReport(phase: string, path: string): Tally {
  if (!existsSync(path)) return { passed: 0, failed: 0, files: [] };
  const report = vitestReportSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  // A file that fails to load has no tests, but counts as a failure.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      phase,
      file: relative(process.cwd(), name),
      ms: endTime - startTime,
    })),
  };
}

const suiteSchema = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

const playwrightReportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suiteSchema),
});

/** Reads Playwright's JSON report; without one, nothing ran. */
export function readPlaywrightReport(phase: string, path: string): Tally {
  if (!existsSync(path)) return { passed: 0, failed: 0, files: [] };
  const { stats, suites } = playwrightReportSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    files: suites.map((suite) => ({
      phase,
      file: `tests/e2e/${suite.file}`,
      ms: durationOf(suite),
    })),
  };
}

function durationOf(suite: z.infer<typeof suiteSchema>): number {
  const own = suite.specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results)
    .reduce((sum, { duration }) => sum + duration, 0);
  return (suite.suites ?? []).reduce((sum, inner) => sum + durationOf(inner), own);
}

/** The slowest files, one line each, slowest first. */
export function formatSlowest(files: readonly FileTime[], count: number): string[] {
  return files
    .toSorted((left, right) => right.ms - left.ms)
    .slice(0, count)
    .map(({ phase, file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file} (${phase})`);
}
