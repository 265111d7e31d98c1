import type { Transaction } from "@/lib/platform/database/database";
import { dayMs } from "@/lib/calendar/units";
import { isRecent } from "../../retention/left-accounts";
import { cutoffOf } from "../../retention/delete-rows";

/** For this long, no account of the demo becomes old enough to be deleted (days). */
const quietDays = 31;

/**
 * Removes people who left long ago, like the nightly deletion: only what they paid remains, which names no
 * one.
 */
export async function removeLeftPeople(tx: Transaction, now: Date): Promise<void> {
  const cutoff = new Date(cutoffOf("account", now).getTime() + quietDays * dayMs);
  await tx.$executeRaw`
    CREATE TEMP TABLE demo_left ON COMMIT DROP AS
    SELECT subscriber_id, subscription_id, customer_id FROM demo_people d
    WHERE NOT EXISTS (SELECT 1 FROM subscriptions p
      WHERE p.subscriber_id = d.subscriber_id AND ${isRecent(cutoff)})`;
  await tx.$executeRaw`
    UPDATE money_events e SET key = erasure_hash(key), subscription_id = erasure_hash(l.subscription_id)
    FROM demo_left l WHERE l.subscription_id = e.subscription_id`;
  await tx.$executeRaw`
    DELETE FROM payments p USING demo_left l WHERE l.subscription_id = p.paddle_subscription_id`;
  await tx.$executeRaw`
    DELETE FROM adjustments a USING demo_left l WHERE l.subscription_id = a.paddle_subscription_id`;
  await tx.$executeRaw`DELETE FROM paddle_customers c USING demo_left l WHERE l.customer_id = c.id`;
  // Cascades to subscriptions, consents, and onboarding records.
  await tx.$executeRaw`DELETE FROM subscribers s USING demo_left l WHERE l.subscriber_id = s.id`;
  await tx.$executeRaw`DELETE FROM demo_people d USING demo_left l WHERE l.subscriber_id = d.subscriber_id`;
}
