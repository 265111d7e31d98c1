import { type Channel, channels } from "@/lib/contracts/primitives";
import type { Context } from "../../context";
import { deadAfterMs } from "./worker-lease";

/** A batch that a worker should look at now. */
export type DueBatch = { id: bigint; channel: Channel };

/** How long a handed-out batch is not handed out again (real time). */
export const dispatchLeaseMs = 20_000;

/** No call takes this long: an attempt still open then has been forgotten by its worker. */
const forgottenAfterMinutes = 10;

/**
 * Hands out the batches that are due: those of open slots, and those whose outcome is still to be
 * asked for, even after their slot has closed. Each is handed out at most once in a while, so
 * that losing a job costs a moment and not a briefing.
 *
 * @param limit how many of each channel at the most, so that neither waits for the other
 */
export async function takeDueBatches(ctx: Context, limit: number): Promise<DueBatch[]> {
  const taken = await Promise.all(channels.map((channel) => takeDueBatchesOf(ctx, channel, limit)));
  return taken.flat();
}

async function takeDueBatchesOf(
  ctx: Context,
  channel: Channel,
  limit: number,
): Promise<DueBatch[]> {
  const now = ctx.clock.now();
  return ctx.db.$queryRaw<DueBatch[]>`
    WITH due AS (
      SELECT b.id, s.channel
      FROM delivery_batches b JOIN delivery_slots s ON s.id = b.slot_id
      WHERE s.channel = ${channel} AND b.state IN ('ready', 'unknown')
        AND b.next_attempt_at <= now()
        AND (b.state = 'unknown' OR (s.opens_at <= ${now} AND s.closes_at > ${now}))
      ORDER BY b.next_attempt_at, b.id
      LIMIT ${limit}
      FOR UPDATE OF b SKIP LOCKED
    )
    UPDATE delivery_batches b
    SET next_attempt_at = now() + make_interval(secs => ${dispatchLeaseMs / 1_000})
    FROM due WHERE b.id = due.id
    RETURNING b.id, due.channel`;
}

/**
 * Takes over what dead workers left: their open attempts become unknown outcomes, to be finalized
 * by asking. A worker is dead when it has retired, when its name has been given to a later
 * process, or when it has been silent for so long that none of its calls can still be under way.
 *
 * @returns how many attempts were taken over
 */
export async function recoverAttempts(ctx: Context): Promise<number> {
  const silentS = deadAfterMs / 1_000;
  await ctx.db.$executeRaw`
    UPDATE workers SET stopped_at = now()
    WHERE stopped_at IS NULL AND heartbeat_at < now() - make_interval(secs => ${silentS})`;
  const recovered = await ctx.db.$executeRaw`
    WITH lost AS (
      UPDATE send_attempts a SET state = 'unknown', ended_at = now(), error = 'worker lost'
      FROM workers w
      WHERE a.state = 'sending' AND w.id = a.worker_id
        AND (w.stopped_at IS NOT NULL
          OR a.started_at < now() - make_interval(mins => ${forgottenAfterMinutes}::int))
      RETURNING a.batch_id
    )
    UPDATE delivery_batches b
    SET state = 'unknown', last_reason = 'worker_lost', next_attempt_at = now() + interval '3 s'
    FROM lost WHERE b.id = lost.batch_id`;
  // Claimed and found empty, but ended before saying so.
  await ctx.db.$executeRaw`
    UPDATE delivery_batches b SET state = 'ready', next_attempt_at = now()
    WHERE b.state = 'sending'
      AND NOT EXISTS (
        SELECT 1 FROM send_attempts a WHERE a.batch_id = b.id AND a.state <> 'finalized')`;
  return recovered;
}
