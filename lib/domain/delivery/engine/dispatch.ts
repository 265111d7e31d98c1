import { type Channel, channels } from "@/lib/contracts/primitives";
import type { Context } from "../../context";
import { deadAfterMs } from "./worker-lease";

/** Batches of a channel that are due to be sent (ready), or whose provider must be asked first (unknown). */
export type BatchKind = { channel: Channel; state: "ready" | "unknown" };

export const batchKinds: readonly BatchKind[] = channels.flatMap((channel) => [
  { channel, state: "ready" },
  { channel, state: "unknown" },
]);

/** A batch that is due for a worker. */
type DueBatch = BatchKind & { id: bigint };

/** How long a leased batch isn't leased again (real time). */
export const batchLeaseMs = 20_000;

/** No call takes this long: an attempt that is still open by then was lost by its worker. */
const attemptLostAfterMinutes = 10;

/** Leases the batches that are due, up to a number of each kind. */
export async function leaseDueBatches(ctx: Context, limit: number): Promise<DueBatch[]> {
  return (await Promise.all(batchKinds.map((kind) => leaseBatches(ctx, kind, limit)))).flat();
}

/**
 * Leases the batches of a kind that are due: those in open slots, and those with an unknown outcome even
 * after their slot has closed. None while a restored database isn't complete. A lease expires, so that a
 * worker that dies delays its batches by seconds instead of losing them.
 */
export async function leaseBatches(
  ctx: Context,
  { channel, state }: BatchKind,
  limit: number,
): Promise<DueBatch[]> {
  const now = ctx.clock.now();
  return ctx.db.$queryRaw<DueBatch[]>`
    WITH due AS (
      SELECT b.id, s.channel, b.state
      FROM delivery_batches b JOIN delivery_slots s ON s.id = b.slot_id
      WHERE s.channel = ${channel} AND b.state = ${state}
        AND b.next_attempt_at <= now()
        AND NOT EXISTS (SELECT 1 FROM restores WHERE released_at IS NULL)
        AND (b.state = 'unknown' OR (s.opens_at <= ${now} AND s.closes_at > ${now}))
      ORDER BY s.closes_at, b.next_attempt_at, b.id
      LIMIT ${limit}
      FOR UPDATE OF b SKIP LOCKED
    )
    UPDATE delivery_batches b
    SET next_attempt_at = now() + make_interval(secs => ${batchLeaseMs / 1_000})
    FROM due WHERE b.id = due.id
    RETURNING b.id, due.channel, due.state`;
}

/**
 * Marks the open attempts of dead workers as unknown outcomes, to be resolved by asking the provider. A
 * worker is dead when it has stopped, or when its last heartbeat is so old that none of its calls can still
 * be in progress.
 *
 * @returns how many attempts were recovered
 */
export async function recoverLostAttempts(ctx: Context): Promise<number> {
  const silentS = deadAfterMs / 1_000;
  await ctx.db.$executeRaw`
    UPDATE workers SET stopped_at = now()
    WHERE stopped_at IS NULL AND heartbeat_at < now() - make_interval(secs => ${silentS})`;
  return ctx.db.$executeRaw`
    WITH lost AS (
      UPDATE send_attempts a SET state = 'unknown', ended_at = now(), error = 'worker lost'
      FROM workers w
      WHERE a.state = 'sending' AND w.id = a.worker_id
        AND (w.stopped_at IS NOT NULL
          OR a.started_at < now() - make_interval(mins => ${attemptLostAfterMinutes}::int))
      RETURNING a.batch_id
    )
    UPDATE delivery_batches b
    SET state = 'unknown', last_reason = 'worker_lost', next_attempt_at = now() + interval '3 s'
    FROM lost WHERE b.id = lost.batch_id`;
}
