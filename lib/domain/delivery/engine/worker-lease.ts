import type { Context } from "../../context";

/**
 * Who a worker is. `assertAlive` throws `FenceLostError` when the worker has not managed to say
 * that it lives for so long that others may take its work over.
 */
export type WorkerIdentity = { id: string; assertAlive(): void };

/** Thrown right before a call that others may already be making in our place. */
export class FenceLostError extends Error {
  override name = "FenceLostError";
}

/** A worker that has not said for this long that it lives makes no further call (real time). */
export const fenceMs = 10_000;

/**
 * A worker that has not said for this long that it lives is taken for dead (real time). A call
 * lasts 10 s at most, so by then none that passed the fence is still under way.
 */
export const deadAfterMs = 25_000;

/**
 * Announces a worker. Earlier processes of the same name are over: a name is given out again only
 * after its process has ended.
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

/** Says that a worker lives. False when others have already taken it for dead. */
export async function recordHeartbeat(ctx: Context, workerId: string): Promise<boolean> {
  const updated = await ctx.db.$executeRaw`
    UPDATE workers SET heartbeat_at = now() WHERE id = ${workerId}::uuid AND stopped_at IS NULL`;
  return updated === 1;
}

/** Says that a worker has ended in good order. */
export async function retireWorker(ctx: Context, workerId: string): Promise<void> {
  await ctx.db
    .$executeRaw`UPDATE workers SET stopped_at = now() WHERE id = ${workerId}::uuid AND stopped_at IS NULL`;
}
