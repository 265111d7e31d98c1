import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareCluster, startLane, type Lane } from "./lane";

/** Seeds at the same time, at most. Most of a seed's time is waiting for timeouts and leases. */
const maxLanes = 6;

/** Runs seeds on several lanes, each the next one that nobody has taken. */
export async function runOnLanes<Result>(
  seeds: readonly number[],
  run: (lane: Lane, seed: number) => Promise<Result>,
): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), "threeline-prove-"));
  const waiting = [...seeds];
  const results: Result[] = [];
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
          results.push(await run(lane, seed));
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
