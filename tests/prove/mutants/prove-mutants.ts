import { availableParallelism } from "node:os";
import { openTestServer } from "@/tests/support/server";
import { noCounts, type Proof } from "../proof";
import { bundleSimulator } from "../sim/bundle";
import { createTemplate } from "../sim/database";
import { launchSimulator } from "../sim/launch";
import { mutants, type Mutant } from "./mutants";

const defaultSeeds = 1_000;

type Outcome = { mutant: Mutant; seeds: number; caught: { seed: number; kinds: string } | null };

/** Plants one defect at a time and runs seeds until one finds it. */
export const mutation: Proof = {
  about: "plants defects in the code, each of which the simulator has to find",
  async run({ seeds: budget = defaultSeeds, mutant: part = "" }) {
    const startedAt = performance.now();
    const waiting = [...mutants.entries()].filter(([, { name }]) => name.includes(part));
    if (waiting.length === 0) throw new Error(`No mutant's name contains ${part}.`);
    const server = await openTestServer();
    const template = await createTemplate(server.url);
    try {
      const outcomes: Outcome[] = [];
      const runNext = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [index, mutant] = next;
          const outcome = await runMutant(mutant, index, { ...template, budget });
          outcomes.push(outcome);
          console.log(describe(outcome));
        }
      };
      await Promise.all(Array.from({ length: 2 * availableParallelism() }, runNext));
      const uncovered = outcomes.filter(({ caught }) => !caught).length;
      return {
        ...noCounts,
        prove: "mutants",
        seeds: outcomes.reduce((sum, { seeds }) => sum + seeds, 0),
        mutants: outcomes.length,
        uncovered,
        seconds: Math.round((performance.now() - startedAt) / 1_000),
      };
    } finally {
      await template.drop();
      await server.close();
    }
  },
};

async function runMutant(
  mutant: Mutant,
  index: number,
  { serverUrl, template, budget }: { serverUrl: string; template: string; budget: number },
): Promise<Outcome> {
  const bundle = await bundleSimulator(`mutant-${index}`, mutant.edits);
  const seeds = Array.from({ length: budget }, (_, position) => position + 1);
  const outcome: Outcome = { mutant, seeds: 0, caught: null };
  const { sql, scenario } = mutant;
  const options = { serverUrl, template, seeds, stopsAtFirst: true };
  await launchSimulator(
    bundle,
    { ...options, ...(sql && { sql }), ...(scenario && { scenario }) },
    (report) => {
      if (!("violations" in report)) return;
      outcome.seeds += 1;
      if (report.violations.length === 0) return;
      const kinds = [...new Set(report.violations.map(({ kind }) => kind))].join(", ");
      outcome.caught = { seed: report.seed, kinds };
    },
  );
  return outcome;
}

function describe({ mutant, seeds, caught }: Outcome): string {
  const worlds = mutant.scenario ? `${mutant.scenario} ` : "";
  const found = caught ? `seed ${caught.seed} (${caught.kinds})` : `not found in ${seeds} seeds`;
  return `${mutant.name.padEnd(52)} ${worlds}${found}`;
}
