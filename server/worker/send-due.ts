import type { Context } from "@/lib/domain/context";
import { batchKinds, leaseBatches, type BatchKind } from "@/lib/domain/delivery/engine/dispatch";
import type { Pace } from "./pace";
import { repeat, type Repetition } from "./repeat";

/** How many batches of a kind are sent at once. An email batch is up to 8 MB. */
const batchesAtOnce = 4;

/** How often to look for due batches (real time). */
const leaseEveryMs = 500;

/**
 * Leases as many due batches as may be sent at once, twice a second around a slot and whenever one has been
 * sent. Each kind has its own share: asking about unknown outcomes never waits for a backlog, nor sending for
 * a slow answer.
 *
 * @param send never rejects
 */
export function sendDueBatches(
  ctx: Context,
  send: (batchId: bigint) => Promise<void>,
  pace: Pick<Pace, "pauseMs">,
): Repetition {
  const kinds = batchKinds.map((kind) => sendDueOf(ctx, kind, send, pace));
  return {
    wake() {
      for (const kind of kinds) kind.wake();
    },
    async stop() {
      await Promise.all(kinds.map((kind) => kind.stop()));
    },
  };
}

function sendDueOf(
  ctx: Context,
  kind: BatchKind,
  send: (batchId: bigint) => Promise<void>,
  pace: Pick<Pace, "pauseMs">,
): Repetition {
  const running = new Set<Promise<void>>();
  const start = (batchId: bigint) => {
    const sending = send(batchId).finally(() => {
      running.delete(sending);
      leases.wake();
    });
    running.add(sending);
  };
  const leases = repeat(
    () => pace.pauseMs(leaseEveryMs),
    async () => {
      if (running.size === batchesAtOnce) return;
      try {
        const batches = await leaseBatches(ctx, kind, batchesAtOnce - running.size);
        for (const { id } of batches) start(id);
      } catch (error) {
        ctx.log.error({ err: error, ...kind }, "batches not leased");
      }
    },
  );
  return {
    wake: () => leases.wake(),
    async stop() {
      await leases.stop();
      await Promise.all(running);
    },
  };
}
