import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/domain/context";
import { takeDueBatches } from "@/lib/domain/delivery/dispatch";
import { tendMornings } from "@/lib/domain/delivery/morning";
import { sendBatch } from "@/lib/domain/delivery/send-batch";
import {
  beat,
  FenceLostError,
  fenceMs,
  registerWorker,
  retireWorker,
  type WorkerIdentity,
} from "@/lib/domain/delivery/worker-identity";
import { connectQueues } from "./queues";

const tickMs = 500;
const beatMs = 2_000;

/** How many batches one look offers at the most; the next look offers more. */
const offeredAtOnce = 200;

/** How long a worker that is asked to stop waits for its calls (real time). */
const drainMs = 8_000;

/** A running worker. */
export type Worker = {
  identity: WorkerIdentity;
  /** Stops taking work, waits for the calls under way and retires. */
  stop(): Promise<void>;
};

/** Repeats a task with a pause between its ends and starts, until stopped. */
function repeat(pauseMs: number, task: () => Promise<void>): { stop(): Promise<void> } {
  let stopped = false;
  let wake: () => void = () => undefined;
  const loop = (async () => {
    while (!stopped) {
      await task();
      if (stopped) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    async stop() {
      stopped = true;
      wake();
      await loop;
    },
  };
}

/**
 * Starts a worker: it says every two seconds that it lives, tends the mornings twice a second,
 * offers due batches to all workers and handles those that reach it.
 *
 * @param name under which it is known to operators; a later process of the same name replaces it
 * @param onLost called once when others have taken the worker for dead: it must end
 */
export async function startWorker(
  ctx: Context,
  options: { name: string; databaseUrl: string; onLost: (reason: string) => void },
): Promise<Worker> {
  const id = randomUUID();
  await registerWorker(ctx, { id, name: options.name, pid: process.pid });
  let lastBeatAt = performance.now();
  let lost = false;
  const lose = (reason: string) => {
    if (lost) return;
    lost = true;
    options.onLost(reason);
  };
  const identity: WorkerIdentity = {
    id,
    assertAlive() {
      if (lost || performance.now() - lastBeatAt > fenceMs) {
        throw new FenceLostError("This worker has been silent for too long.");
      }
    },
  };

  const beats = repeat(beatMs, async () => {
    const askedAt = performance.now();
    try {
      if (await beat(ctx, id)) lastBeatAt = askedAt;
      else lose("another process has taken this worker's place");
    } catch (error) {
      ctx.log.warn({ err: error }, "heartbeat failed");
    }
  });

  const queues = await connectQueues(options.databaseUrl, ctx.log);
  await queues.work(async (batchId) => {
    try {
      await sendBatch(ctx, identity, batchId);
    } catch (error) {
      ctx.log.error({ err: error, batchId: String(batchId) }, "a batch could not be handled");
    }
  });
  const ticks = repeat(tickMs, async () => {
    try {
      await tendMornings(ctx);
      await queues.offer(await takeDueBatches(ctx, offeredAtOnce));
    } catch (error) {
      ctx.log.error({ err: error }, "tending the mornings failed");
    }
  });

  return {
    identity,
    async stop() {
      await ticks.stop();
      await queues.stop(drainMs);
      await beats.stop();
      await retireWorker(ctx, id);
    },
  };
}
