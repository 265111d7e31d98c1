import { spawn, type ChildProcess } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { exitOf } from "@/server/run/child-exit";
import { startProgress, type ReadLine } from "./progress";

/** Where logs, reports, and the tests' data go. */
export const testFolder = ".test";

const shownLines = 300;

type Options = {
  variables?: Record<string, string>;
  readLine?: ReadLine;
  /** Called for each line of output. */
  onLine?: (line: string, child: ChildProcess) => void;
};

/**
 * Runs a program, with its output in `.test/logs/PHASE.log` and its progress on the screen. If it fails,
 * shows the end of the output. Returns the exit code.
 */
export async function runProgram(
  phase: string,
  command: string,
  args: readonly string[],
  { variables = {}, readLine, onLine }: Options = {},
): Promise<number> {
  const logPath = join(testFolder, "logs", `${phase}.log`);
  const log = createWriteStream(logPath);
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      // Tests start hundreds of processes, each of which would recompile its packages.
      NODE_COMPILE_CACHE: resolve(testFolder, "compile-cache"),
      ...variables,
      NO_COLOR: "1",
      FORCE_COLOR: undefined,
    },
    shell: process.platform === "win32",
  });
  const stop = () => child.kill("SIGTERM");
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  process.once("disconnect", stop);
  const progress = startProgress(phase, readLine);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  createInterface({ input: child.stdout }).on("line", (line) => {
    progress.read(line);
    onLine?.(line, child);
  });
  const code = await exitOf(child);
  progress.stop();
  await new Promise<void>((resolved) => log.end(() => resolved()));
  process.off("SIGINT", stop);
  process.off("SIGTERM", stop);
  process.off("disconnect", stop);
  if (code !== 0) {
    console.log(readFileSync(logPath, "utf8").trimEnd().split("\n").slice(-shownLines).join("\n"));
  }
  return code;
}

/** Runs a program from `node_modules/.bin`. */
export function runBin(
  phase: string,
  program: string,
  args: readonly string[],
  options?: Options,
): Promise<number> {
  return runProgram(phase, join("node_modules", ".bin", program), args, options);
}
