import type { Channel } from "@/lib/contracts/primitives";
import { Prisma, type Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { MailVisit } from "../../ports/provider-reports";
import { parseDeliveryId } from "../ledger/delivery-id";

/**
 * The order of statuses. Reports arrive in any order, and a report never moves a delivery back, nor
 * from one final status of a text to another.
 */
const ranks = {
  queued: 1,
  sending: 2,
  deferred: 2,
  sent: 3,
  delivered: 4,
  undelivered: 4,
  failed: 4,
  soft_bounced: 5,
  bounced: 6,
  complained: 7,
} as const;

/** What a provider reported about a delivery after accepting it. */
export type ProviderStatus = keyof typeof ranks;

/** Whether a text is the name of a status. */
export function isProviderStatus(text: string): text is ProviderStatus {
  return Object.hasOwn(ranks, text);
}

/** A provider's report about one delivery. */
export type DeliveryReport = {
  /** As `formatDeliveryId` wrote it; null, or something else, when it isn't about a briefing. */
  deliveryId: string | null;
  /** Null when the report is about an address. */
  providerMessageId: string | null;
  status: ProviderStatus;
  /** The provider's own, for a failure: Twilio's ErrorCode, Postmark's type of bounce. */
  code?: string | null | undefined;
  /** Removed once it's counted. */
  visit?: MailVisit | undefined;
};

/** Reports about the ledger rows of one date and channel: at most one per subscriber. */
export type ReportGroup = {
  localDate: string;
  channel: Channel;
  bySubscriber: Map<
    number,
    { status: ProviderStatus; code: string | null; providerMessageId: string | null }
  >;
};

/**
 * Combines reports in the order of their arrival, as if each had been recorded on its own. Those that
 * aren't about a briefing are left out.
 */
export function groupReports(reports: readonly DeliveryReport[]): ReportGroup[] {
  const groups = new Map<string, ReportGroup>();
  for (const { deliveryId, providerMessageId, status, code = null } of reports) {
    const key = parseDeliveryId(deliveryId ?? "");
    if (!key) continue;
    const { localDate, channel, subscriberId } = key;
    const name = `${localDate} ${channel}`;
    const group: ReportGroup = groups.get(name) ?? { localDate, channel, bySubscriber: new Map() };
    groups.set(name, group);
    const known = group.bySubscriber.get(subscriberId);
    const isNews = !known || ranks[status] > ranks[known.status];
    group.bySubscriber.set(subscriberId, {
      ...(isNews ? { status, code } : { status: known.status, code: known.code }),
      providerMessageId: known?.providerMessageId ?? providerMessageId,
    });
  }
  return [...groups.values()];
}

/**
 * Records reports in their ledger rows, in one statement. A provider reports only on what it has
 * accepted, so a row whose outcome was still unknown, or was given up on, is now known and never sent
 * again. If an email counted as not sent, the outcome of its whole call is unknown again. If the provider's
 * search had been asked about a message and lacked it, it was wrong, and the outcomes of the date's other calls
 * that it was asked about, and that count as not sent, are unknown again. A report that no call explains puts
 * everyone on hold again, if the database was restored within a day, unless an operator has resumed sending.
 *
 * @param onLocked whether to wait for a row that someone else is writing to, or to leave it out, so
 *   that a large set neither waits nor can be part of a deadlock
 * @returns the subscribers whose rows were left out
 */
export async function recordReports(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  { localDate, channel, bySubscriber }: ReportGroup,
  onLocked: "wait" | "skip",
): Promise<number[]> {
  const subscriberIds = [...bySubscriber.keys()];
  const reports = [...bySubscriber.values()];
  const statuses = reports.map(({ status }) => status);
  const reportRanks = statuses.map((status) => ranks[status]);
  const codes = reports.map(({ code }) => code);
  const messageIds = reports.map(({ providerMessageId }) => providerMessageId);
  const lock = onLocked === "skip" ? Prisma.sql`FOR UPDATE SKIP LOCKED` : Prisma.sql`FOR UPDATE`;
  const rows = Prisma.sql`
    d.local_date = ${localDate}::date AND d.channel = ${channel}
    AND d.subscriber_id = ANY(${subscriberIds}::int[])`;
  const left = await tx.$queryRaw<{ id: number }[]>`
    WITH report AS (
      SELECT * FROM unnest(
        ${subscriberIds}::int[], ${statuses}::text[], ${reportRanks}::int[], ${codes}::text[],
        ${messageIds}::text[]
      ) AS r (subscriber_id, status, rank, code, message_id)
    ), known AS MATERIALIZED (
      SELECT d.subscriber_id, d.state IN ('pending', 'missed') AS is_open,
        coalesce((${JSON.stringify(ranks)}::jsonb ->> d.provider_status)::int, 0) AS rank
      FROM deliveries d WHERE ${rows} ${lock}
    ), news AS (
      SELECT subscriber_id, message_id, code,
        CASE WHEN report.rank > known.rank THEN status END AS status,
        is_open AND message_id IS NOT NULL AS is_found
      FROM report JOIN known USING (subscriber_id)
    ), written AS (
      UPDATE deliveries d SET
        provider_status = coalesce(news.status, d.provider_status),
        provider_code = CASE WHEN news.status IS NULL THEN d.provider_code ELSE news.code END,
        state = CASE WHEN is_found THEN 'accepted' ELSE d.state END,
        reason = CASE WHEN is_found THEN NULL ELSE d.reason END,
        provider_message_id = CASE WHEN is_found THEN message_id ELSE d.provider_message_id END,
        finalized_at = CASE WHEN is_found THEN ${ctx.clock.now()} ELSE d.finalized_at END
      FROM news
      WHERE ${rows} AND d.subscriber_id = news.subscriber_id
        AND (news.status IS NOT NULL OR is_found)
      RETURNING d.subscriber_id, d.batch_id, is_found
    ), found AS MATERIALIZED (
      SELECT batch_id, array_agg(subscriber_id::text) AS ids,
        EXISTS (SELECT 1 FROM send_attempts a WHERE a.batch_id = written.batch_id
          AND a.local_date = ${localDate}::date AND a.lookup_count > 0) AS is_contradiction,
        NOT EXISTS (SELECT 1 FROM send_attempts a WHERE a.batch_id = written.batch_id
          AND a.local_date = ${localDate}::date
          AND (a.lookup_count > 0 OR a.state <> 'finalized')) AS is_unexplained
      FROM written WHERE is_found GROUP BY batch_id
    ), batch AS (
      -- Not while a claim has it: then the others are being sent.
      SELECT id FROM delivery_batches
      WHERE EXISTS (SELECT 1 FROM found) AND state = 'ready'
        AND (id IN (SELECT batch_id FROM found) OR slot_id IN (
          SELECT id FROM delivery_slots
          WHERE local_date = ${localDate}::date AND channel = ${channel}
            AND EXISTS (SELECT 1 FROM found WHERE is_contradiction)))
      FOR NO KEY UPDATE SKIP LOCKED
    ), doubted AS (
      UPDATE send_attempts SET state = 'unknown'
      FROM batch CROSS JOIN LATERAL (
        SELECT a.id FROM send_attempts a LEFT JOIN found ON found.batch_id = a.batch_id
        WHERE a.batch_id = batch.id AND a.local_date = ${localDate}::date
          AND CASE WHEN ${channel} = 'email' AND found.batch_id IS NOT NULL
            THEN a.recipients IS NULL OR a.recipients ?| found.ids
            ELSE a.lookup_count > 0 END
        -- Not a later call of one email, as a probe is.
        ORDER BY a.recipients IS NULL DESC, a.lookup_count DESC, a.started_at DESC LIMIT 1) call
      WHERE send_attempts.id = call.id AND local_date = ${localDate}::date
      RETURNING batch_id
    ), reopened AS (
      UPDATE delivery_batches SET state = 'unknown', next_attempt_at = now()
      WHERE id IN (SELECT batch_id FROM doubted)
    ), on_hold AS (
      -- No call that we know of can have sent it: its record was lost, and the hold ended too early.
      UPDATE restores SET released_at = NULL, next_attempt_at = now()
      WHERE EXISTS (SELECT 1 FROM found WHERE is_unexplained)
        AND id = (SELECT max(id) FROM restores) AND confirmed_at IS NOT NULL
        AND released_at > now() - interval '1 day'
        AND NOT EXISTS (SELECT 1 FROM audit_events
          WHERE subject = 'restore:' || restores.id AND action = 'briefings.resumed')
    )
    SELECT d.subscriber_id AS id FROM deliveries d WHERE ${rows}
    EXCEPT SELECT subscriber_id FROM known`;
  return left.map(({ id }) => id);
}

/** Records one report, once nobody else is writing to its row. */
export async function recordReport(
  ctx: Context,
  tx: Transaction,
  report: DeliveryReport,
): Promise<void> {
  for (const group of groupReports([report])) await recordReports(ctx, tx, group, "wait");
}
