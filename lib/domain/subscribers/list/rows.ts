import { fromDatabaseDate } from "@/lib/calendar/days";
import type { PersonStatus, SubscriberRow } from "@/lib/contracts/admin/subscribers";
import type { PlanName } from "@/lib/contracts/plans";
import { channels } from "@/lib/contracts/primitives";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import {
  isEmailSuppressed,
  isPaused,
  isPhoneSuppressed,
  joinedOneByOne,
  statusOf,
} from "./filters";

type Reading = Pick<Context, "db" | "clock">;

/** How many dates are searched for a row's last briefing: a week of weekdays, and tomorrow. */
const lastDates = 6;

type PersonRow = {
  id: number;
  name: string | null;
  email: string;
  phone: string | null;
  status: PersonStatus;
  plan: PlanName | null;
  timezone: string;
  isEmailOn: boolean;
  isEmailSuppressed: boolean;
  isSmsOn: boolean;
  isSmsSuppressed: boolean;
  pausedUntil: Date | null;
  endsAt: Date | null;
  joinedAt: Date;
};

/** What the list shows of these subscribers, in the order of the IDs. */
export async function readRows(ctx: Reading, ids: readonly number[]): Promise<SubscriberRow[]> {
  const now = ctx.clock.now();
  const [people, last] = await Promise.all([
    ctx.db.$queryRaw<PersonRow[]>`
      SELECT s.id, s.name, s.email, s.phone, ${statusOf(now)} AS status,
        CASE WHEN x.plan IN ('annual', 'monthly') THEN x.plan END AS plan, s.timezone,
        s.email_enabled AS "isEmailOn", ${isEmailSuppressed} AS "isEmailSuppressed",
        s.sms_enabled AS "isSmsOn", ${isPhoneSuppressed} AS "isSmsSuppressed",
        CASE WHEN ${isPaused(now)} THEN s.paused_until END AS "pausedUntil",
        coalesce(x.stopped_at, CASE WHEN x.status = 'canceled' THEN x.access_ends_at
          ELSE coalesce(x.end_requested_at, x.cancel_at) END) AS "endsAt",
        s.created_at AS "joinedAt"
      FROM ${joinedOneByOne} WHERE s.id = ANY(${[...ids]}::int[])`,
    findLastBriefings(ctx, ids),
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  return ids.flatMap((id) => {
    const person = byId.get(id);
    return person ? [toRow(person, last.get(id) ?? null)] : [];
  });
}

function toRow(person: PersonRow, lastBriefing: SubscriberRow["lastBriefing"]): SubscriberRow {
  const { isEmailOn, isSmsOn, isSmsSuppressed, pausedUntil, endsAt, joinedAt, ...rest } = person;
  const { isEmailSuppressed: isAddressSuppressed, ...facts } = rest;
  return {
    ...facts,
    emailChannel: { isOn: isEmailOn, isSuppressed: isAddressSuppressed },
    smsChannel: { isOn: isSmsOn, isSuppressed: isSmsSuppressed },
    pausedUntil: pausedUntil && fromDatabaseDate(pausedUntil),
    endsAt: endsAt?.toISOString() ?? null,
    lastBriefing,
    joinedAt: joinedAt.toISOString(),
  };
}

type LastRow = { subscriberId: number; localDate: Date; states: string[]; at: Date | null };

/** Each subscriber's newest ledger rows, looked up by primary key: the ledger has no index by subscriber. */
async function findLastBriefings(
  ctx: Reading,
  ids: readonly number[],
): Promise<Map<number, SubscriberRow["lastBriefing"]>> {
  const days = await ctx.db.$queryRaw<{ localDate: Date }[]>`
    SELECT DISTINCT local_date AS "localDate" FROM delivery_slots
    WHERE edition_id IS NOT NULL
    ORDER BY 1 DESC LIMIT ${lastDates}`;
  if (days.length === 0) return new Map();
  const dates = Prisma.join(
    days.map(({ localDate }) => Prisma.sql`${fromDatabaseDate(localDate)}::date`),
  );
  const rows = await ctx.db.$queryRaw<LastRow[]>`
    SELECT DISTINCT ON (d.subscriber_id) d.subscriber_id AS "subscriberId",
      d.local_date AS "localDate", array_agg(d.state) AS states,
      min(d.finalized_at) FILTER (WHERE d.state = 'accepted') AS at
    FROM deliveries d
    WHERE d.local_date IN (${dates}) AND d.channel = ANY(${[...channels]}::text[])
      AND d.subscriber_id = ANY(${[...ids]}::int[])
    GROUP BY d.subscriber_id, d.local_date
    ORDER BY d.subscriber_id, d.local_date DESC`;
  return new Map(
    rows.map(({ subscriberId, localDate, states, at }) => [
      subscriberId,
      {
        localDate: fromDatabaseDate(localDate),
        outcome: outcomeOf(states),
        at: at?.toISOString() ?? null,
      },
    ]),
  );
}

/** The outcome of both channels together: one sent copy is enough. */
function outcomeOf(states: readonly string[]): "sent" | "waiting" | "not_sent" | "failed" {
  if (states.includes("accepted")) return "sent";
  if (states.includes("pending")) return "waiting";
  return states.some((state) => state !== "excluded") ? "failed" : "not_sent";
}
