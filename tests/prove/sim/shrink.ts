import type { Violation } from "../checker/history";
import type { World } from "./world";

/**
 * Looks for a smaller world that fails in the same way: with fewer faults, events, people, and workers.
 */
export async function shrink(
  world: World,
  violations: readonly Violation[],
  run: (world: World) => Promise<{ violations: Violation[] }>,
): Promise<World> {
  const kinds = new Set(violations.map(({ kind }) => kind));
  let smallest = world;
  for (let hasShrunk = true; hasShrunk;) {
    hasShrunk = false;
    for (const smaller of smallerWorlds(smallest)) {
      const result = await run(smaller);
      if (!result.violations.some(({ kind }) => kinds.has(kind))) continue;
      smallest = smaller;
      hasShrunk = true;
      break;
    }
  }
  return smallest;
}

function* smallerWorlds(world: World): Generator<World> {
  for (const index of world.faults.keys()) {
    yield { ...world, faults: world.faults.toSpliced(index, 1) };
  }
  for (const index of world.events.keys()) {
    yield { ...world, events: world.events.toSpliced(index, 1) };
  }
  if (world.workers > 1) yield { ...world, workers: world.workers - 1 };
  for (const [index, subscriber] of world.subscribers.entries()) {
    if (!subscriber.emailOn && !subscriber.smsOn) continue;
    // Not removed, because events refer to people by their index.
    const subscribers = world.subscribers.with(index, {
      ...subscriber,
      emailOn: false,
      smsOn: false,
    });
    yield { ...world, subscribers };
  }
}
