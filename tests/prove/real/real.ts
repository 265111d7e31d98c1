import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noCounts, type Counts, type Proof, type ProofOptions, type ProofResult } from "../proof";
import { formatCoverage, nameOf } from "./coverage";
import { prepareCluster, startLane, type Lane } from "./lane";
import { planOf } from "./plan";
import { runSeed, type SeedResult } from "./seed";

const defaults = { seeds: 200, subscribers: 2_000 } as const;

/** Seeds at the same time, at most. Most of a seed's time is waiting for timeouts and leases. */
const maxLanes = 6;

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

/** Runs seeds on several lanes, each the next one that nobody has taken. */
async function runSeeds(seeds: readonly number[], subscribers: number): Promise<SeedResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "threeline-prove-"));
  const waiting = [...seeds];
  const results: SeedResult[] = [];
  const running = new Set<Lane>();
  /** The databases are processes of their own and wouldn't notice. */
  const stopAll = () => {
    waiting.length = 0;
    void Promise.all([...running].map((lane) => lane.stop())).finally(() => process.exit(1));
  };
  process.once("SIGINT", stopAll);
  process.once("SIGTERM", stopAll);
  try {
    const template = join(folder, "template");
    await prepareCluster(template);
    const runLane = async (lane: Lane) => {
      try {
        for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
          const startedAt = performance.now();
          const result = await runSeed(lane, planOf(seed), subscribers);
          print(result, (performance.now() - startedAt) / 1_000);
          results.push(result);
        }
      } finally {
        await lane.stop();
      }
    };
    const lanes: Promise<void>[] = [];
    // One after another, because starting takes much more of the processor than running.
    while (lanes.length < maxLanes && lanes.length < seeds.length / 2 && waiting.length > 0) {
      const lane = await startLane(template, join(folder, `lane-${lanes.length}`));
      running.add(lane);
      const isRunning = runLane(lane);
      // Awaited below.
      isRunning.catch(() => undefined);
      lanes.push(isRunning);
    }
    await Promise.all(lanes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

async function run({ seeds, seed, subscribers }: ProofOptions): Promise<ProofResult> {
  const first = seed ?? 0;
  const length = seeds ?? (seed === undefined ? defaults.seeds : 1);
  const results = await runSeeds(
    Array.from({ length }, (_, index) => first + index),
    subscribers ?? defaults.subscribers,
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
