import { z } from "zod";
import { fromDatabaseDate, localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import type { TimelineEntry, TimelineKind } from "@/lib/contracts/admin/person";
import { formatAmount } from "@/lib/contracts/money";
import { channels } from "@/lib/contracts/primitives";
import { timezoneSchema } from "@/lib/contracts/timezones";
import { timelineMessages } from "@/lib/messages/admin/person";
import type { Context } from "../../context";
import { outcomeColumns } from "../../delivery/subscriber/describe-delivery";
import { deliveriesOf } from "../../delivery/subscriber/subscriber-deliveries";
import { slotOf } from "../../delivery/schedule/slots";
import { describeRow } from "./describe";
import { describeAudit } from "./describe-audit";

type Reading = Pick<Context, "db" | "settings">;

/** How many of each source's newest rows are read. One person has far fewer. */
const maxRows = 2_000;

/** An entry, and the part of the timeline that shows it. */
export type SourceEntry = TimelineEntry & { group: Exclude<TimelineKind, "all"> };

type DeliveryEntry = SourceEntry & { localDate: string };

/** What happened to each briefing. */
export async function readDeliveries(ctx: Reading, id: number): Promise<SourceEntry[]> {
  const rows = await ctx.db.delivery.findMany({
    where: await deliveriesOf(ctx.db, id),
    select: {
      localDate: true,
      channel: true,
      ...outcomeColumns,
    },
    orderBy: [{ localDate: "desc" }],
    take: maxRows,
  });
  const entries = rows.map((row): DeliveryEntry => {
    const localDate = fromDatabaseDate(row.localDate);
    const channel = channels.find((name) => name === row.channel) ?? "email";
    const zone = timezoneSchema.parse(row.timezone);
    const slot = slotOf(localDate, zone, channel, ctx.settings.emailLeadMinutes);
    return {
      id: `delivery:${localDate}:${channel}`,
      at: (row.finalizedAt ?? slot.opensAt).toISOString(),
      by: null,
      group: "deliveries",
      localDate,
      ...describeRow({ ...row, channel }),
    };
  });
  return [...Map.groupBy(entries, ({ localDate }) => localDate).values()].flatMap(joinPair);
}

/** A day on which both channels went well is one entry. */
function joinPair(day: readonly DeliveryEntry[]): SourceEntry[] {
  const texts = timelineMessages.delivery;
  const [latest] = day.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const isPair = day.length === 2 && day.every(({ tone, detail }) => tone === "good" && !detail);
  if (!isPair || !latest) return day.map(withoutDate);
  const delivered: readonly string[] = Object.values(texts.delivered);
  const isDelivered = day.every(({ title }) => delivered.includes(title));
  return [{ ...withoutDate(latest), title: isDelivered ? texts.bothDelivered : texts.bothSent }];
}

function withoutDate({ localDate: _localDate, ...entry }: DeliveryEntry): SourceEntry {
  return entry;
}

/** What was done to the account, its subscriptions, and its addresses. */
export async function readChanges(
  ctx: Reading,
  id: number,
  subjects: readonly string[],
): Promise<SourceEntry[]> {
  const rows = await ctx.db.auditEvent.findMany({
    where: { subject: { in: [...subjects] } },
    orderBy: { id: "desc" },
    take: maxRows,
  });
  return rows.flatMap((row) => {
    const described = describeAudit(row, id);
    return described ? [{ id: `audit:${row.id}`, at: row.at.toISOString(), ...described }] : [];
  });
}

export async function readConsents({ db }: Reading, id: number): Promise<SourceEntry[]> {
  const rows = await db.consent.findMany({ where: { subscriberId: id }, take: maxRows });
  return rows.map((row) => ({
    id: `consent:${row.id}`,
    at: row.grantedAt.toISOString(),
    tone: "plain",
    title: timelineMessages.consent[row.kind] ?? row.kind,
    detail: `“${row.wording}”`,
    by: timelineMessages.me,
    group: "changes",
  }));
}

/** Purchases, and when their sign-up was finished. */
export async function readPurchases({ db }: Reading, id: number): Promise<SourceEntry[]> {
  const rows = await db.onboardingRecord.findMany({
    where: { subscriberId: id },
    take: maxRows,
  });
  const common = { detail: null, by: null, group: "money" } as const;
  return rows.flatMap(({ id: recordId, createdAt, completedAt }): SourceEntry[] => {
    const start: SourceEntry = {
      id: `purchase:${recordId}`,
      at: createdAt.toISOString(),
      title: timelineMessages.purchase,
      tone: "plain",
      ...common,
    };
    if (!completedAt) return [start];
    const end: SourceEntry = {
      id: `onboarded:${recordId}`,
      at: completedAt.toISOString(),
      title: timelineMessages.onboarded,
      tone: "good",
      ...common,
    };
    return [start, end];
  });
}

/** What the email about a charge says of it. */
export const chargeSchema = z.object({
  amount: z.int(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  at: z.iso.datetime(),
  periodEndsAt: z.iso.datetime().nullish(),
});

/** Payments, from the emails about them, and other emails that aren't briefings. */
export async function readNotices({ db }: Reading, id: number): Promise<SourceEntry[]> {
  const rows = await db.notice.findMany({ where: { subscriberId: id }, take: maxRows });
  return rows.flatMap(({ key, kind, detail, sentAt }): SourceEntry[] => {
    const charge = kind === "charged" ? chargeSchema.safeParse(detail).data : undefined;
    if (charge) return [paymentEntry(key, charge)];
    const title = timelineMessages.emailed[kind];
    if (!title || !sentAt) return [];
    const at = sentAt.toISOString();
    return [{ id: key, at, tone: "plain", title, detail: null, by: null, group: "changes" }];
  });
}

function paymentEntry(key: string, charge: z.output<typeof chargeSchema>): SourceEntry {
  const { amount, currency, at, periodEndsAt } = charge;
  const until = periodEndsAt && formatShortMonthDayYear(localDateAt(new Date(periodEndsAt), "UTC"));
  return {
    id: key,
    at: new Date(at).toISOString(),
    tone: "good",
    title: timelineMessages.paid(formatAmount(amount, currency)),
    detail: until ? timelineMessages.periodUntil(until) : null,
    by: null,
    group: "money",
  };
}

type Report = {
  id: bigint;
  kind: string;
  receivedAt: Date;
  body: string | null;
  why: string | null;
};

/** Bounces in the provider's own words, and texts that we received. */
export async function readReports(
  { db }: Reading,
  addresses: readonly string[],
): Promise<SourceEntry[]> {
  const names = addresses.map((address) => address.toLowerCase());
  const rows = await db.$queryRaw<Report[]>`
    SELECT id, kind, received_at AS "receivedAt",
      payload ->> 'Body' AS body,
      coalesce(payload ->> 'Description', payload ->> 'Details') AS why
    FROM webhook_events
    WHERE webhook_subject(payload) = ANY(${names}::text[])
      AND kind IN ('Bounce', 'SpamComplaint', 'inbound')
    ORDER BY id DESC LIMIT ${maxRows}`;
  return rows.map(({ id, kind, receivedAt, body, why }) => {
    const common = { id: `report:${id}`, at: receivedAt.toISOString(), by: null } as const;
    const { bounced, complained, textReceived } = timelineMessages;
    if (kind === "inbound") {
      const title = textReceived(body ?? "");
      return { ...common, tone: "plain", title, detail: null, group: "deliveries" };
    }
    const title = kind === "Bounce" ? bounced : complained;
    return { ...common, tone: "bad", title, detail: why, group: "deliveries" };
  });
}
