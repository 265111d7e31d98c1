import type { Context } from "../../context";

/**
 * A worker. `assertAlive` throws `FenceLostError` when its last heartbeat is so old that other
 * workers may take over its work.
 */
export type WorkerIdentity = { id: string; assertAlive(): void };

/** Thrown right before a call that must not be made any longer, so that it isn't. */
export class FenceLostError extends Error {
  override name = "FenceLostError";
}

/** A worker makes no more calls once its last heartbeat is this old (real time). */
export const fenceMs = 10_000;

/**
 * A worker counts as dead once its last heartbeat is this old (real time). A call takes 10 s at
 * most, so by then no call that passed the fence is still in progress.
 */
export const deadAfterMs = 25_000;

/**
 * Registers a worker and marks earlier workers with its name as stopped: the supervisor reuses a
 * name only after the process that had it has ended.
 */
export async function registerWorker(
  ctx: Context,
  worker: { id: string; name: string; pid: number },
): Promise<void> {
  await ctx.db.$transaction([
    ctx.db
      .$executeRaw`UPDATE workers SET stopped_at = now() WHERE name = ${worker.name} AND stopped_at IS NULL`,
    ctx.db
      .$executeRaw`INSERT INTO workers (id, name, pid) VALUES (${worker.id}::uuid, ${worker.name}, ${worker.pid})`,
  ]);
}

/** Records a worker's heartbeat. False when others already consider it dead. */
export async function recordHeartbeat(ctx: Context, workerId: string): Promise<boolean> {
  const updated = await ctx.db.$executeRaw`
    UPDATE workers SET heartbeat_at = now() WHERE id = ${workerId}::uuid AND stopped_at IS NULL`;
  return updated === 1;
}

/** Marks a worker as stopped, after a clean shutdown. */
export async function retireWorker(ctx: Context, workerId: string): Promise<void> {
  await ctx.db
    .$executeRaw`UPDATE workers SET stopped_at = now() WHERE id = ${workerId}::uuid AND stopped_at IS NULL`;
}
