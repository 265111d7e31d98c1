const intervalMs = 10_000;

/** Reads a runner's output line by line, counts what is done, and regularly prints the counts. */
export type Progress = {
  /** Takes one line of the runner's output. */
  read(line: string): void;
  stop(): void;
};

/** What a line of output adds to the counts; undefined for a line that reports nothing. */
export type ReadLine = (line: string) => { done: number; failed: number } | undefined;

/** Prints the progress of a phase every ten seconds. */
export function startProgress(phase: string, readLine: ReadLine | undefined): Progress {
  const startedAt = performance.now();
  let done = 0;
  let failed = 0;
  const print = () => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const counts = readLine ? `${done} tests done, ${failed} failed, ` : "";
    console.log(`  ${phase}: ${counts}${seconds} s`);
  };
  const timer = setInterval(print, intervalMs);
  return {
    read(line) {
      const counts = readLine?.(line);
      if (!counts) return;
      done += counts.done;
      failed += counts.failed;
      if (counts.failed > 0) console.log(`  ${phase}: ${line.trim()}`);
    },
    stop: () => clearInterval(timer),
  };
}

/** Vitest prints a line per file: ` ✓ unit  a.test.ts (4 tests | 1 failed) 23ms`. */
export const readVitestLine: ReadLine = (line) => {
  const match = /^\s[✓❯×].*\.test\.tsx? \((\d+) tests?(?: \| (\d+) failed)?/.exec(line);
  return match ? { done: Number(match[1]), failed: Number(match[2] ?? 0) } : undefined;
};

/** Playwright prints a line per test: `  ✓  17 tests/e2e/a.spec.ts:3:1 › title (2.2s)`. */
export const readPlaywrightLine: ReadLine = (line) => {
  const match = /^\s+(✓|✘|ok|x)\s+\d+ /.exec(line);
  if (!match) return undefined;
  return { done: 1, failed: match[1] === "✘" || match[1] === "x" ? 1 : 0 };
};
