import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/domain/context";
import {
  recordHeartbeat,
  FenceLostError,
  fenceMs,
  registerWorker,
  retireEndedWorkers,
  retireWorker,
  type WorkerIdentity,
} from "@/lib/domain/delivery/engine/worker-lease";
import { hostId, isAlive } from "@/lib/platform/processes";
import { repeat } from "./repeat";

const heartbeatIntervalMs = 2_000;

/**
 * Starts measuring real time. The clock that says more counts: the monotonic one stands still while the
 * machine is suspended, and the wall clock can be set back.
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
  /** Stops the heartbeat and signs the worker off. */
  stop(): Promise<void>;
};

/**
 * Registers this process as a sender and records a heartbeat every two seconds. Once that has failed
 * for too long, its identity's `assertAlive` throws. Signs off the workers of this host that have
 * ended without doing so themselves.
 *
 * @param options.name name for operators
 * @param options.onLost called once when others consider this worker dead; the process must exit
 */
export async function startHeartbeat(
  ctx: Context,
  options: { name: string; onLost: (reason: string) => void },
): Promise<WorkerHeartbeat> {
  const id = randomUUID();
  const host = hostId();
  await registerWorker(ctx, { id, name: options.name, host, pid: process.pid });
  let sinceHeartbeat = startTimer();
  let lost = false;
  let hasTicked = false;
  const heartbeats = repeat(heartbeatIntervalMs, async () => {
    const sinceStart = startTimer();
    try {
      if (await recordHeartbeat(ctx, id, hasTicked)) {
        sinceHeartbeat = sinceStart;
        hasTicked = false;
      } else if (!lost) {
        lost = true;
        options.onLost("another worker has taken over");
      }
      await retireEndedWorkers(ctx, host, isAlive);
    } catch (error) {
      ctx.log.warn({ err: error }, "worker heartbeat failed");
    }
  });
  return {
    identity: {
      id,
      assertAlive() {
        if (lost || sinceHeartbeat() > fenceMs) {
          throw new FenceLostError("This worker hasn't recorded a heartbeat for too long.");
        }
      },
    },
    reportTick() {
      hasTicked = true;
    },
    async stop() {
      await heartbeats.stop();
      await retireWorker(ctx, id);
    },
  };
}
