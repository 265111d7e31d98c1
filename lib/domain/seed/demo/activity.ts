import type { Transaction } from "@/lib/platform/database/database";
import { cutoffOf } from "../../retention/delete-rows";
import { firstDayKept } from "../../retention/months";

/** Inserts suppressed addresses, the providers' reports, replies, and logins. */
export async function insertActivity(tx: Transaction, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO suppressions (channel, address, reason, source, created_at)
    SELECT e.channel, CASE e.channel WHEN 'sms' THEN s.phone ELSE lower(s.email) END, e.reason,
      CASE e.channel WHEN 'sms' THEN 'twilio' ELSE 'postmark' END, e.day + time '13:05'
    FROM demo_ends e JOIN subscribers s ON s.id = e.subscriber_id
    WHERE e.day < ${now}::timestamptz::date AND (e.channel = 'email' OR s.phone IS NOT NULL)
    ON CONFLICT DO NOTHING`;
  // Older rows would be deleted in the first night.
  const since = firstDayKept(cutoffOf("webhookEvent", now));
  await createMonths(tx, since);
  await insertReports(tx, since);
  await insertReplies(tx, now, since);
  await insertLogins(tx, now);
  await insertNotes(tx, now);
  await tx.$executeRaw`
    INSERT INTO audit_events (at, actor, action, subject, detail)
    SELECT ends_at, CASE leaves_by WHEN 'by_us' THEN 'operator' ELSE 'subscriber:' || subscriber_id END,
      'subscription.cancel', 'subscription:' || subscription_id, jsonb_build_object('preference',
        CASE leaves_by WHEN 'at_period_end' THEN 'continue_until_expiry' ELSE 'stop_immediately' END)
    FROM demo_people WHERE leaves_by IN ('stopped', 'by_us', 'at_period_end') AND ends_at < ${now}
    ORDER BY ends_at`;
}

/** Bounces and complaints of the ledger, as Postmark reports them. */
async function insertReports(tx: Transaction, since: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO webhook_events (source, event_id, month, kind, payload, occurred_at, received_at, applied_at)
    SELECT 'postmark', 'demo-' || d.provider_message_id, date_trunc('month', d.finalized_at AT TIME ZONE 'UTC')::date,
      CASE d.provider_status WHEN 'complained' THEN 'SpamComplaint' ELSE 'Bounce' END,
      jsonb_build_object(
        'RecordType', CASE d.provider_status WHEN 'complained' THEN 'SpamComplaint' ELSE 'Bounce' END,
        'Type', CASE d.provider_status WHEN 'complained' THEN 'SpamComplaint'
          WHEN 'bounced' THEN 'HardBounce' ELSE 'SoftBounce' END,
        'Email', s.email, 'MessageID', d.provider_message_id,
        'BouncedAt', to_char(d.finalized_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'Description', CASE d.provider_status WHEN 'complained' THEN 'The subscriber marked the message as spam.'
          WHEN 'bounced' THEN 'The server was unable to deliver your message (ex: unknown user, mailbox not found).'
          ELSE 'Unable to temporarily deliver message (i.e. mailbox full, account disabled).' END,
        'Details', CASE d.provider_status WHEN 'bounced' THEN 'smtp;550 5.1.1 The email account does not exist.'
          WHEN 'soft_bounced' THEN 'smtp;452 4.2.2 The mailbox is full.' ELSE '' END),
      d.finalized_at, d.finalized_at + interval '20 seconds', d.finalized_at + interval '21 seconds'
    FROM deliveries d JOIN subscribers s ON s.id = d.subscriber_id
    WHERE d.local_date IN (SELECT date FROM demo_dates) AND d.local_date >= ${since}::date
      AND d.channel = 'email' AND d.provider_status IN ('bounced', 'soft_bounced', 'complained')`;
}

async function createMonths(tx: Transaction, since: string): Promise<void> {
  await tx.$queryRaw`
    SELECT create_month('webhook_events', month)::text
    FROM (SELECT DISTINCT date_trunc('month', date)::date AS month FROM demo_dates
      WHERE date >= ${since}::date ORDER BY 1) m`;
}

/** STOP from those who stopped, and HELP or a thank-you from a few others, as Twilio reports them. */
async function insertReplies(tx: Transaction, now: Date, since: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO webhook_events (source, event_id, month, kind, payload, occurred_at, received_at, applied_at)
    SELECT 'twilio', 'SMdemo' || p.i, date_trunc('month', r.at AT TIME ZONE 'UTC')::date, 'inbound',
      jsonb_build_object('MessageSid', 'SMdemo' || p.i, 'From', s.phone, 'Body', r.body,
        'OptOutType', r.type),
      r.at, r.at, r.at
    FROM demo_people p JOIN subscribers s ON s.id = p.subscriber_id
    LEFT JOIN demo_ends e ON e.subscriber_id = p.subscriber_id AND e.channel = 'sms'
    CROSS JOIN LATERAL (SELECT
      coalesce(e.day + time '13:05', p.joined_at + interval '9 days')::timestamptz AS at,
      CASE WHEN e.day IS NOT NULL THEN 'STOP' WHEN pg_temp.chance(p.i, 50) < 0.01 THEN 'HELP'
        ELSE 'Thanks, useful today' END AS body,
      CASE WHEN e.day IS NOT NULL THEN 'STOP' WHEN pg_temp.chance(p.i, 50) < 0.01 THEN 'HELP' END AS type) r
    WHERE s.phone IS NOT NULL AND r.at < ${now}
      AND r.at >= greatest(${since}::date, (SELECT min(date) FROM demo_dates)) AND (e.day IS NOT NULL OR pg_temp.chance(p.i, 50) < 0.03)`;
}

/** A third of all people logged in once in the last month. */
async function insertLogins(tx: Transaction, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO login_tokens (subscriber_id, token_hash, expires_at, consumed_at, created_at)
    SELECT subscriber_id, 'demo' || i, at + interval '15 minutes', at + interval '1 minute', at
    FROM (SELECT subscriber_id, i, greatest(joined_at + interval '5 minutes',
        ${now}::timestamptz - make_interval(secs => 86400 * 30 * pg_temp.chance(i, 60))) AS at
      FROM demo_people WHERE pg_temp.chance(i, 61) < 0.33) l
    WHERE at < ${now}::timestamptz - interval '1 hour'`;
  await tx.$executeRaw`
    INSERT INTO sessions (id, kind, subscriber_id, created_at, last_seen_at, expires_at)
    SELECT md5('demo session' || subscriber_id)::uuid, 'subscriber', subscriber_id, consumed_at,
      consumed_at + interval '10 minutes', consumed_at + interval '30 days'
    FROM login_tokens WHERE token_hash LIKE 'demo%'`;
}

/** Support's notes about one in fifty people. */
async function insertNotes(tx: Transaction, now: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO subscriber_notes (subscriber_id, body, author, created_at)
    SELECT subscriber_id, (ARRAY['Asked for an invoice; sent the link to Paddle.',
        'Moves between New York and London every month.', 'Called about a missing text; carrier filter.',
        'Would pay for a weekend edition.'])[1 + floor(pg_temp.chance(i, 71) * 4)::int], 'demo', at
    FROM (SELECT *, joined_at + make_interval(days => 20) AS at FROM demo_people) p
    WHERE pg_temp.chance(i, 70) < 0.02 AND at < ${now}`;
}
