import {
  addDays,
  fromDatabaseDate,
  isBriefingDay,
  localDateAt,
  toDatabaseDate,
} from "@/lib/calendar/days";
import { type Channel, channels } from "@/lib/contracts/primitives";
import { timezoneNames } from "@/lib/contracts/timezones";
import { Prisma, type Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { listDaysOff } from "../../daily-messages/days-off";
import { isOf, slotOf, type Slot } from "../schedule/slots";

/** The fields of a slot that decide who gets its date's briefing. */
export type ServedSlot = Pick<Slot, "localDate" | "timezone" | "channel" | "opensAt" | "closesAt">;

/**
 * SQL conditions for the subscribers `s` in a slot's zone: those without a holdover elsewhere for this date,
 * and those who moved away with a holdover here (`changeTimezone`). Each condition is queried separately,
 * because joined by OR they wouldn't use an index.
 */
export function inZone({ timezone, localDate }: ServedSlot): readonly Prisma.Sql[] {
  return [
    Prisma.sql`s.timezone = ${timezone} AND s.holdover_date IS DISTINCT FROM ${localDate}::date`,
    Prisma.sql`s.holdover_timezone = ${timezone} AND s.holdover_date = ${localDate}::date`,
  ];
}

/**
 * SQL condition for a subscriber `s` whom a slot owes the briefing. Until it's over, that's everyone who is
 * entitled and has the channel on. Afterwards, it's everyone for whom both were true when it opened, or who
 * joined before it closed, whatever they have canceled or turned off since.
 *
 * The scalar subqueries with LIMIT are index lookups per row whatever the statistics say; with
 * EXISTS, the planner would turn them into joins that read whole tables for every chunk.
 */
export function isOwed(
  { localDate, channel, opensAt, closesAt }: ServedSlot,
  now: Date,
): Prisma.Sql {
  const isOn = Prisma.sql`CASE ${channel} WHEN 'email' THEN s.email_enabled ELSE s.sms_enabled END`;
  const isServed = Prisma.sql`
    (s.paused_from IS NULL OR ${localDate}::date NOT BETWEEN s.paused_from AND s.paused_until)`;
  if (closesAt > now) {
    return Prisma.sql`${isOn} AND ${isServed} AND (
      SELECT true FROM subscriptions x
      WHERE x.subscriber_id = s.id AND is_entitled(x, ${now}) LIMIT 1)`;
  }
  return Prisma.sql`s.created_at < ${closesAt} AND ${isServed} AND coalesce((
      SELECT c.kind = ${`${channel}_off`} OR c.at < ${closesAt} FROM choices c
      WHERE c.at >= ${opensAt} AND c.kind IN (${`${channel}_off`}, ${`${channel}_on`})
        AND c.subject = erasure_hash(subscriber_name(s))
      ORDER BY c.at LIMIT 1), ${isOn})
    AND (
      SELECT true FROM subscriptions x
      WHERE x.subscriber_id = s.id AND x.created_at < ${closesAt}
        AND (was_entitled(x, ${opensAt}) OR was_entitled(x, ${closesAt})) LIMIT 1)`;
}

/** The date's message as it was when it could have been sent. */
export type OwedMessage = { id: number; message: string };

/**
 * The last active version of a date's message within a window, from the history: the message may since have
 * been edited, turned off, or deleted. Null without one, or if it lacked a required approval.
 */
export async function findOwedMessage(
  tx: Transaction,
  { localDate, opensAt, closesAt }: ServedSlot,
): Promise<OwedMessage | null> {
  const [owed] = await tx.$queryRaw<OwedMessage[]>`
    WITH version AS (
      SELECT daily_message_id AS id, content ->> 'date' AS day, content ->> 'message' AS message,
        content ->> 'isActive' = 'true' AS is_active, created_at AS since,
        lead(created_at, 1, 'infinity') OVER (PARTITION BY daily_message_id ORDER BY number) AS until
      FROM revisions WHERE daily_message_id IN (
        SELECT daily_message_id FROM revisions
        WHERE daily_message_id IS NOT NULL AND content ->> 'date' = ${localDate})
      UNION ALL
      SELECT id, local_date::text, message, is_active, coalesce(updated_at, created_at), 'infinity'
      FROM daily_messages m WHERE local_date = ${localDate}::date
        AND NOT EXISTS (SELECT 1 FROM revisions WHERE daily_message_id = m.id)
    )
    SELECT id, message FROM version
    WHERE day = ${localDate} AND is_active AND since < ${closesAt} AND until > ${opensAt}
      AND (may_be_sent(${localDate}::date, ${closesAt}) OR EXISTS (
        SELECT 1 FROM briefing_approvals a
        WHERE a.local_date = ${localDate}::date AND a.created_at < ${closesAt}
          AND NOT EXISTS (
            SELECT 1 FROM revisions r
            WHERE r.created_at > a.created_at AND r.created_at <= ${opensAt}
              AND (r.content ->> 'date' = ${localDate} OR r.daily_message_id = version.id))))
    ORDER BY since DESC LIMIT 1`;
  return owed ?? null;
}

/**
 * The slots that are over but not closed, oldest first: those after the last closed one of their zone and
 * channel or, if none is closed, from the first message on, or from today. A new service owes nothing from
 * before its first message was written. Days off have none. In local mode, slots that the clock was set past
 * don't count.
 */
export async function listOverSlots(ctx: Context): Promise<Slot[]> {
  const now = ctx.clock.now();
  const setTo = ctx.clock.setTo();
  const { emailLeadMinutes } = ctx.settings;
  const closed = await ctx.db.$queryRaw<{ timezone: string; channel: Channel; last: Date }[]>`
    SELECT timezone, channel, max(local_date) AS last FROM delivery_slots
    WHERE closed_at IS NOT NULL GROUP BY 1, 2`;
  const isNew = closed.length < timezoneNames.length * channels.length;
  const first = isNew ? await findFirstMessage(ctx) : null;
  const daysOff = await listDaysOff(ctx);
  return timezoneNames
    .flatMap((timezone) =>
      channels.flatMap((channel) => {
        const last = closed.find(isOf({ timezone, channel }));
        const slots: Slot[] = [];
        const today = localDateAt(now, timezone);
        let date = last ? addDays(fromDatabaseDate(last.last), 1) : (first?.date ?? today);
        for (; date <= today; date = addDays(date, 1)) {
          if (isBriefingDay(date, daysOff))
            slots.push(slotOf(date, timezone, channel, emailLeadMinutes));
        }
        return last || !first ? slots : slots.filter(({ closesAt }) => closesAt > first.writtenAt);
      }),
    )
    .filter(({ closesAt }) => closesAt <= now && (!setTo || closesAt > setTo))
    .toSorted((a, b) => a.closesAt.getTime() - b.closesAt.getTime());
}

/** The first date that has or had a message, and when the first message was written. */
async function findFirstMessage({
  db,
  clock,
}: Pick<Context, "db" | "clock">): Promise<{ date: string; writtenAt: Date } | null> {
  const [first] = await db.$queryRaw<{ date: string | null; writtenAt: Date }[]>`
    SELECT least(min(local_date)::text, (SELECT min(content ->> 'date') FROM revisions
      WHERE daily_message_id IS NOT NULL)) AS date,
      least(min(created_at), (SELECT min(created_at) FROM revisions
      WHERE daily_message_id IS NOT NULL)) AS "writtenAt"
    FROM daily_messages WHERE local_date <= ${toDatabaseDate(localDateAt(clock.now()))}`;
  return first?.date ? { date: first.date, writtenAt: first.writtenAt } : null;
}
