import type { Context } from "../context";
import { anonymizeDeliveries } from "../delivery/subscriber/subscriber-deliveries";

/** A briefing's outcome is known, or no longer asked for, within a day. The cleanup runs once a day. */
const lookBackDays = 3;

/**
 * Removes what was written to the ledger about accounts after their deletion: a briefing that was being sent
 * at the time got its outcome later, and kept the number until then. Safe to repeat.
 */
export async function anonymizeErased(ctx: Context): Promise<void> {
  const deleted = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT substring(subject FROM '^subscriber:([0-9]+)$')::int AS id FROM audit_events
    WHERE action = 'account.deleted'
      AND at > ${ctx.clock.now()}::timestamptz - make_interval(days => ${lookBackDays}::int)`;
  for (const { id } of deleted) await ctx.db.$transaction((tx) => anonymizeDeliveries(tx, id));
}
