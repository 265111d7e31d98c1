import type { QueueName } from "@/lib/contracts/admin/settings";
import type { Context } from "../context";

/** How much work is left, by queue. */
export async function countQueues({ db }: Pick<Context, "db">): Promise<Record<QueueName, number>> {
  const [counts] = await db.$queryRaw<Record<QueueName, number>[]>`
    SELECT
      (SELECT count(*)::int FROM delivery_batches WHERE state <> 'done') AS batches,
      (SELECT count(*)::int FROM notices WHERE sent_at IS NULL) AS notices,
      (SELECT count(*)::int FROM operator_alerts WHERE sent_at IS NULL) AS alerts,
      (SELECT count(*)::int FROM webhook_events
       WHERE report IS NOT NULL AND applied_at IS NULL AND problem IS NULL) AS reports,
      (SELECT count(*)::int FROM webhook_deliveries WHERE next_try_at IS NOT NULL) AS webhooks,
      (SELECT count(*)::int FROM audit_events WHERE position IS NULL) AS "auditEvents"`;
  return counts ?? { batches: 0, notices: 0, alerts: 0, reports: 0, webhooks: 0, auditEvents: 0 };
}
