import { localDateAt } from "@/lib/calendar/days";
import type { Context } from "../context";
import { sendNotices } from "../outbox/notices";
import { runOnce } from "./run-once";
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
 * Compares our subscriptions with Paddle once per night, by the service clock, on one worker. A failed run is
 * retried ten minutes later (real time).
 *
 * @param afterwards what to do next in the same run
 */
export async function reconcileNightly(
  ctx: Context,
  afterwards: (report: ReconcileReport) => Promise<void> = async () => undefined,
): Promise<void> {
  const now = ctx.clock.now();
  if (now.getUTCHours() < reconcileHourUtc) return;
  const key = `reconcile:${localDateAt(now, "UTC")}`;
  await runOnce(ctx, key, async () => afterwards(await reconcile(ctx)));
}
