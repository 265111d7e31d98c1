import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/domain/context";
import {
  FenceLostError,
  fenceMs,
  readHighestIds,
  recordClaim,
  recordHeartbeat,
  registerWorker,
  retireEndedWorkers,
  retireWorker,
  type WorkerIdentity,
  type WorkerMark,
} from "@/lib/domain/delivery/engine/worker-lease";
import { detectRestore } from "@/lib/domain/recovery/detect-restore";
import { hostId, isAlive } from "@/lib/platform/processes";
import { repeat } from "./repeat";

const heartbeatIntervalMs = 2_000;

/**
 * Starts measuring real time, by whichever clock shows more: the monotonic clock stops while the machine is
 * suspended, and the wall clock can be set back.
 *
 * @returns the milliseconds passed
 */
function startTimer(): () => number {
  const monotonic = performance.now();
  const wall = Date.now();
  return () => Math.max(performance.now() - monotonic, Date.now() - wall);
}

/** A sending process that other workers know by its heartbeat. */
export type WorkerHeartbeat = {
  identity: WorkerIdentity;
  /** Reports a completed delivery tick with the next heartbeat. */
  reportTick(): void;
  /**
   * Stops the heartbeat and signs the worker off. If it knows of lost commits, it first puts everyone on
   * hold, and isn't signed off when that fails.
   */
  stop(): Promise<void>;
};

/**
 * Registers this process as a sender and records a heartbeat every two seconds. Once that has failed for too
 * long, its identity's `assertAlive` throws. Signs off workers of this host that ended without doing so.
 *
 * @param options.name name for operators
 * @param options.onLost called once when others consider this worker dead, or the database was restored; the
 *   process must exit
 */
export async function startHeartbeat(
  ctx: Context,
  options: { name: string; onLost: (reason: string) => void },
): Promise<WorkerHeartbeat> {
  const id = randomUUID();
  const host = hostId();
  const writeMark = ctx.marks.open(options.name);
  let highestIds = await readHighestIds(ctx);
  await registerWorker(ctx, { id, name: options.name, host, pid: process.pid });
  let sinceHeartbeat = startTimer();
  let lastMark = 0;
  let lost = false;
  let hasTicked = false;
  /** A full disk must not hold up everyone's briefing. */
  const keep = async ({ mark, at }: WorkerMark) => {
    lastMark = Math.max(lastMark, mark);
    await writeMark({ workerId: id, mark, at, highestIds }).catch((error: unknown) =>
      ctx.log.error({ err: error }, "mark not written"),
    );
  };
  const heartbeats = repeat(heartbeatIntervalMs, async () => {
    const sinceStart = startTimer();
    try {
      const mark = await recordHeartbeat(ctx, id, hasTicked, lastMark);
      if (mark) {
        sinceHeartbeat = sinceStart;
        hasTicked = false;
        highestIds = await readHighestIds(ctx);
        await keep(mark);
      } else {
        // Stops taking work first: the others would wait 20 seconds for a recovery that it begins and leaves.
        if (!lost) options.onLost("another worker has taken over, or the database was restored");
        lost = true;
        await detectRestore(ctx);
      }
      await retireEndedWorkers(ctx, host, isAlive);
    } catch (error) {
      ctx.log.warn({ err: error }, "worker heartbeat failed");
    }
  });
  return {
    identity: {
      id,
      mark: () => lastMark,
      assertAlive() {
        if (lost || sinceHeartbeat() > fenceMs) {
          throw new FenceLostError("This worker hasn't recorded a heartbeat for too long.");
        }
      },
      async confirmClaim() {
        const mark = await recordClaim(ctx, id, lastMark).catch((cause: unknown) => {
          throw new FenceLostError("the database didn't confirm the claim", { cause });
        });
        if (!mark) throw new FenceLostError("the worker was replaced, or the database restored");
        await keep(mark);
      },
    },
    reportTick() {
      hasTicked = true;
    },
    async stop() {
      await heartbeats.stop();
      // After a failover, the others wait for this worker: it may be the only one that knows of lost commits.
      if (lost) await detectRestore(ctx);
      await retireWorker(ctx, id);
    },
  };
}
