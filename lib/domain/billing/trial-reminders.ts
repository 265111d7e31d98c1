import { trialReminderLeadDays } from "@/lib/contracts/plans";
import type { Context } from "../context";

/**
 * Stores a reminder for everyone whose first charge is at most two days away, once per
 * subscription, and once more for a charge that was moved after it. Canceled subscriptions won't be
 * charged, so they get none.
 */
export async function planTrialReminders(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  // Only a later reminder has the date in its key: processes of an earlier version know the other key.
  return ctx.db.$executeRaw`
    WITH due AS (
      SELECT 'trial_reminder:' || coalesce(s.paddle_subscription_id, s.id::text) AS key,
        s.subscriber_id, s.first_charge_at, make_interval(days => lead_days) AS lead
      FROM subscriptions s, (SELECT ${trialReminderLeadDays}::int AS lead_days) settings
      WHERE s.status = 'trialing' AND s.cancel_at IS NULL AND s.stopped_at IS NULL
        AND s.end_reason IS NULL
        AND s.first_charge_at > ${now}
        AND s.first_charge_at <= ${now}::timestamptz + make_interval(days => lead_days))
    INSERT INTO notices (key, kind, subscriber_id, recipient, created_at)
    SELECT due.key || CASE WHEN earlier.key IS NULL THEN ''
        ELSE ':' || to_char(due.first_charge_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') END,
      'trial_reminder', due.subscriber_id, r.email, ${now}
    FROM due JOIN subscribers r ON r.id = due.subscriber_id
    LEFT JOIN notices earlier ON earlier.key = due.key
    WHERE earlier.key IS NULL OR earlier.created_at + due.lead < due.first_charge_at
    ON CONFLICT (key) DO NOTHING`;
}
