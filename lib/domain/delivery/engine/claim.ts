import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../../context";
import type { PreparedEdition } from "../content/edition-email";
import { inMonthOf } from "../ledger/ledger-month";
import type { ProviderState, RateLimitedProvider } from "./provider-rate-limit";

/** Where to send one ledger row, and when the account was created (milliseconds since 1970). */
export type Recipient = { subscriberId: number; address: string; createdAtMs: number };

/** A batch with its slot and edition. */
export type BatchSlot = {
  batchId: bigint;
  slotId: number;
  localDate: string;
  timezone: string;
  channel: Channel;
  editionId: number;
};

/** What a worker may send of a batch. */
export type ClaimedRows = {
  recipients: Recipient[];
  /**
   * Why some rows stay pending; null when none do. `same_address`: their address may already be getting the
   * briefing. `held_back`: another transaction is changing them, or the claim was limited.
   */
  waitingFor: "same_address" | "held_back" | null;
};

/** How fast texts can be sent. */
export type TextPace = {
  /** From the start of one call to the start of the next, in a batch (real time). */
  intervalMs: number;
  /** The most calls of this process within any second. */
  perSecond: number;
};

/** A claimed batch: everything needed to send it and record the results. */
export type Claim = ClaimedRows & {
  batch: BatchSlot & {
    /** How many attempts failed before. */
    failures: number;
    /** When rows of it were first refused, perhaps because of our account. */
    refusedAt: Date | null;
  };
  attemptId: string;
  provider: RateLimitedProvider;
  /** How the provider's last calls before the claim went. */
  before: ProviderState;
  edition: PreparedEdition;
  isTracked: boolean;
  pace: TextPace;
  /** Whether only some of the rows were to be claimed. */
  isLimited: boolean;
};

/** How long rows that a claim couldn't take wait (real time). */
export const waitingRowsMs = 3_000;

/**
 * Claims a batch in one statement, before any call: locks it and its pending rows, drops the rows that must
 * not be sent now, and writes the attempt. It never waits for a lock on them: after a wait, the statement
 * would still use its old snapshot, and send to people who have stopped or been sent to in the meantime. A
 * batch with nothing to send now gets no attempt, and is done unless rows are waiting.
 *
 * - Excluded, with the reason: deleted accounts, ended subscriptions, channels turned off,
 *   suppressed addresses, and addresses that got the date's briefing through another account. While
 *   that isn't certain yet, the row waits (docs/decisions/009-one-text-per-phone-number.md).
 * - Subscribers who moved to a zone whose slot hasn't opened yet lose their row and get a new one when it
 *   opens: one briefing per date, at their new local time. Not if the outcome of a call of the batch was
 *   unknown once: if a report comes after all, their row has to be there.
 *
 * The lookups with LIMIT use the index for each row whatever the statistics say, so a batch costs the same
 * with ten thousand subscribers as with a million. Dropped rows are found through an array, which is usually
 * empty: PostgreSQL expects one row in a batch, and would compare every row with every other.
 *
 * @param options.unopenedZones zones whose slot for this date and channel hasn't opened yet
 * @param options.limit how many rows to claim at most, a different choice each time; null means all
 * @param attempt.mark the worker's last mark
 * @returns null when another worker has the batch, another transaction is changing it, or the database was
 *   restored and isn't complete yet
 */
export async function claimBatch(
  ctx: Context,
  batch: BatchSlot,
  attempt: { id: string; workerId: string; mark: number },
  { unopenedZones, limit = null }: { unopenedZones: readonly string[]; limit?: number | null },
): Promise<ClaimedRows | null> {
  const now = ctx.clock.now();
  const isSms = batch.channel === "sms";
  const sameAddress = isSms ? "same_number" : "same_email";
  const rows = await ctx.db.$queryRaw<
    {
      subscriber_id: number | null;
      address: string | null;
      created_at_ms: number | null;
      waiting_for: ClaimedRows["waitingFor"];
    }[]
  >`
    WITH batch AS (
      -- A restored database may not know what people have changed since, so it excludes nobody.
      SELECT id, EXISTS (SELECT 1 FROM send_attempts WHERE batch_id = ${batch.batchId}
          AND local_date = ${batch.localDate}::date AND lookup_count > 0) AS was_unknown
      FROM delivery_batches
      WHERE EXISTS (SELECT 1 FROM workers
          WHERE id = ${attempt.workerId}::uuid AND mark >= ${attempt.mark})
        AND NOT EXISTS (SELECT 1 FROM restores WHERE released_at IS NULL)
        AND id = ${batch.batchId} AND state = 'ready'
      FOR NO KEY UPDATE SKIP LOCKED
    ), candidate AS MATERIALIZED (
      SELECT d.subscriber_id, a.address, a.hash, s.created_at,
        CASE
          WHEN s.id IS NULL THEN 'account_deleted'
          WHEN z.timezone <> d.timezone AND z.timezone = ANY(${unopenedZones}::text[])
            AND NOT batch.was_unknown THEN 'moved'
          WHEN NOT coalesce((
            SELECT true FROM subscriptions x
            WHERE x.subscriber_id = s.id AND is_entitled(x, ${now}) LIMIT 1), false)
            THEN 'not_entitled'
          WHEN NOT (CASE WHEN ${isSms} THEN s.sms_enabled ELSE s.email_enabled END)
            THEN 'channel_off'
          WHEN d.local_date BETWEEN s.paused_from AND s.paused_until THEN 'paused'
          ELSE p.reason
        END AS exclusion
      FROM batch
      JOIN deliveries d ON d.batch_id = ${batch.batchId} AND ${inMonthOf(batch.localDate)}
        AND d.state = 'pending'
      LEFT JOIN LATERAL (SELECT * FROM subscribers WHERE id = d.subscriber_id LIMIT 1) s ON true
      LEFT JOIN LATERAL (
        SELECT CASE WHEN s.holdover_date = d.local_date THEN s.holdover_timezone ELSE s.timezone END
          AS timezone) z ON true
      LEFT JOIN LATERAL (
        SELECT own.address,
          CASE WHEN ${isSms} OR EXISTS (
            SELECT 1 FROM address_reservations
            WHERE local_date = ${batch.localDate}::date AND channel = 'email')
            THEN address_hash(own.address) END AS hash
        FROM (SELECT CASE WHEN ${isSms} THEN s.phone ELSE s.email END AS address) own) a ON true
      LEFT JOIN LATERAL (
        SELECT reason FROM suppressions
        WHERE channel = ${batch.channel} AND address = lower(a.address)
        LIMIT 1) p ON true
      ORDER BY CASE WHEN ${limit}::int IS NOT NULL THEN md5(${attempt.id} || d.subscriber_id) END
      LIMIT ${limit}::int
      FOR UPDATE OF d SKIP LOCKED
    ), reserved AS (
      -- Waits for a claim in progress that wants the same number, and returns who has it afterwards. A row of
      -- this batch isn't being sent, and an excluded or missed row never will be, unless it was planned
      -- again, and claimed, while this statement waited for that claim. Each claim changes xmin.
      INSERT INTO address_reservations AS r (local_date, channel, address_hash, subscriber_id)
      SELECT DISTINCT ON (hash) ${batch.localDate}::date, 'sms', hash, subscriber_id
      FROM candidate WHERE ${isSms} AND exclusion IS NULL
      ORDER BY hash, subscriber_id
      ON CONFLICT (local_date, channel, address_hash) DO UPDATE SET subscriber_id = CASE
        WHEN (SELECT c.exclusion IS NOT NULL OR c.hash <> r.address_hash
            FROM candidate c WHERE c.subscriber_id = r.subscriber_id)
          OR (SELECT d.state IN ('excluded', 'missed') FROM deliveries d
            WHERE d.local_date = ${batch.localDate}::date AND d.channel = r.channel
              AND d.subscriber_id = r.subscriber_id)
            AND r.xmin = (SELECT seen.xmin FROM address_reservations seen
              WHERE seen.local_date = r.local_date AND seen.channel = r.channel
                AND seen.address_hash = r.address_hash)
        THEN excluded.subscriber_id ELSE r.subscriber_id END
      RETURNING address_hash, subscriber_id
    ), released AS (
      DELETE FROM address_reservations r USING (
        SELECT c.subscriber_id, own.address_hash
        FROM (SELECT * FROM candidate WHERE hash IS NOT NULL) c CROSS JOIN LATERAL (
          SELECT address_hash FROM address_reservations
          WHERE subscriber_id = c.subscriber_id AND local_date = ${batch.localDate}::date
            AND channel = ${batch.channel}
          LIMIT 10) own
        WHERE c.exclusion IS NOT NULL OR c.hash <> own.address_hash) former
      WHERE r.local_date = ${batch.localDate}::date AND r.channel = ${batch.channel}
        AND r.address_hash = former.address_hash AND r.subscriber_id = former.subscriber_id
        AND NOT (${isSms} AND EXISTS (
          SELECT 1 FROM candidate c WHERE c.exclusion IS NULL AND c.hash = r.address_hash))
    ), holder AS MATERIALIZED (
      SELECT address_hash, subscriber_id FROM reserved
      UNION ALL
      SELECT address_hash, subscriber_id FROM address_reservations
      WHERE NOT ${isSms} AND local_date = ${batch.localDate}::date AND channel = 'email'
    ), outcome AS MATERIALIZED (
      SELECT c.subscriber_id, c.address, c.created_at,
        CASE
          WHEN c.exclusion IS NOT NULL THEN c.exclusion
          WHEN h.subscriber_id IS NULL OR h.subscriber_id = c.subscriber_id THEN NULL
          WHEN o.state IN ('accepted', 'failed') THEN ${sameAddress}
          WHEN NOT ${isSms} AND o.state IN ('excluded', 'missed') THEN NULL
          ELSE 'waits'
        END AS exclusion
      FROM candidate c
      LEFT JOIN holder h ON h.address_hash = c.hash
      LEFT JOIN LATERAL (
        SELECT state FROM deliveries
        WHERE h.subscriber_id IS NOT NULL AND local_date = ${batch.localDate}::date AND channel = ${batch.channel}
          AND subscriber_id = h.subscriber_id LIMIT 1) o ON true
    ), moved AS (
      DELETE FROM deliveries d
      WHERE d.batch_id = ${batch.batchId} AND ${inMonthOf(batch.localDate)}
        AND d.subscriber_id = ANY(ARRAY(
          SELECT subscriber_id FROM outcome WHERE exclusion = 'moved'))
    ), replanned AS (
      -- Their new slot may have opened, and been planned, just before.
      INSERT INTO subscriber_changes (subscriber_id)
      SELECT subscriber_id FROM outcome WHERE exclusion = 'moved'
    ), left_out AS (
      UPDATE deliveries d SET state = 'excluded', finalized_at = ${now},
        reason = (SELECT exclusion FROM outcome WHERE subscriber_id = d.subscriber_id)
      WHERE d.batch_id = ${batch.batchId} AND ${inMonthOf(batch.localDate)}
        AND d.subscriber_id = ANY(ARRAY(
          SELECT subscriber_id FROM outcome WHERE exclusion NOT IN ('moved', 'waits')))
    ), attempt AS (
      INSERT INTO send_attempts (id, local_date, batch_id, worker_id, sent_after, recipients)
      SELECT ${attempt.id}::uuid, ${batch.localDate}::date, batch.id, ${attempt.workerId}::uuid, ${now},
        CASE WHEN ${isSms || limit !== null} THEN (
          SELECT jsonb_object_agg(subscriber_id, address) FROM outcome WHERE exclusion IS NULL
        ) END
      FROM batch WHERE EXISTS (SELECT 1 FROM outcome WHERE exclusion IS NULL)
      RETURNING batch_id
    ), rest AS MATERIALIZED (
      SELECT CASE
        WHEN EXISTS (SELECT 1 FROM outcome WHERE exclusion = 'waits') THEN 'same_address'
        WHEN (SELECT count(*) FROM candidate) <> (
          SELECT count(*) FROM deliveries d
          WHERE d.batch_id = ${batch.batchId} AND ${inMonthOf(batch.localDate)}
            AND d.state = 'pending') THEN 'held_back'
      END AS waiting_for
    ), claimed AS (
      UPDATE delivery_batches b
      SET (state, last_reason, next_attempt_at) = (
        SELECT CASE WHEN attempt.batch_id IS NOT NULL THEN 'sending'
            WHEN rest.waiting_for IS NULL THEN 'done' ELSE 'ready' END,
          CASE WHEN attempt.batch_id IS NOT NULL THEN b.last_reason
            ELSE coalesce(rest.waiting_for, b.last_reason) END,
          now() + make_interval(secs => ${waitingRowsMs / 1_000})
        FROM rest LEFT JOIN attempt ON true)
      FROM batch WHERE b.id = batch.id
    )
    SELECT o.subscriber_id, o.address,
      (extract(epoch FROM o.created_at) * 1000)::float8 AS created_at_ms, rest.waiting_for
    FROM batch CROSS JOIN rest LEFT JOIN outcome o ON o.exclusion IS NULL`;
  if (rows.length === 0) return null;
  const recipients = rows.flatMap((row) =>
    row.subscriber_id === null || row.address === null || row.created_at_ms === null
      ? []
      : [
          {
            subscriberId: row.subscriber_id,
            address: row.address,
            createdAtMs: row.created_at_ms,
          },
        ],
  );
  return { recipients, waitingFor: rows[0]?.waiting_for ?? null };
}

/**
 * Takes back a claim that may or may not have been committed, and whose calls were never made. Once this has
 * returned, the claim can't be committed later either, because its ID is taken. If other workers have taken
 * it over, they resolve it.
 */
export async function cancelClaim(
  ctx: Context,
  batch: BatchSlot,
  attempt: { id: string; workerId: string },
): Promise<void> {
  await ctx.db.$executeRaw`
    WITH cancelled AS (
      INSERT INTO send_attempts
        (id, local_date, batch_id, worker_id, sent_after, state, ended_at, error)
      VALUES (${attempt.id}::uuid, ${batch.localDate}::date, ${batch.batchId},
        ${attempt.workerId}::uuid, ${ctx.clock.now()}, 'finalized', now(), 'claim not committed')
      ON CONFLICT (id, local_date) DO UPDATE
        SET state = excluded.state, ended_at = excluded.ended_at, error = 'claim not confirmed'
        WHERE send_attempts.state = 'sending'
      RETURNING batch_id, error = 'claim not confirmed' AS was_committed
    )
    UPDATE delivery_batches b SET state = 'ready', next_attempt_at = now()
    FROM cancelled WHERE b.id = cancelled.batch_id AND cancelled.was_committed`;
}
