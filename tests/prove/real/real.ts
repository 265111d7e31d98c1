import { noCounts, type Counts, type Proof, type ProofOptions, type ProofResult } from "../proof";
import { formatCoverage, nameOf } from "./coverage";
import type { Lane } from "./lane";
import { runOnLanes } from "./lanes";
import { planOf } from "./plan";
import { runSeed, type SeedResult } from "./seed";

const defaults = { seeds: 200, subscribers: 2_000 } as const;

function print({ plan, violations, hits, accepted }: SeedResult, seconds: number): void {
  const faults = hits.map(({ phase, fault, channel }) => `${fault} (${phase}, ${channel})`);
  const missed = plan.failpoints.length - hits.length;
  console.log(
    `seed ${plan.seed}: ${accepted} messages in ${seconds.toFixed(0)} s; ${faults.join(", ")}` +
      (missed > 0 ? `; ${missed} not reached` : ""),
  );
  for (const { kind, channel, address, detail } of violations.slice(0, 5)) {
    console.log(`  ${kind}: ${channel} to ${address}: ${detail}`);
  }
}

function count(results: readonly SeedResult[]): Counts {
  const counts = { ...noCounts };
  for (const { kind } of results.flatMap(({ violations }) => violations)) counts[kind] += 1;
  const covered = new Set(results.flatMap(({ hits }) => hits.map(nameOf)));
  // A second fault may find its phase over already.
  const wanted = new Set(results.flatMap(({ plan }) => plan.failpoints.slice(0, 1).map(nameOf)));
  counts.uncovered = [...wanted].filter((name) => !covered.has(name)).length;
  return counts;
}

async function runOne(lane: Lane, seed: number, subscribers: number): Promise<SeedResult> {
  const startedAt = performance.now();
  const result = await runSeed(lane, planOf(seed), subscribers);
  print(result, (performance.now() - startedAt) / 1_000);
  return result;
}

async function run({ seeds, seed, subscribers }: ProofOptions): Promise<ProofResult> {
  const first = seed ?? 0;
  const length = seeds ?? (seed === undefined ? defaults.seeds : 1);
  const isLong = (each: number) => planOf(each).isRestored;
  const inOrder = Array.from({ length }, (_, index) => first + index);
  const results = await runOnLanes(
    // The longest start first, so that none is left alone at the end.
    [...inOrder.filter(isLong), ...inOrder.filter((each) => !isLong(each))],
    (lane, each) => runOne(lane, each, subscribers ?? defaults.subscribers),
  );
  console.log(formatCoverage(results.flatMap(({ hits }) => hits)));
  const accepted = results.reduce((sum, result) => sum + result.accepted, 0);
  return { prove: "real", seeds: results.length, ...count(results), accepted };
}

/** Real processes that are killed, stopped, and cut off in every phase of a batch. */
export const realProof: Proof = {
  about: "real workers, PostgreSQL, and sandbox, broken at every phase of a batch",
  run,
};
