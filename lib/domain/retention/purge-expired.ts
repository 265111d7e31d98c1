import type { Context } from "../context";
import { purgeDeletedPosts } from "../posts/write-posts";

const dayMs = 24 * 3_600_000;

/** Longer than any provider repeats a webhook, so that a repeated one is still known. */
const webhookEventsKeptMs = 90 * dayMs;
const stoppedWorkersKeptDays = 7;
/** So that a link from an old mail is still told from one that never was. */
const loginLinksKeptMs = 30 * dayMs;
const endedSessionsKeptMs = 30 * dayMs;

/** How many rows of each kind were removed. */
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
 * Removes what nobody will ask for again: posts deleted more than 30 days ago, counters that have
 * run out, new numbers whose code came to nothing, login links and sessions that ended more than 30 days ago, webhook events received more
 * than 90 days ago or that came for a buyer whose account is deleted, and workers that ended more
 * than 7 days ago (real time) and left no attempt open. It may be repeated and run side by side.
 */
export async function purgeExpired(ctx: Context): Promise<PurgeReport> {
  const now = ctx.clock.now();
  const posts = await purgeDeletedPosts(ctx);
  const rateLimits = await ctx.db.rateLimit.deleteMany({ where: { expiresAt: { lte: now } } });
  const loginLinks = await ctx.db.loginToken.deleteMany({
    where: { expiresAt: { lt: new Date(now.getTime() - loginLinksKeptMs) } },
  });
  const phoneChanges = await ctx.db.phoneChange.deleteMany({ where: { expiresAt: { lte: now } } });
  const longAgo = new Date(now.getTime() - endedSessionsKeptMs);
  const sessions = await ctx.db.session.deleteMany({
    where: { OR: [{ revokedAt: { lt: longAgo } }, { expiresAt: { lt: longAgo } }] },
  });
  const webhookEvents = await ctx.db.webhookEvent.deleteMany({
    where: { receivedAt: { lt: new Date(now.getTime() - webhookEventsKeptMs) } },
  });
  const lateEvents = await ctx.db.$executeRaw`
    DELETE FROM webhook_events WHERE webhook_subject(payload) IN (
      SELECT e.paddle_id FROM erasures e
      WHERE NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.paddle_customer_id = e.paddle_id))`;
  const workers = await ctx.db.$executeRaw`
    DELETE FROM workers w
    WHERE stopped_at < now() - make_interval(days => ${stoppedWorkersKeptDays}::int)
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
