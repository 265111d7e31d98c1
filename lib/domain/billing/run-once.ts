import type { Context } from "../context";

/**
 * Does something once for a key, on one worker. A failed run is retried ten minutes later (real time).
 *
 * @param key what is done and when, such as `reconcile:2026-11-23`
 */
export async function runOnce(ctx: Context, key: string, work: () => Promise<void>): Promise<void> {
  const claimed = await ctx.db.$executeRaw`
    INSERT INTO billing_runs (key, next_attempt_at) VALUES (${key}, now() + interval '10 min')
    ON CONFLICT (key) DO UPDATE SET next_attempt_at = now() + interval '10 min'
    WHERE billing_runs.completed_at IS NULL AND billing_runs.next_attempt_at <= now()`;
  if (claimed === 0) return;
  await work();
  await ctx.db.billingRun.update({ where: { key }, data: { completedAt: ctx.clock.now() } });
}
