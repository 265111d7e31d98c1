import type { Context } from "../context";
import { purgeDeletedPosts } from "../posts/write-posts";

const dayMs = 24 * 3_600_000;

/** Longer than any provider retries a webhook, so that duplicates are still recognized. */
const webhookEventRetentionMs = 90 * dayMs;
const stoppedWorkerRetentionDays = 7;
/** So that an expired link gets a better message than an invalid one. */
const loginLinkRetentionMs = 30 * dayMs;
const endedSessionRetentionMs = 30 * dayMs;

/** How many rows of each kind were deleted. */
export type PurgeReport = {
  posts: number;
  rateLimits: number;
  loginLinks: number;
  phoneChanges: number;
  sessions: number;
  webhookEvents: number;
  workers: number;
};

/**
 * Deletes what is no longer needed: posts deleted more than 30 days ago, expired rate limit
 * counters, expired phone changes, login links and sessions that ended more than 30 days ago,
 * webhook events that are older than 90 days or about an erased customer, and workers that stopped
 * more than 7 days ago (real time) without an open attempt. Safe to repeat and to run concurrently.
 */
export async function purgeExpired(ctx: Context): Promise<PurgeReport> {
  const now = ctx.clock.now();
  const posts = await purgeDeletedPosts(ctx);
  const rateLimits = await ctx.db.rateLimit.deleteMany({ where: { expiresAt: { lte: now } } });
  const loginLinks = await ctx.db.loginToken.deleteMany({
    where: { expiresAt: { lt: new Date(now.getTime() - loginLinkRetentionMs) } },
  });
  const phoneChanges = await ctx.db.phoneChange.deleteMany({ where: { expiresAt: { lte: now } } });
  const sessionCutoff = new Date(now.getTime() - endedSessionRetentionMs);
  const sessions = await ctx.db.session.deleteMany({
    where: { OR: [{ revokedAt: { lt: sessionCutoff } }, { expiresAt: { lt: sessionCutoff } }] },
  });
  const webhookEvents = await ctx.db.webhookEvent.deleteMany({
    where: { receivedAt: { lt: new Date(now.getTime() - webhookEventRetentionMs) } },
  });
  const lateEvents = await ctx.db.$executeRaw`
    DELETE FROM webhook_events WHERE webhook_subject(payload) IN (
      SELECT e.paddle_id FROM erasures e
      WHERE NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.paddle_customer_id = e.paddle_id))`;
  const workers = await ctx.db.$executeRaw`
    DELETE FROM workers w
    WHERE stopped_at < now() - make_interval(days => ${stoppedWorkerRetentionDays}::int)
      AND NOT EXISTS (SELECT 1 FROM send_attempts a
        WHERE a.worker_id = w.id AND a.state = 'sending')`;
  return {
    posts,
    rateLimits: rateLimits.count,
    loginLinks: loginLinks.count,
    phoneChanges: phoneChanges.count,
    sessions: sessions.count,
    webhookEvents: webhookEvents.count + lateEvents,
    workers,
  };
}
