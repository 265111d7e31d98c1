import { localDateAt } from "@/lib/calendar/days";
import type { Context } from "../context";
import { sendNotices } from "../outbox/notices";
import { reconcile, type ReconcileReport } from "./reconcile";
import { planTrialReminders } from "./trial-reminders";

/** The comparison with Paddle runs from this hour on, in UTC. */
const reconcileHourUtc = 3;

/** Sends the welcome emails and trial reminders that are due. Cheap enough for every tick. */
export async function sendDueNotices(ctx: Context): Promise<void> {
  await planTrialReminders(ctx);
  await sendNotices(ctx);
}

/**
 * Compares our subscriptions with Paddle once per night, by the service's clock, on one worker. A
 * failed run is retried ten minutes later (real time).
 *
 * @param afterwards what follows in the same run
 */
export async function reconcileNightly(
  ctx: Context,
  afterwards: (report: ReconcileReport) => Promise<void> = async () => undefined,
): Promise<void> {
  const now = ctx.clock.now();
  if (now.getUTCHours() < reconcileHourUtc) return;
  const key = `reconcile:${localDateAt(now, "UTC")}`;
  const claimed = await ctx.db.$executeRaw`
    INSERT INTO billing_runs (key, next_attempt_at) VALUES (${key}, now() + interval '10 min')
    ON CONFLICT (key) DO UPDATE SET next_attempt_at = now() + interval '10 min'
    WHERE billing_runs.completed_at IS NULL AND billing_runs.next_attempt_at <= now()`;
  if (claimed === 0) return;
  await afterwards(await reconcile(ctx));
  await ctx.db.billingRun.update({ where: { key }, data: { completedAt: ctx.clock.now() } });
}
