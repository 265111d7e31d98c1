import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/domain/context";
import {
  recordHeartbeat,
  FenceLostError,
  fenceMs,
  registerWorker,
  retireWorker,
  type WorkerIdentity,
} from "@/lib/domain/delivery/engine/worker-lease";
import { repeat } from "./repeat";

const beatMs = 2_000;

/** A process that sends, known to the others by its heartbeat. */
export type WorkerHeartbeat = {
  identity: WorkerIdentity;
  /** Stops beating and retires. */
  stop(): Promise<void>;
};

/**
 * Announces this process as one that sends and says every two seconds that it lives. Its identity
 * refuses to vouch for it once that has failed for too long.
 *
 * @param options.name under which operators know it; a later process of the same name replaces it
 * @param options.onLost called once when others have taken it for dead: it must end
 */
export async function startHeartbeat(
  ctx: Context,
  options: { name: string; onLost: (reason: string) => void },
): Promise<WorkerHeartbeat> {
  const id = randomUUID();
  await registerWorker(ctx, { id, name: options.name, pid: process.pid });
  let lastBeatAt = performance.now();
  let lost = false;
  const beats = repeat(beatMs, async () => {
    const askedAt = performance.now();
    try {
      if (await recordHeartbeat(ctx, id)) {
        lastBeatAt = askedAt;
      } else if (!lost) {
        lost = true;
        options.onLost("another process has taken this one's place");
      }
    } catch (error) {
      ctx.log.warn({ err: error }, "heartbeat failed");
    }
  });
  return {
    identity: {
      id,
      assertAlive() {
        if (lost || performance.now() - lastBeatAt > fenceMs) {
          throw new FenceLostError("This process has been silent for too long.");
        }
      },
    },
    async stop() {
      await beats.stop();
      await retireWorker(ctx, id);
    },
  };
}
