import type { DeliveryPeopleView, Outcome, PeopleQuery } from "@/lib/contracts/admin/deliveries";
import type { Channel } from "@/lib/contracts/primitives";
import { timezoneSchema } from "@/lib/contracts/timezones";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../../context";
import { formatDeliveryId } from "../../ledger/delivery-id";
import { outcomeSql, reasonSql } from "../../ledger/outcomes";
import { describeReason } from "./figures";

const defaultLimit = 50;

type Row = {
  subscriberId: number;
  channel: Channel;
  timezone: string;
  state: string;
  outcome: Outcome;
  reason: string;
  at: Date | null;
  email: string | null;
  phone: string | null;
  name: string | null;
};

/**
 * The people behind a day's figures, in the order of channel and ID.
 *
 * @param date YYYY-MM-DD
 */
export async function listDeliveryPeople(
  ctx: Pick<Context, "db">,
  date: string,
  query: PeopleQuery,
): Promise<DeliveryPeopleView> {
  const { channel, timezone, outcome, reason, cursor } = query;
  const limit = query.limit ?? defaultLimit;
  const [afterChannel = "", afterId = "0"] = cursor?.split(":") ?? [];
  const outcomes = outcome === "undelivered" ? ["failed", "missed"] : outcome && [outcome];
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT d.subscriber_id AS "subscriberId", d.channel, d.timezone, d.state,
      ${outcomeSql} AS outcome, ${reasonSql} AS reason, d.finalized_at AS at, s.email, s.phone, s.name
    FROM (
      SELECT channel, subscriber_id, timezone, state, reason, provider_status, finalized_at
      FROM deliveries WHERE local_date = ${date}::date
      UNION ALL ${withoutMessage(date)}
    ) d LEFT JOIN subscribers s ON s.id = d.subscriber_id
    WHERE (d.channel, d.subscriber_id) > (${afterChannel}, ${Number(afterId)})
      ${channel ? Prisma.sql`AND d.channel = ${channel}` : Prisma.empty}
      ${timezone ? Prisma.sql`AND d.timezone = ${timezone}` : Prisma.empty}
      ${outcomes ? Prisma.sql`AND ${outcomeSql} = ANY(${outcomes}::text[])` : Prisma.empty}
      ${reason === undefined ? Prisma.empty : Prisma.sql`AND ${reasonSql} = ${reason}`}
    ORDER BY d.channel, d.subscriber_id
    LIMIT ${limit + 1}`;
  const page = rows.slice(0, limit);
  const words = await listProviderWords(ctx, date, page);
  const last = page.at(-1);
  return {
    people: page.map((row) => {
      const end = row.outcome;
      const hasReason = end === "excluded" || end === "failed" || end === "missed";
      return {
        subscriberId: row.subscriberId,
        email: row.email,
        name: row.name,
        channel: row.channel,
        timezone: timezoneSchema.parse(row.timezone),
        outcome: end,
        label: hasReason ? describeReason(row.channel, end, row.reason) : "",
        words: words.get(keyOf(row)) ?? null,
        at: row.at?.toISOString() ?? null,
      };
    }),
    next: rows.length > limit && last ? keyOf(last) : null,
  };
}

/** Who missed a day for lack of a message: nobody has a row of it. */
const withoutMessage = (date: string) => Prisma.sql`
  SELECT l.channel, m.subscriber_id, l.timezone, 'missed', 'no_message', NULL, l.closed_at
  FROM delivery_slots l JOIN missed_days m USING (local_date)
  JOIN subscribers p ON p.id = m.subscriber_id AND p.timezone = l.timezone
    AND CASE l.channel WHEN 'email' THEN p.email_enabled ELSE p.sms_enabled END
  WHERE l.local_date = ${date}::date AND l.unsent > 0`;

const keyOf = ({ channel, subscriberId }: Pick<Row, "channel" | "subscriberId">) =>
  `${channel}:${subscriberId}`;

/** Fields in which the providers say what happened (Postmark: bounce webhook; Twilio: status callback). */
const wordsSql = Prisma.sql`left(coalesce(nullif(w.payload ->> 'Details', ''),
  w.payload ->> 'Description', w.payload ->> 'ErrorMessage',
  'Error ' || nullif(w.payload ->> 'ErrorCode', '0')), 300)`;

/** What the providers said about emails that bounced and texts that failed. */
async function listProviderWords(
  { db }: Pick<Context, "db">,
  date: string,
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const returned = rows.filter(
    ({ state, outcome }) => state === "accepted" && outcome === "failed",
  );
  if (returned.length === 0) return new Map();
  const wanted = returned.map((row) => ({
    key: keyOf(row),
    subject: (row.channel === "email" ? row.email : row.phone)?.toLowerCase() ?? "",
    deliveryId: formatDeliveryId({ localDate: date, ...row }),
  }));
  const found = await db.$queryRaw<{ key: string; words: string }[]>`
    SELECT DISTINCT ON (wanted.key) wanted.key, ${wordsSql} AS words
    FROM unnest(${wanted.map(({ key }) => key)}::text[],
      ${wanted.map(({ subject }) => subject)}::text[],
      ${wanted.map(({ deliveryId }) => deliveryId)}::text[]) AS wanted (key, subject, delivery)
    JOIN webhook_events w ON webhook_subject(w.payload) = wanted.subject
      AND (w.payload #>> '{Metadata,delivery}' = wanted.delivery
        OR w.payload ->> 'delivery' = wanted.delivery)
      AND ${wordsSql} IS NOT NULL
    ORDER BY wanted.key, w.id DESC`;
  return new Map(found.map(({ key, words }) => [key, words]));
}
