import { trialReminderLeadDays } from "@/lib/contracts/durations";
import type { Context } from "../context";
import { planNotices } from "../outbox/notices";

/**
 * Stores a reminder for everyone whose first charge is near (`trialReminderLeadDays`), once per subscription,
 * and once more if the charge was moved after that. Canceled subscriptions won't be charged, so they get
 * none.
 */
export async function planTrialReminders(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  // Only a second reminder has the date in its key: processes of an earlier version know only the other form.
  const due = await ctx.db.$queryRaw<{ key: string; subscriberId: number; recipient: string }[]>`
    WITH due AS (
      SELECT 'trial_reminder:' || coalesce(s.paddle_subscription_id, s.id::text) AS key,
        s.subscriber_id, s.first_charge_at, make_interval(days => lead_days) AS lead
      FROM subscriptions s, (SELECT ${trialReminderLeadDays}::int AS lead_days) settings
      WHERE s.status = 'trialing' AND s.cancel_at IS NULL AND s.stopped_at IS NULL
        AND s.end_reason IS NULL
        AND s.first_charge_at > ${now}
        AND s.first_charge_at <= ${now}::timestamptz + make_interval(days => lead_days))
    SELECT due.key || CASE WHEN earlier.key IS NULL THEN ''
        ELSE ':' || to_char(due.first_charge_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') END AS key,
      due.subscriber_id AS "subscriberId", r.email AS recipient
    FROM due JOIN subscribers r ON r.id = due.subscriber_id
    LEFT JOIN notices earlier ON earlier.key = due.key
    WHERE earlier.key IS NULL OR earlier.created_at + due.lead < due.first_charge_at`;
  await planNotices(
    ctx,
    ctx.db,
    due.map((notice) => ({ ...notice, kind: "trial_reminder" })),
  );
}
