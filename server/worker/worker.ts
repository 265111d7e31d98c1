import { sendDueNotices, reconcileNightly } from "@/lib/domain/billing/nightly";
import type { Context } from "@/lib/domain/context";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { nextSlot } from "@/lib/domain/delivery/schedule/slots";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { daily } from "./daily";
import { startHeartbeat } from "./worker-heartbeat";
import { connectQueues } from "./queues";
import { repeat } from "./repeat";

const tickMs = 500;
const noticesEveryMs = 1_000;
const reconciliationEveryMs = 30_000;

/** How many batches of a channel one look offers at the most; the next look offers more. */
const offeredAtOnce = 100;

/** How long a worker that is asked to stop waits for its calls (real time). */
const drainMs = 5_500;

/** A running worker. */
export type Worker = {
  /** Stops taking work, waits for the calls under way and retires. */
  stop(): Promise<void>;
};

/**
 * Starts a worker: it tends the mornings twice a second, offers due batches to all workers and
 * handles those that reach it. Once a day it clears away what is no longer needed.
 *
 * @param options.name under which operators know it
 * @param options.onLost called once when others have taken the worker for dead: it must end
 */
export async function startWorker(
  ctx: Context,
  options: { name: string; databaseUrl: string; onLost: (reason: string) => void },
): Promise<Worker> {
  const heart = await startHeartbeat(ctx, options);
  const queues = await connectQueues(options.databaseUrl, ctx.log);
  await queues.work(async (batchId) => {
    try {
      await sendBatch(ctx, heart.identity, batchId);
    } catch (error) {
      ctx.log.error({ err: error, batchId: String(batchId) }, "a batch could not be handled");
    }
  });
  /** No longer than until the next slot opens, so that it is seen to at that instant. */
  const pauseBeforeSlot = () => {
    const now = ctx.clock.now();
    const { opensAt } = nextSlot(now, ctx.settings.emailLeadMinutes);
    return Math.min(tickMs, opensAt.getTime() - now.getTime());
  };
  const offers = repeat(tickMs, async () => {
    try {
      await queues.offer(await leaseDueBatches(ctx, offeredAtOnce));
    } catch (error) {
      ctx.log.error({ err: error }, "offering batches failed");
    }
  });
  // On its own, so that the first batches leave while the last are still being planned.
  const ticks = repeat(pauseBeforeSlot, async () => {
    try {
      await runDeliveryTick(ctx, () => offers.wake());
    } catch (error) {
      ctx.log.error({ err: error }, "tending the mornings failed");
    }
  });
  const cleaning = daily(ctx, async () => {
    ctx.log.info(await purgeExpired(ctx), "housekeeping");
  });
  const notices = repeat(noticesEveryMs, async () => {
    try {
      await sendDueNotices(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "tending welcomes and reminders failed");
    }
  });
  const reconciliation = repeat(reconciliationEveryMs, async () => {
    try {
      await reconcileNightly(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "the comparison with Paddle failed");
    }
  });
  return {
    async stop() {
      // A comparison may take minutes; what it has repaired stands, and the next one does the rest.
      reconciliation.stop().catch(() => undefined);
      await notices.stop();
      await Promise.all([ticks.stop(), offers.stop()]);
      await cleaning.stop();
      await queues.stop(drainMs);
      await heart.stop();
    },
  };
}
