import type { ScenarioName } from "./sim/scenarios";
import type { Violation, ViolationKind } from "./checker/history";

/** What a proof can be told on the command line. */
export type ProofOptions = {
  /** How many runs. */
  seeds?: number;
  /** The only run, to see again what it did. */
  seed?: number;
  subscribers?: number;
  /** Part of the names of the mutants to plant. */
  mutant?: string;
  /** The scenario of every simulated world. */
  scenario?: ScenarioName;
};

/** How often each thing went wrong. A proof holds when all of them are 0. */
export type Counts = Record<ViolationKind | "uncovered", number>;

/** What a proof found; other numbers are for information. */
export type ProofResult = { prove: string; seeds: number } & Counts & Record<string, unknown>;

export type Proof = { about: string; run(options: ProofOptions): Promise<ProofResult> };

const kinds = [
  "lost",
  "doubled",
  "early",
  "late",
  "unwanted",
  "wrong",
  "ledger",
  "health",
  "uncovered",
] as const satisfies (keyof Counts)[];

export const noCounts: Readonly<Counts> = {
  lost: 0,
  doubled: 0,
  early: 0,
  late: 0,
  unwanted: 0,
  wrong: 0,
  ledger: 0,
  health: 0,
  uncovered: 0,
};

export function countsOf(violations: readonly Violation[]): Counts {
  const counts = { ...noCounts };
  for (const { kind } of violations) counts[kind] += 1;
  return counts;
}

export function addCounts(one: Counts, other: Counts): Counts {
  const sum = { ...noCounts };
  for (const kind of kinds) sum[kind] = one[kind] + other[kind];
  return sum;
}

/** Whether a proof found nothing wrong. */
export function holds(result: Counts): boolean {
  return kinds.every((kind) => result[kind] === 0);
}
