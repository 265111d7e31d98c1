import { trialReminderLeadDays } from "@/lib/contracts/plans";
import type { Context } from "../context";

/**
 * Stores a reminder for everyone whose first charge is at most two days away, once per
 * subscription. Canceled subscriptions won't be charged, so they get none.
 */
export async function planTrialReminders(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  return ctx.db.$executeRaw`
    INSERT INTO notices (key, kind, subscriber_id, recipient, created_at)
    SELECT 'trial_reminder:' || coalesce(s.paddle_subscription_id, s.id::text), 'trial_reminder',
      s.subscriber_id, r.email, ${now}
    FROM subscriptions s JOIN subscribers r ON r.id = s.subscriber_id
    WHERE s.status = 'trialing' AND s.cancel_at IS NULL AND s.stopped_at IS NULL
      AND s.first_charge_at > ${now}
      AND s.first_charge_at <= ${now}::timestamptz + make_interval(days => ${trialReminderLeadDays}::int)
    ON CONFLICT (key) DO NOTHING`;
}
