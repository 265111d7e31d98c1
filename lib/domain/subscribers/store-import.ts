import type { Transaction } from "@/lib/platform/database/database";
import type { ImportRow } from "./import-row";

/** What a set of lines changed. */
export type StoredBatch = {
  added: number;
  updated: number;
  /** Lines that said what stood there already. */
  unchanged: number;
  /** Lines whose status was left alone, because Paddle says what it is. */
  statusKept: number;
};

type Change = { id: number; isNew: boolean };

/**
 * Writes up to some thousands of lines as one set. Addresses are one subscriber whatever their
 * case, and the spelling on record stays. No address may stand twice among the rows.
 */
export async function storeImport(
  tx: Transaction,
  rows: readonly ImportRow[],
  now: Date,
): Promise<StoredBatch> {
  const json = JSON.stringify(rows);
  const subscribers = await upsertSubscribers(tx, json, now);
  const added = new Set(subscribers.filter((row) => row.isNew).map((row) => row.id));
  const updated = new Set(subscribers.filter((row) => !row.isNew).map((row) => row.id));
  for (const { id } of await writeSubscriptions(tx, json, now)) {
    if (!added.has(id)) updated.add(id);
  }
  return {
    added: added.size,
    updated: updated.size,
    unchanged: rows.length - added.size - updated.size,
    statusKept: await countKeptStatuses(tx, json),
  };
}

function upsertSubscribers(tx: Transaction, json: string, now: Date): Promise<Change[]> {
  return tx.$queryRaw<Change[]>`
    INSERT INTO subscribers
      (email, name, phone, timezone, email_enabled, sms_enabled, sms_consent_at, created_at)
    SELECT email, name, phone, timezone, "emailEnabled", "smsEnabled", "smsConsentAt", ${now}
      FROM json_to_recordset(${json}::json) AS input(
        email text, name text, phone text, timezone text,
        "emailEnabled" boolean, "smsEnabled" boolean, "smsConsentAt" timestamptz)
    ON CONFLICT (lower(email)) DO UPDATE SET
      name = EXCLUDED.name, phone = EXCLUDED.phone, timezone = EXCLUDED.timezone,
      email_enabled = EXCLUDED.email_enabled, sms_enabled = EXCLUDED.sms_enabled,
      sms_consent_at = EXCLUDED.sms_consent_at, updated_at = ${now}
    WHERE (subscribers.name, subscribers.phone, subscribers.timezone, subscribers.email_enabled,
           subscribers.sms_enabled, subscribers.sms_consent_at)
      IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.phone, EXCLUDED.timezone, EXCLUDED.email_enabled,
           EXCLUDED.sms_enabled, EXCLUDED.sms_consent_at)
    RETURNING id, xmax = 0 AS "isNew"`;
}

// A cancelled line carries no date until which it was paid, so nobody is served by it.
function writeSubscriptions(tx: Transaction, json: string, now: Date): Promise<{ id: number }[]> {
  return tx.$queryRaw<{ id: number }[]>`
    WITH target AS (
      SELECT s.id AS subscriber_id, input.status, mine.id AS subscription_id
        FROM json_to_recordset(${json}::json) AS input(email text, status text)
        JOIN subscribers s ON lower(s.email) = lower(input.email)
        LEFT JOIN LATERAL (
          SELECT id FROM subscriptions WHERE subscriber_id = s.id ORDER BY id DESC LIMIT 1) mine ON true
       WHERE input.status IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM subscriptions p
                          WHERE p.subscriber_id = s.id AND p.paddle_subscription_id IS NOT NULL)
    ), updated AS (
      UPDATE subscriptions SET
        status = target.status, cancel_at = NULL, access_ends_at = NULL, stopped_at = NULL,
        canceled_at = CASE WHEN target.status = 'canceled' THEN ${now}::timestamptz END,
        updated_at = ${now}
      FROM target
      WHERE subscriptions.id = target.subscription_id AND subscriptions.status <> target.status
      RETURNING subscriptions.subscriber_id
    ), added AS (
      INSERT INTO subscriptions (subscriber_id, status, canceled_at, created_at)
      SELECT subscriber_id, status, CASE WHEN status = 'canceled' THEN ${now}::timestamptz END, ${now}
        FROM target WHERE subscription_id IS NULL
      RETURNING subscriber_id
    )
    SELECT subscriber_id AS id FROM updated UNION ALL SELECT subscriber_id FROM added`;
}

async function countKeptStatuses(tx: Transaction, json: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM json_to_recordset(${json}::json) AS input(email text, status text)
      JOIN subscribers s ON lower(s.email) = lower(input.email)
      JOIN LATERAL (
        SELECT status FROM subscriptions
         WHERE subscriber_id = s.id AND paddle_subscription_id IS NOT NULL
         ORDER BY id DESC LIMIT 1) paddle ON paddle.status <> input.status`;
  return row?.count ?? 0;
}
