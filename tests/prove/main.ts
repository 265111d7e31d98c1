import { parseArgs } from "node:util";
import { deployProof } from "./deploy/deploy";
import { hostsProof } from "./hosts/hosts";
import { runRelay } from "./hosts/network";
import { month } from "./month/month";
import { mutation } from "./mutants/prove-mutants";
import { addCounts, holds, noCounts, type Proof, type ProofResult } from "./proof";
import { realProof } from "./real/real";
import { runProvedWeb } from "./real/web";
import { runProvedWorker } from "./real/worker";
import { simulation } from "./sim/prove-sim";
import { isScenarioName, type ScenarioName } from "./sim/scenarios";
import { spamProof } from "./spam/spam";

const proofs: Record<string, Proof> = {
  sim: simulation,
  real: realProof,
  month,
  mutants: mutation,
};

/** Proofs that only run by their name. */
const proofsByName: Record<string, Proof> = {
  ...proofs,
  deploy: deployProof,
  hosts: hostsProof,
  spam: spamProof,
};

/** Parts of a proof that run as separate processes. */
const parts: Record<string, (args: string[]) => Promise<void>> = {
  "part:relay": runRelay,
  "part:web": runProvedWeb,
  "part:worker": runProvedWorker,
};

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} must be a number.`);
  return value;
}

function readScenario(text: string | undefined): { scenario?: ScenarioName } {
  if (text === undefined) return {};
  if (!isScenarioName(text)) throw new Error(`There is no scenario named ${text}.`);
  return { scenario: text };
}

function printHelp(): void {
  console.log(
    "npm run prove -- [NAME] [--seeds N] [--seed S] [--subscribers N] [--scenario NAME] [--mutant TEXT]\n",
  );
  for (const [name, { about }] of Object.entries(proofsByName)) {
    console.log(`  ${name.padEnd(8)} ${about}`);
  }
}

/** Runs one proof, or all of them. The last line is their result as JSON. */
async function main(args: string[]): Promise<void> {
  const string = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seeds: string,
      seed: string,
      subscribers: string,
      scenario: string,
      mutant: string,
      help: { type: "boolean" },
    },
  });
  const [name] = positionals;
  const chosen = name === undefined ? Object.values(proofs) : [proofsByName[name]];
  if (values.help) {
    printHelp();
    return;
  }
  const results: ProofResult[] = [];
  for (const proof of chosen) {
    if (!proof) throw new Error(`There is no proof named ${name}.`);
    const numbers = (["seeds", "seed", "subscribers"] as const).flatMap((option) => {
      const value = readNumber(option, values[option]);
      return value === undefined ? [] : [[option, value] as const];
    });
    const options = {
      ...Object.fromEntries(numbers),
      ...readScenario(values.scenario),
      ...(values.mutant !== undefined && { mutant: values.mutant }),
    };
    const result = await proof.run(options);
    results.push(result);
    if (name === undefined) console.log(JSON.stringify(result));
  }
  const [only] = results;
  const total = {
    prove: "all",
    seeds: results.reduce((sum, { seeds }) => sum + seeds, 0),
    ...results.reduce(addCounts, noCounts),
  };
  console.log(JSON.stringify(name !== undefined && only ? only : total));
  if (!results.every(holds)) process.exitCode = 1;
}

const [name = "", ...rest] = process.argv.slice(2);
const part = parts[name];
(part ? part(rest) : main(process.argv.slice(2))).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
