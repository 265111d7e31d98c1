import { addDays, isWeekday } from "@/lib/calendar/days";
import type { Transaction } from "@/lib/platform/database/database";
import { textsOf } from "../../posts/post-views";
import { cutoffOf } from "../../retention/delete-rows";
import { firstDayKept } from "../../retention/months";
import { demoBriefing } from "./stories";

const slugLetters = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * Messages, posts, editions, and closed delivery windows of every weekday up to yesterday, except the month
 * that would be deleted in the first night.
 */
export async function insertBriefings(
  tx: Transaction,
  { today, days, now }: { today: string; days: number; now: Date },
): Promise<void> {
  const dates: string[] = [];
  const firstKept = firstDayKept(cutoffOf("delivery", now));
  const first = [addDays(today, -days), firstKept].toSorted().at(-1) ?? firstKept;
  for (let date = first; date < today; date = addDays(date, 1)) {
    if (isWeekday(date)) dates.push(date);
  }
  const briefings = dates.map((date, index) => {
    const { message, ...post } = demoBriefing(index);
    return { date, message, ...post, ...textsOf(post.content) };
  });
  await tx.$executeRaw`
    CREATE TEMP TABLE demo_dates ON COMMIT DROP AS
    SELECT b.*, row_number() OVER (ORDER BY date) AS number
    FROM jsonb_to_recordset(${JSON.stringify(briefings)}::jsonb) b (date date, message text, title text,
      content text, preview text, "plainText" text, "readTime" int)`;
  await tx.$executeRaw`
    INSERT INTO daily_messages (local_date, message, is_active, created_at)
    SELECT date, message, true, date - 1 + time '21:00'
    FROM demo_dates d
    WHERE NOT EXISTS (SELECT 1 FROM daily_messages m WHERE m.local_date = d.date AND m.is_active)`;
  await tx.$executeRaw`
    INSERT INTO posts (slug, title, local_date, content, preview, plain_text, read_time, created_at)
    SELECT substr(${slugLetters}, 1 + (number / 36)::int, 1) || substr(${slugLetters}, 1 + (number % 36)::int, 1),
      title, date, content, preview, "plainText", "readTime", date - 1 + time '20:00'
    FROM demo_dates d
    WHERE NOT EXISTS (SELECT 1 FROM posts p WHERE p.local_date = d.date AND p.deleted_at IS NULL)
    ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    INSERT INTO editions (local_date, number, daily_message_id, content_hash, sms_text, email_subject,
      email_html, email_text, created_at)
    SELECT m.local_date, 1, m.id, md5(m.message || m.local_date), m.message, split_part(m.message, E'\n', 1),
      '<p>' || m.message || '</p>', m.message, m.local_date + time '05:00'
    FROM daily_messages m JOIN demo_dates d ON d.date = m.local_date WHERE m.is_active
    ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    INSERT INTO delivery_slots (local_date, timezone, channel, edition_id, opens_at, closes_at, planned_at,
      closed_at)
    SELECT e.local_date, zone, channel, e.id, (e.local_date + time '07:45') AT TIME ZONE zone,
      (e.local_date + time '10:00') AT TIME ZONE zone, (e.local_date + time '07:45') AT TIME ZONE zone,
      (e.local_date + time '10:00') AT TIME ZONE zone
    FROM editions e JOIN demo_dates d ON d.date = e.local_date
    CROSS JOIN (SELECT DISTINCT timezone AS zone FROM demo_people) zones
    CROSS JOIN (VALUES ('email'), ('sms')) channels (channel)
    WHERE e.number = 1
    -- A running worker has closed the last days' slots, without an edition.
    ON CONFLICT (local_date, timezone, channel) DO UPDATE SET edition_id = EXCLUDED.edition_id,
      planned_at = EXCLUDED.planned_at
    WHERE delivery_slots.edition_id IS NULL`;
  await insertBatches(tx);
}

/** A batch has at most 500 people, so each zone and channel is divided into that many parts. */
async function insertBatches(tx: Transaction): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE demo_batches ON COMMIT DROP AS
    WITH parts AS (
      SELECT timezone, channel, 1 + count(*)::int / 400 AS parts FROM demo_people
      CROSS JOIN (VALUES ('email'), ('sms')) channels (channel)
      WHERE channel = 'email' OR has_texts GROUP BY 1, 2)
    SELECT s.id AS slot_id, s.local_date, parts, part, 0::bigint AS id
    FROM delivery_slots s JOIN demo_dates d ON d.date = s.local_date
    JOIN parts USING (timezone, channel) CROSS JOIN LATERAL generate_series(0, parts - 1) part`;
  await tx.$executeRaw`
    UPDATE demo_batches b SET id = n.id FROM (
      SELECT slot_id, part, nextval('delivery_batches_id_seq') AS id FROM demo_batches) n
    WHERE (n.slot_id, n.part) = (b.slot_id, b.part)`;
  await tx.$executeRaw`CREATE INDEX ON demo_batches (slot_id, part)`;
  await tx.$executeRaw`ANALYZE demo_batches`;
  await tx.$executeRaw`
    INSERT INTO delivery_batches (id, slot_id, size, state)
    SELECT id, slot_id, 1, 'done' FROM demo_batches ORDER BY id`;
}

/**
 * The ledger, a month at a time. Nearly everything is delivered; a few addresses bounce permanently or on one
 * day, and a few people complain or reply STOP and get nothing afterwards.
 *
 * @returns how many rows
 */
export async function insertDeliveries(
  tx: Transaction,
  onProgress: (done: string) => void,
): Promise<number> {
  await tx.$executeRaw`
    CREATE TEMP TABLE demo_ends ON COMMIT DROP AS
    -- The day from which an address gets nothing, and why.
    SELECT p.subscriber_id, channel, (p.joined_at + make_interval(
        days => 3 + (pg_temp.chance(p.i, 41) * 500)::int))::date AS day,
      CASE WHEN channel = 'sms' THEN 'stop'
        WHEN pg_temp.chance(p.i, 40) < 0.006 THEN 'hard_bounce' ELSE 'spam_complaint' END AS reason
    FROM demo_people p CROSS JOIN (VALUES ('email'), ('sms')) channels (channel)
    WHERE pg_temp.chance(p.i, 40) < CASE channel WHEN 'sms' THEN 0.03 ELSE 0.008 END
      AND (channel = 'email' OR p.has_texts)`;
  await tx.$executeRaw`CREATE INDEX ON demo_ends (subscriber_id, channel)`;
  await tx.$executeRaw`ANALYZE demo_ends`;
  const months = await tx.$queryRaw<{ month: string }[]>`
    SELECT DISTINCT to_char(date, 'YYYY-MM-01') AS month FROM demo_dates ORDER BY 1`;
  let total = 0;
  for (const { month } of months) {
    await tx.$executeRaw`SELECT create_month('deliveries', ${month}::date)`;
    // Week by week, because on a busy machine, a month could exceed the statement timeout.
    for (const from of [1, 8, 15, 22]) total += await insertWeek(tx, month, from);
    await sizeBatches(tx, month);
    await tx.$executeRaw`SELECT analyze_month('deliveries', ${month}::date)`;
    onProgress(`deliveries of ${month.slice(0, 7)}`);
  }
  return total;
}

/** @param from the first day of the month to insert; the last call of a month inserts the rest */
async function insertWeek(tx: Transaction, month: string, from: number): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id, state,
      reason, provider_message_id, finalized_at, provider_status)
    SELECT s.local_date, s.channel, p.subscriber_id, p.timezone, b.id, s.edition_id,
      CASE WHEN ended.day < s.local_date THEN 'excluded' WHEN luck < 0.0004 THEN 'failed'
        ELSE 'accepted' END,
      CASE WHEN ended.day < s.local_date THEN ended.reason WHEN luck < 0.0004 THEN 'rejected' END,
      CASE WHEN ended.day >= s.local_date OR ended.day IS NULL
        THEN 'demo-' || s.local_date || s.channel || p.i END,
      s.opens_at + make_interval(secs => 60 + 600 * luck),
      CASE WHEN ended.day < s.local_date OR luck < 0.0004 THEN NULL
        WHEN ended.day = s.local_date THEN
          CASE ended.reason WHEN 'hard_bounce' THEN 'bounced' WHEN 'spam_complaint' THEN 'complained'
            ELSE 'delivered' END
        WHEN luck < 0.0024 AND s.channel = 'email' THEN 'soft_bounced'
        WHEN luck < 0.0090 AND s.channel = 'sms' THEN 'undelivered'
        WHEN luck > 0.9960 THEN NULL
        ELSE 'delivered' END
    FROM delivery_slots s
    JOIN demo_people p ON p.timezone = s.timezone AND p.signed_up
      AND p.joined_at::date < s.local_date
      AND (p.ends_at + CASE WHEN p.leaves_by IN ('at_period_end', 'at_paddle') THEN interval '20 days'
        ELSE interval '0' END)::date >= s.local_date
      AND (s.channel = 'email' OR p.has_texts)
    JOIN demo_batches b ON b.slot_id = s.id AND b.part = p.i % b.parts
    LEFT JOIN demo_ends ended ON ended.subscriber_id = p.subscriber_id AND ended.channel = s.channel
    CROSS JOIN LATERAL (
      SELECT pg_temp.chance(p.i * 1000 + (s.local_date - DATE '2020-01-01'),
        CASE s.channel WHEN 'sms' THEN 43 ELSE 42 END) AS luck) l
    WHERE s.local_date >= ${month}::date + ${from - 1}::int
      AND s.local_date < CASE WHEN ${from}::int = 22 THEN (${month}::date + interval '1 month')::date
        ELSE ${month}::date + ${from + 6}::int END
      AND s.local_date IN (SELECT date FROM demo_dates)
    -- As they're planned, so that a slot's rows are next to each other.
    ORDER BY s.id, p.subscriber_id`;
}

async function sizeBatches(tx: Transaction, month: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE delivery_batches b SET size = d.size FROM (
      SELECT batch_id, count(*)::int AS size FROM deliveries
      WHERE local_date >= ${month}::date AND local_date < (${month}::date + interval '1 month')::date
      GROUP BY 1) d
    WHERE b.id = d.batch_id`;
  await tx.$executeRaw`
    DELETE FROM delivery_batches b USING demo_batches p
    WHERE b.id = p.id AND p.local_date >= ${month}::date
      AND p.local_date < (${month}::date + interval '1 month')::date
      AND NOT EXISTS (
        SELECT 1 FROM deliveries d WHERE d.local_date = p.local_date AND d.batch_id = p.id)`;
}
