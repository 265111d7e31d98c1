import { availableParallelism } from "node:os";
import { openTestServer } from "@/tests/support/server";
import type { Violation } from "../checker/history";
import { countsOf, type Proof, type ProofOptions } from "../proof";
import { bundleSimulator } from "./bundle";
import { createTemplate } from "./database";
import { launchSimulator, spread, type SimulatorOptions } from "./launch";

const defaultSeeds = 1_000;
const shownFailures = 5;
const seedsPerProgress = 500;

/** Deterministic simulation: many short runs, each a different mix of people, faults, and timing. */
export const simulation: Proof = {
  about: "simulates deliveries in virtual time, one seed after another",
  async run(options) {
    const startedAt = performance.now();
    const server = await openTestServer();
    const { drop, ...template } = await createTemplate(server.url);
    const { scenario } = options;
    const source = { ...template, ...(scenario && { scenario }) };
    try {
      const bundle = await bundleSimulator("sim");
      const seeds = seedsOf(options);
      const failed = new Map<number, Violation[]>();
      const hashes: string[] = [];
      // Each waits for the database half of the time.
      const groups = spread(seeds, Math.min(seeds.length, 2 * availableParallelism()));
      await Promise.all(
        groups.map((group) =>
          launchSimulator(bundle, { ...source, seeds: group }, (report) => {
            if (!("violations" in report)) return;
            hashes.push(report.hash);
            if (hashes.length % seedsPerProgress === 0) console.log(`${hashes.length} seeds`);
            if (report.violations.length === 0) return;
            failed.set(report.seed, report.violations);
            console.log(`seed ${report.seed}: ${describe(report.violations)}`);
          }),
        ),
      );
      const explained = [...failed.keys()].slice(0, shownFailures);
      if (explained.length > 0) await explain(bundle, { ...source, seeds: explained });
      const result = countsOf([...failed.values()].flat());
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      const only = seeds.length === 1 ? { hash: hashes[0] } : {};
      const failedSeeds = [...failed.keys()].slice(0, 100);
      return { prove: "sim", seeds: seeds.length, ...result, failedSeeds, seconds, ...only };
    } finally {
      await drop();
      await server.close();
    }
  },
};

/** Seed S alone, or so many from S on, or from 1. */
function seedsOf({ seed, seeds }: ProofOptions): number[] {
  const length = seeds ?? (seed === undefined ? defaultSeeds : 1);
  return Array.from({ length }, (_, index) => (seed ?? 1) + index);
}

function describe(violations: readonly Violation[]): string {
  return violations
    .map(({ kind, channel, address, detail }) => `${kind} ${channel} ${address}: ${detail}`)
    .join("; ");
}

/** Prints failing seeds again, each as the smallest world that still fails, with what happened in it. */
async function explain(bundle: string, options: SimulatorOptions): Promise<void> {
  await launchSimulator(bundle, { ...options, explains: true }, (report) => {
    if (!("explanation" in report)) return;
    const { world, log, violations } = report.explanation;
    console.log(`\nseed ${report.seed}, shrunk to:`);
    console.log(JSON.stringify(world, null, 2));
    for (const line of log) console.log(line);
    console.log(describe(violations));
    const scenario = options.scenario ? ` --scenario ${options.scenario}` : "";
    console.log(`To see it again: npm run prove -- sim --seed ${report.seed}${scenario}`);
  });
}
