import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Violation } from "../checker/history";
import type { ScenarioName } from "./scenarios";
import type { World } from "./world";

export type SimulatorOptions = {
  serverUrl: string;
  /** The database to copy. */
  template: string;
  /** A change to its schema. */
  sql?: string;
  seeds: readonly number[];
  /** The scenario of every world; any by default. */
  scenario?: ScenarioName;
  /** Whether to look for the smallest world that fails, and to report it with its log. */
  explains?: boolean;
  stopsAtFirst?: boolean;
};

/** One line of a simulator's output. */
export type SimulatorReport = { seed: number } & (
  | { violations: Violation[]; hash: string }
  | { explanation: { world: World; log: readonly string[]; violations: Violation[] } }
);

/** Runs a simulator's bundle as its own process. */
export async function launchSimulator(
  bundle: string,
  options: SimulatorOptions,
  onReport: (report: SimulatorReport) => void,
): Promise<void> {
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", "--no-deprecation", bundle, JSON.stringify(options)],
    {
      stdio: ["ignore", "pipe", "inherit"],
      // As in service: otherwise Prisma notes where each query comes from.
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  const stop = () => child.kill("SIGTERM");
  process.once("exit", stop);
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const report: SimulatorReport = JSON.parse(line);
    onReport(report);
  }
  const code = await closed;
  process.off("exit", stop);
  if (code !== 0) throw new Error(`A simulator ended with code ${code}.`);
}

/** Spreads seeds over processes. */
export function spread(seeds: readonly number[], processes: number): number[][] {
  return Array.from({ length: processes }, (_, index) =>
    seeds.filter((_seed, position) => position % processes === index),
  );
}
