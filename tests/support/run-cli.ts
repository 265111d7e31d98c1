import { spawn } from "node:child_process";

/** Exit code and output of a command. */
export type Outcome = { code: number | null; stdout: string; stderr: string };

/** Runs `dist/cli.mjs` as a separate process with only these variables. */
export function runCli(args: string[], variables: Record<string, string>): Promise<Outcome> {
  const child = spawn(process.execPath, ["dist/cli.mjs", ...args], {
    env: { NODE_ENV: "test", PATH: process.env["PATH"], ...variables },
  });
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (outcome.stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ ...outcome, code }));
  });
}
