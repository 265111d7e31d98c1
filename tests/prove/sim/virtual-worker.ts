import type { Context } from "@/lib/domain/context";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { detectRestore } from "@/lib/domain/recovery/detect-restore";
import { recoverDatabase } from "@/lib/domain/recovery/recover-database";
import { followClock } from "@/lib/platform/clock";
import { startHeartbeat, type WorkerHeartbeat } from "@/server/worker/worker-heartbeat";
import { runAs, type Actor } from "./scheduler";
import { virtualDatabaseOf, type Simulation } from "./virtual-ports";

/** A running virtual worker: what a worker process does, without its queue. */
export type VirtualWorker = { actor: Actor; send: (batchId: bigint) => void };

export type WorkerWorld = {
  simulation: Simulation;
  /** Without what each process has for itself. */
  base: Context;
  /** Takes batches for any worker, as the queue does. */
  offer(batchId: bigint): void;
  /**
   * When something is due again, in milliseconds since 1970.
   *
   * @param since when the last tick began: what it can't have seen is due at once
   */
  nextWakeAt(actor: Actor, since: number): Promise<number>;
};

/** Starts a worker and lets it run until its process dies. */
export function startVirtualWorker(world: WorkerWorld, actor: Actor): VirtualWorker {
  const { simulation } = world;
  const { scheduler } = simulation;
  const pending: bigint[] = [];
  let send = (batchId: bigint) => {
    pending.push(batchId);
  };
  const start = async () => {
    const ctx: Context = {
      ...world.base,
      db: virtualDatabaseOf(simulation),
      clock: await runAs(actor, true, () => startClock(simulation)),
    };
    // Its first start on a host without marks would be one more thing to wait for in every world.
    if ((await runAs(actor, true, () => ctx.marks.list())).length > 0) {
      await runAs(actor, true, () => detectRestore(ctx));
    }
    const end = () => heartbeat.stop().finally(() => simulation.crash(actor));
    const heartbeat: WorkerHeartbeat = await runAs(actor, true, () =>
      startHeartbeat(ctx, { name: actor.name, onLost: () => void end() }),
    );
    runAs(actor, false, () => {
      send = (batchId) => {
        sendBatch(ctx, heartbeat.identity, batchId).then(
          ({ state }) => scheduler.note(actor.name, `batch ${batchId}: ${state}`),
          (error: unknown) => scheduler.note(actor.name, `batch ${batchId}: ${String(error)}`),
        );
      };
      for (const batchId of pending) send(batchId);
      void work(world, ctx, heartbeat, actor);
    });
  };
  start().catch((error: unknown) => {
    scheduler.note(actor.name, `start failed: ${String(error)}`);
    simulation.crash(actor);
  });
  return { actor, send: (batchId) => runAs(actor, false, () => send(batchId)) };
}

/** The clock of a worker in production: the database's, whose response may take its time, and the machine's. */
function startClock({ world, scheduler, random, strikes, database }: Simulation) {
  const read = async () => {
    const isSlow = strikes("slow_clock") !== undefined;
    // Mostly on the way there, so that half of the time would be too much.
    const [thereMs, backMs] = random.pick([
      [900, 90],
      [900, 90],
      [90, 900],
    ] as const);
    if (isSlow) await scheduler.pause(random.int(0, thereMs));
    const now = new Date(scheduler.now + database.aheadMs);
    if (isSlow) await scheduler.pause(random.int(0, backMs));
    return { now, rate: 1, setTo: null };
  };
  return followClock(read, 5_000, () => scheduler.now + world.machinesAheadMs);
}

/** The tick and the offers, without pauses while there is something to do. */
async function work(
  world: WorkerWorld,
  ctx: Context,
  heartbeat: WorkerHeartbeat,
  actor: Actor,
): Promise<void> {
  const { scheduler, random, database } = world.simulation;
  const { isQuick } = world.simulation.world;
  for (;;) {
    let hasFailed = false;
    const startedAt = scheduler.now;
    try {
      const { failures } = await runDeliveryTick(ctx);
      hasFailed = failures > 0;
      heartbeat.reportTick();
      if (database.failovers > 0) await recoverDatabase(ctx);
      if (world.simulation.world.webhooks.share > 0) await applyReports(ctx);
      for (const batch of await leaseDueBatches(ctx, 100)) world.offer(batch.id);
    } catch (error) {
      hasFailed = true;
      scheduler.note(actor.name, `tick failed: ${String(error)}`);
    }
    const pauseMs = (await world.nextWakeAt(actor, startedAt)) - scheduler.now;
    const shortestMs = isQuick ? 50 : 500;
    const jitterMs = random.int(0, isQuick ? 30 : 300);
    await scheduler.pause((hasFailed ? 1_000 : Math.max(shortestMs, pauseMs)) + jitterMs);
  }
}
