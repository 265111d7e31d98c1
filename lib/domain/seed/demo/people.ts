import { smsConsentWording, termsWording } from "@/lib/messages/onboarding";
import type { Transaction } from "@/lib/platform/database/database";
import { readPhoneNumber } from "../../contact/phone-numbers";

const firstNames =
  "Amara Daniel Priya Thomas Grace Luis Hannah Marcus Emily Robert Sofia James Wei Olivia Noah Isabel Samuel Claire Kenji Maya Victor Leah Adrian Nina Oliver Charlotte Rohan Fiona George Beatrice Theo Rosa Ola Elena Dana Hugo Mira Omar Ruth Ivan";
const lastNames =
  "Osei Brandt Raman Keller Whitfield Ortega Stein Bell Novak Castillo Lindgren Grant Petersen Duarte Adeyemi Fontaine Watanabe Cohen Nguyen Morrison Popescu Hughes Reid Mehta Campbell Asante Wolfe Lindqvist Klein Marchetti Li Berg Okafor Silva Haddad Moreau Tanaka Ford Weiss Costa";

/** Every area code of the US. In each, lines 0100 to 0199 of the exchange 555 are reserved for fiction. */
function listAreaCodes(): number[] {
  const codes = Array.from({ length: 799 }, (_, index) => 201 + index);
  return codes.filter((code) => {
    const number = readPhoneNumber(`+1${code}5550100`);
    return number?.isValid && number.refusal === null && number.countries[0] === "US";
  });
}

/**
 * Everyone's history, in a temporary table that the other parts read. Growth is slow at first; few start on a
 * weekend; a third never pays; monthly plans end sooner than annual ones; some people change to the other
 * plan, from annual plans at the end of the year.
 */
export async function insertPeople(
  tx: Transaction,
  { count, now }: { count: number; now: Date },
): Promise<void> {
  const areaCodes = listAreaCodes();
  await tx.$executeRaw`
    CREATE TEMP TABLE demo_people ON COMMIT DROP AS
    WITH drawn AS (
      SELECT i, pg_temp.chance(i, 1) AS luck,
        ${now}::timestamptz - interval '1 hour'
          - make_interval(secs => 86400 * 730 * pow(pg_temp.chance(i, 2), 1.25)) AS raw
      FROM generate_series(1, ${count}::bigint) i),
    joined AS (
      -- Two of three who would have come on a weekend come on Monday to Thursday before it.
      SELECT i, luck, CASE WHEN extract(isodow FROM raw) > 5 AND pg_temp.chance(i, 3) < 0.67
        THEN raw - make_interval(days => 2 + (pg_temp.chance(i, 4) * 3)::int) ELSE raw END AS joined_at
      FROM drawn),
    lives AS (
      SELECT i, joined_at, joined_at + interval '7 days' AS pays_at,
        CASE WHEN luck < 0.40 THEN 'left_trial' WHEN luck < 0.43 THEN 'never_charged' ELSE 'paid' END
          AS trial,
        CASE WHEN pg_temp.chance(i, 5) < 0.58 THEN 'annual' ELSE 'monthly' END AS plan,
        pg_temp.chance(i, 6) AS why,
        pg_temp.chance(i, 7) AS length
      FROM joined),
    ends AS (
      SELECT *, CASE trial
          WHEN 'left_trial' THEN joined_at + make_interval(secs => 86400 * 6.5 * length)
          WHEN 'never_charged' THEN pays_at + interval '14 days'
          ELSE pays_at + make_interval(
            secs => -ln(1 - length) * 86400 * CASE plan WHEN 'annual' THEN 1500 ELSE 640 END + 86400)
        END AS ends_at
      FROM lives),
    changes AS (
      SELECT *, CASE plan
          WHEN 'monthly' THEN CASE WHEN pg_temp.chance(i, 15) < 0.12
            THEN pays_at + make_interval(days => 30 + (pg_temp.chance(i, 16) * 300)::int) END
          ELSE CASE WHEN pg_temp.chance(i, 15) < 0.18 THEN pays_at + interval '1 year' END
        END AS change_at
      FROM ends)
    SELECT changes.*,
      -- When the other plan began; null for those who kept theirs.
      CASE WHEN trial = 'paid' AND change_at < ${now}::timestamptz
        AND change_at < ends_at - interval '30 days' THEN change_at END AS changed_at,
      CASE plan WHEN 'annual' THEN 'monthly' ELSE 'annual' END AS other_plan,
      'sub_demo' || i AS subscription_id, 'ctm_demo' || i AS customer_id,
      'reader' || i || '@' || (ARRAY['mail.example', 'post.example', 'inbox.example.com',
        'office.example.org', 'letters.example.net'])[1 + (pg_temp.chance(i, 8) * 4.999)::int % 5]
        AS email,
      (string_to_array(${firstNames}, ' '))[1 + floor(pg_temp.chance(i, 9) * 40)::int] || ' ' ||
      (string_to_array(${lastNames}, ' '))[1 + floor(pg_temp.chance(i, 10) * 40)::int] AS name,
      CASE WHEN pg_temp.chance(i, 11) < 0.45 THEN 'America/New_York'
        WHEN pg_temp.chance(i, 11) < 0.66 THEN 'America/Chicago'
        WHEN pg_temp.chance(i, 11) < 0.72 THEN 'America/Denver'
        WHEN pg_temp.chance(i, 11) < 0.90 THEN 'America/Los_Angeles' ELSE 'Europe/London' END AS timezone,
      pg_temp.chance(i, 12) < 0.36 AS has_texts,
      pg_temp.chance(i, 13) < 0.94 AS signed_up,
      CASE WHEN trial <> 'paid' OR why >= 0.92 THEN NULL
        WHEN why < 0.30 THEN 'payment_failed' WHEN why < 0.52 THEN 'at_period_end'
        WHEN why < 0.64 THEN 'stopped' WHEN why < 0.67 THEN 'refunded' WHEN why < 0.71 THEN 'paused'
        WHEN why < 0.73 THEN 'by_us' ELSE 'at_paddle' END AS leaves_by,
      0 AS subscriber_id
    FROM changes`;
  await tx.$executeRaw`
    UPDATE demo_people SET leaves_by = 'at_paddle' WHERE trial = 'paid' AND leaves_by IS NULL`;
  await tx.$executeRaw`
    INSERT INTO subscribers (email, payment_email, name, phone, timezone, email_enabled, sms_enabled,
      sms_consent_at, created_at)
    SELECT email, email, name,
      CASE WHEN has_texts THEN '+1' || (${areaCodes}::int[])[(1 + i / 100 % ${areaCodes.length})::int]
        || '55501' || lpad((i % 100)::text, 2, '0') END,
      timezone, pg_temp.chance(i, 14) < 0.97 OR NOT has_texts, has_texts AND signed_up,
      CASE WHEN has_texts AND signed_up THEN joined_at + interval '3 minutes' END, joined_at
    FROM demo_people ORDER BY joined_at, i`;
  await tx.$executeRaw`
    UPDATE demo_people p SET subscriber_id = s.id FROM subscribers s WHERE s.email = p.email`;
  await tx.$executeRaw`CREATE INDEX ON demo_people (subscriber_id)`;
  await tx.$executeRaw`ANALYZE demo_people`;
  await tx.$executeRaw`
    INSERT INTO onboarding_records (uid, subscriber_id, paddle_customer_id, paddle_subscription_id,
      terms_agreed_at, completed_at, created_at)
    SELECT 'uid_demo' || i, subscriber_id, customer_id, subscription_id, done_at, done_at, joined_at
    FROM (SELECT *, CASE WHEN signed_up THEN joined_at + interval '4 minutes' END AS done_at
      FROM demo_people) p ORDER BY joined_at, i`;
  await tx.$executeRaw`
    INSERT INTO consents (subscriber_id, kind, wording, phone, granted_at)
    SELECT p.subscriber_id, kind, CASE kind WHEN 'sms' THEN ${smsConsentWording} ELSE ${termsWording} END,
      CASE kind WHEN 'sms' THEN s.phone END, p.joined_at + interval '4 minutes'
    FROM demo_people p JOIN subscribers s ON s.id = p.subscriber_id
    CROSS JOIN (VALUES ('terms'), ('sms')) kinds (kind)
    WHERE p.signed_up AND (kind = 'terms' OR p.has_texts)`;
}
