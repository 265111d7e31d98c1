import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/lib/domain/context";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { nextSlot } from "@/lib/domain/delivery/schedule/slots";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { replayErasures } from "@/lib/domain/erasure/replay-erasures";
import { detectRestore } from "@/lib/domain/recovery/detect-restore";
import { createMonths } from "@/lib/domain/retention/months";
import { inTrace } from "@/lib/platform/observability/trace";
import { startHeartbeat } from "./worker-heartbeat";
import { jobsOf, runJob } from "./jobs";
import { followActivity } from "./pace";
import { repeat } from "./repeat";
import { sendDueBatches } from "./send-due";

const tickMs = 500;

/** How long a stopping worker waits for running calls (real time). */
const drainMs = 5_500;

/** A running worker. */
export type Worker = {
  /** Stops taking work, waits for running calls, and signs off. */
  stop(): Promise<void>;
};

/**
 * Starts a worker: it runs the delivery tick twice a second, sends due batches, and does the jobs of
 * `jobs.ts`, all less often while nothing is going on.
 *
 * @param options.name name for operators
 * @param options.backupDir folder that backups are written to, if there is one
 * @param options.onLost called once when others consider this worker dead; the process must exit
 */
export async function startWorker(
  ctx: Context,
  options: {
    name: string;
    backupDir?: string | undefined;
    onLost: (reason: string) => void;
  },
): Promise<Worker> {
  // Before anything is sent: a restored backup may contain people who deleted their accounts. An unreadable
  // file must not hold up everyone's briefing.
  await replayErasures(ctx).catch((error: unknown) =>
    ctx.log.error({ err: error }, "erasures not replayed"),
  );
  // Without its own partition, a month's ledger is written to the default one.
  await createMonths(ctx).catch((error: unknown) =>
    ctx.log.error({ err: error }, "partitions not created"),
  );
  await detectRestore(ctx);
  const heartbeat = await startHeartbeat(ctx, options);
  const pace = followActivity(ctx, () => {
    ticks.wake();
    batches.wake();
    for (const { repetition } of rest) repetition.wake();
  });
  const send = (batchId: bigint) => {
    const attributes = { "app.batch_id": String(batchId) };
    return inTrace({ name: "send batch", kind: "consumer", attributes }, async (trace) => {
      try {
        await sendBatch(ctx, heartbeat.identity, batchId);
      } catch (error) {
        trace.fail(error);
        ctx.log.error({ err: error, batchId: String(batchId) }, "batch failed");
      }
    });
  };
  const batches = sendDueBatches(ctx, send, pace);
  /** Never past the opening of the next slot, so that it is handled right then. */
  const pauseBeforeSlot = () => {
    const now = ctx.clock.now();
    const { opensAt } = nextSlot(now, ctx.settings.emailLeadMinutes);
    return Math.min(pace.pauseMs(tickMs), opensAt.getTime() - now.getTime());
  };
  // Separate from sending, so that the first batches are sent while the last are being planned.
  const ticks = repeat(pauseBeforeSlot, async () => {
    try {
      const { failures } = await runDeliveryTick(ctx, () => batches.wake());
      if (failures === 0) heartbeat.reportTick();
    } catch (error) {
      ctx.log.error({ err: error }, "delivery tick failed");
    }
  });
  const rest = jobsOf(ctx, options.backupDir).map((job) => ({
    ...job,
    repetition: repeat(
      () => pace.pauseMs(job.everyMs),
      () => runJob(ctx, job),
    ),
  }));
  return {
    async stop() {
      await Promise.all([
        Promise.race([batches.stop(), sleep(drainMs)]),
        ticks.stop(),
        pace.stop(),
        ...rest.map(async ({ isSlow, repetition }) => {
          const end = repetition.stop();
          if (!isSlow) await end;
        }),
      ]);
      await heartbeat.stop();
    },
  };
}
