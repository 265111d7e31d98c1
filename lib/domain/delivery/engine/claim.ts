import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../../context";

/** Where to send one ledger row. */
export type Recipient = { subscriberId: number; address: string };

/** A batch with its slot and edition. */
export type BatchSlot = {
  batchId: bigint;
  slotId: number;
  localDate: string;
  timezone: string;
  channel: Channel;
  editionId: number;
};

/**
 * Claims a batch in one statement, before any call: locks it, drops the rows that must not be sent
 * now, and writes the attempt.
 *
 * - Excluded, with the reason: deleted accounts, ended subscriptions, channels turned off,
 *   suppressed addresses, and phone numbers that get this text through another account.
 * - Subscribers who moved to a zone whose slot hasn't opened yet lose their row and get a new one
 *   when it opens: one briefing per date, on their new local time.
 *
 * The lookups with LIMIT use the index for each row whatever the statistics say, so a batch costs
 * the same among ten thousand subscribers as among a million.
 *
 * @param unopenedZones zones whose slot for this date and channel hasn't opened yet
 * @returns the recipients, or null when another worker has the batch
 */
export async function claimBatch(
  ctx: Context,
  batch: BatchSlot,
  attempt: { id: string; workerId: string },
  unopenedZones: readonly string[],
): Promise<Recipient[] | null> {
  const now = ctx.clock.now();
  const isSms = batch.channel === "sms";
  const rows = await ctx.db.$queryRaw<{ subscriber_id: number | null; address: string | null }[]>`
    WITH batch AS (
      UPDATE delivery_batches SET state = 'sending'
      WHERE id = ${batch.batchId} AND state = 'ready'
      RETURNING id
    ), candidate AS MATERIALIZED (
      SELECT d.subscriber_id,
        CASE WHEN ${isSms} THEN s.phone ELSE s.email END AS address,
        CASE
          WHEN s.id IS NULL THEN 'account_deleted'
          WHEN z.timezone <> d.timezone AND z.timezone = ANY(${unopenedZones}::text[]) THEN 'moved'
          WHEN NOT coalesce((
            SELECT true FROM subscriptions x
            WHERE x.subscriber_id = s.id AND is_entitled(x, ${now}) LIMIT 1), false)
            THEN 'not_entitled'
          WHEN NOT (CASE WHEN ${isSms} THEN s.sms_enabled ELSE s.email_enabled END)
            THEN 'channel_off'
          WHEN p.reason IS NOT NULL THEN p.reason
          WHEN ${isSms} AND (
            SELECT true FROM subscribers o JOIN deliveries od
              ON od.local_date = d.local_date AND od.channel = 'sms' AND od.subscriber_id = o.id
            WHERE o.phone = s.phone AND o.id <> s.id
              AND (od.state = 'accepted' OR (od.state = 'pending' AND o.id < s.id))
            LIMIT 1) THEN 'same_number'
        END AS exclusion
      FROM batch
      JOIN deliveries d ON d.batch_id = ${batch.batchId} AND d.state = 'pending'
      LEFT JOIN LATERAL (SELECT * FROM subscribers WHERE id = d.subscriber_id LIMIT 1) s ON true
      LEFT JOIN LATERAL (
        SELECT CASE WHEN s.holdover_date = d.local_date THEN s.holdover_timezone ELSE s.timezone END
          AS timezone) z ON true
      LEFT JOIN LATERAL (
        SELECT reason FROM suppressions
        WHERE channel = ${batch.channel}
          AND address = CASE WHEN ${isSms} THEN s.phone ELSE lower(s.email) END
        LIMIT 1) p ON true
    ), dropped AS MATERIALIZED (
      SELECT subscriber_id, exclusion FROM candidate WHERE exclusion IS NOT NULL
    ), moved AS (
      DELETE FROM deliveries d USING dropped
      WHERE dropped.exclusion = 'moved' AND d.batch_id = ${batch.batchId}
        AND d.subscriber_id = dropped.subscriber_id
    ), replanned AS (
      -- Their new slot may have opened, and been planned, just before.
      INSERT INTO subscriber_changes (subscriber_id)
      SELECT subscriber_id FROM dropped WHERE exclusion = 'moved'
    ), excluded AS (
      UPDATE deliveries d SET state = 'excluded', reason = dropped.exclusion, finalized_at = ${now}
      FROM dropped
      WHERE dropped.exclusion <> 'moved' AND d.batch_id = ${batch.batchId}
        AND d.subscriber_id = dropped.subscriber_id
    ), attempt AS (
      INSERT INTO send_attempts (id, batch_id, worker_id, sent_after, recipients)
      SELECT ${attempt.id}::uuid, batch.id, ${attempt.workerId}::uuid, ${now},
        CASE WHEN ${isSms} THEN (
          SELECT jsonb_object_agg(subscriber_id, address) FROM candidate WHERE exclusion IS NULL
        ) END
      FROM batch WHERE EXISTS (SELECT 1 FROM candidate WHERE exclusion IS NULL)
    )
    SELECT c.subscriber_id, c.address
    FROM batch LEFT JOIN candidate c ON c.exclusion IS NULL`;
  if (rows.length === 0) return null;
  return rows.flatMap((row) =>
    row.subscriber_id === null || row.address === null
      ? []
      : [{ subscriberId: row.subscriber_id, address: row.address }],
  );
}

/**
 * Takes back a claim that may or may not have been committed, and whose calls were never made. Once
 * this has returned, the claim can't be committed later either, because its ID is taken.
 */
export async function cancelClaim(
  ctx: Context,
  batchId: bigint,
  attempt: { id: string; workerId: string },
): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO send_attempts (id, batch_id, worker_id, sent_after, state, ended_at, error)
    VALUES (${attempt.id}::uuid, ${batchId}, ${attempt.workerId}::uuid, ${ctx.clock.now()},
      'finalized', now(), 'claim not confirmed')
    ON CONFLICT (id) DO UPDATE
      SET state = excluded.state, ended_at = excluded.ended_at, error = excluded.error`;
}

/** Marks a claimed batch that has nothing to send as done. */
export async function finishEmptyBatch(ctx: Context, batchId: bigint): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE delivery_batches b SET state = 'done'
    WHERE b.id = ${batchId} AND b.state = 'sending'
      AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.batch_id = b.id AND d.state = 'pending')`;
}
