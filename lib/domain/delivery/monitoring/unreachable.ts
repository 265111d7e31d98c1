import { fromDatabaseDate, localDateAt } from "@/lib/calendar/days";
import { unreachableBriefings } from "@/lib/contracts/limits";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { planNotices } from "../../outbox/notices";
import { returnedReports } from "../ledger/outcomes";

const isSuppressed = (channel: "email" | "sms", address: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT 1 FROM suppressions x WHERE x.channel = ${channel} AND x.address = ${address})`;

const isEmailSuppressed = isSuppressed("email", Prisma.sql`lower(s.email)`);

/** Whether a subscriber `s` has a channel that is on and whose address isn't suppressed. */
const hasChannel = Prisma.sql`(
  (s.email_enabled AND NOT ${isEmailSuppressed})
  OR (s.sms_enabled AND s.phone IS NOT NULL AND NOT ${isSuppressed("sms", Prisma.sql`s.phone`)}))`;

/** Whether a subscription from before `since` entitles a subscriber `s` to the briefing. */
const paidSince = (since: string, now: Date) => Prisma.sql`EXISTS (
  SELECT 1 FROM subscriptions x
  WHERE x.subscriber_id = s.id AND x.created_at < ${since}::date AND is_entitled(x, ${now}))`;

/** The last dates that were sent, newest first. Fewer than three on a new site. */
async function lastBriefings(ctx: Context, now: Date): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ localDate: string }[]>`
    SELECT to_char(local_date, 'YYYY-MM-DD') AS "localDate" FROM delivery_slots
    WHERE planned_at IS NOT NULL AND local_date < ${localDateAt(now, "UTC")}::date
    GROUP BY local_date ORDER BY local_date DESC LIMIT ${unreachableBriefings}`;
  return rows.map(({ localDate }) => localDate);
}

/**
 * Finds paying subscribers who have no channel left and whom the last three briefings didn't reach,
 * and writes to them, once, at an address that works: the one for briefings, or else the one they
 * paid with. Nobody is texted, because texts are off or were stopped. Those who can be reached again
 * are taken off the list. Safe to run at any time, any number of times.
 */
export async function findUnreachable(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const dates = await lastBriefings(ctx, now);
  const since = dates.at(-1);
  if (since === undefined || dates.length < unreachableBriefings) return;
  await ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`
      UPDATE subscribers s SET unreachable_since = NULL
      WHERE s.unreachable_since IS NOT NULL AND (${hasChannel} OR NOT ${paidSince(since, now)})`;
    const found = await tx.$queryRaw<{ id: number; recipient: string | null }[]>`
      WITH found AS (
        UPDATE subscribers s SET unreachable_since = ${since}::date
        WHERE s.unreachable_since IS NULL AND NOT ${hasChannel} AND ${paidSince(since, now)}
          -- Someone who paused expects nothing.
          AND (s.paused_until IS NULL OR s.paused_until < ${since}::date)
          AND NOT EXISTS (
            SELECT 1 FROM deliveries d
            WHERE d.local_date = ANY(${dates}::date[]) AND d.channel IN ('email', 'sms')
              AND d.subscriber_id = s.id AND d.state = 'accepted'
              AND (d.provider_status IS NULL
                OR d.provider_status <> ALL(${returnedReports}::text[])))
        RETURNING s.id, s.payment_email,
          CASE WHEN NOT ${isEmailSuppressed} THEN s.email END AS working_email),
      recorded AS (
        INSERT INTO audit_events (at, actor, action, subject)
        SELECT ${now}, 'system', 'subscriber.unreachable', 'subscriber:' || id FROM found)
      SELECT id, CASE
        WHEN working_email IS NOT NULL THEN working_email
        WHEN NOT ${isSuppressed("email", Prisma.sql`lower(payment_email)`)} THEN payment_email
        END AS recipient
      FROM found`;
    await planNotices(
      ctx,
      tx,
      found.flatMap(({ id, recipient }) =>
        recipient === null
          ? []
          : [
              {
                key: `unreachable:${id}:${since}`,
                kind: "unreachable",
                subscriberId: id,
                recipient,
              },
            ],
      ),
    );
  });
}

/** How many paying subscribers no briefing reaches, and since when the first (YYYY-MM-DD). */
export async function summarizeUnreachable(
  ctx: Pick<Context, "db">,
): Promise<{ people: number; since: string | null }> {
  const { _count, _min } = await ctx.db.subscriber.aggregate({
    where: { unreachableSince: { not: null } },
    _count: true,
    _min: { unreachableSince: true },
  });
  const since = _min.unreachableSince;
  return { people: _count, since: since && fromDatabaseDate(since) };
}
