import type { Context } from "@/lib/domain/context";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { nextSlot } from "@/lib/domain/delivery/schedule/slots";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { replayErasures } from "@/lib/domain/erasure/replay-erasures";
import { detectRestore } from "@/lib/domain/recovery/detect-restore";
import { createMonths } from "@/lib/domain/retention/months";
import { inTrace } from "@/lib/platform/observability/trace";
import { startHeartbeat } from "./worker-heartbeat";
import { connectQueues } from "./queues";
import { jobsOf, runJob } from "./jobs";
import { repeat } from "./repeat";

const tickMs = 500;

/** Maximum number of batches per channel and state to offer at once. */
const offersAtOnce = 100;

/** How long a stopping worker waits for running calls (real time). */
const drainMs = 5_500;

/** A running worker. */
export type Worker = {
  /** Stops taking work, waits for running calls, and signs off. */
  stop(): Promise<void>;
};

/**
 * Starts a worker: it runs the delivery tick twice a second, offers due batches to all workers, and
 * sends the batches that it gets. Once a day, outside the delivery windows, it deletes expired data.
 *
 * @param options.name name for operators
 * @param options.backupDir folder that backups are written to, if there is one
 * @param options.onLost called once when others consider this worker dead; the process must exit
 */
export async function startWorker(
  ctx: Context,
  options: {
    name: string;
    databaseUrl: string;
    backupDir?: string | undefined;
    onLost: (reason: string) => void;
  },
): Promise<Worker> {
  // Before anything is sent: a restored backup may contain people who deleted their accounts.
  // A file that can't be read must not keep everyone else from getting theirs.
  await replayErasures(ctx).catch((error: unknown) =>
    ctx.log.error({ err: error }, "erasures not replayed"),
  );
  // Without its own partition, a month's ledger is written to the default one.
  await createMonths(ctx).catch((error: unknown) =>
    ctx.log.error({ err: error }, "partitions not created"),
  );
  await detectRestore(ctx);
  const heartbeat = await startHeartbeat(ctx, options);
  const queues = await connectQueues(options.databaseUrl, ctx.log);
  await queues.work((batchId) => {
    const attributes = { "app.batch_id": String(batchId) };
    return inTrace({ name: "send batch", kind: "consumer", attributes }, async (trace) => {
      try {
        await sendBatch(ctx, heartbeat.identity, batchId);
      } catch (error) {
        trace.fail(error);
        ctx.log.error({ err: error, batchId: String(batchId) }, "batch failed");
      }
    });
  });
  /** Never past the opening of the next slot, so that it is handled right then. */
  const pauseBeforeSlot = () => {
    const now = ctx.clock.now();
    const { opensAt } = nextSlot(now, ctx.settings.emailLeadMinutes);
    return Math.min(tickMs, opensAt.getTime() - now.getTime());
  };
  const offers = repeat(tickMs, async () => {
    try {
      await queues.offer(await leaseDueBatches(ctx, offersAtOnce));
    } catch (error) {
      ctx.log.error({ err: error }, "batch offer failed");
    }
  });
  // Separate from the offers, so that the first batches are sent while the last are being planned.
  const ticks = repeat(pauseBeforeSlot, async () => {
    try {
      const { failures } = await runDeliveryTick(ctx, () => offers.wake());
      if (failures === 0) heartbeat.reportTick();
    } catch (error) {
      ctx.log.error({ err: error }, "delivery tick failed");
    }
  });
  const rest = jobsOf(ctx, options.backupDir).map((job) => ({
    ...job,
    repetition: repeat(job.everyMs, () => runJob(ctx, job)),
  }));
  return {
    async stop() {
      const stopped = Promise.all([
        ticks.stop(),
        ...rest.map(async ({ isSlow, repetition }) => {
          const end = repetition.stop();
          if (!isSlow) await end;
        }),
      ]);
      // None of them may delay this: until here, the worker takes new batches.
      await offers.stop();
      await queues.stop(drainMs);
      await stopped;
      await heartbeat.stop();
    },
  };
}
