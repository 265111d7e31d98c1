import { toDatabaseDate } from "@/lib/calendar/days";
import { briefingMessages } from "@/lib/messages/briefings";
import { Prisma } from "@/lib/platform/database/database";
import { isServiceText } from "../../contact/texts/service-text";
import type { Context } from "../../context";
import type { FoundSms } from "../../ports/sms";
import type { BatchSlot } from "./claim";
import { inMonthOf } from "../ledger/ledger-month";
import { deliveryTag, parseDeliveryId, subscribersPerTag } from "../ledger/delivery-id";

/** How many lookups run at the same time. */
const concurrentLookups = 10;

/** How many texts before and after an instant show whether the provider's list is complete. */
const checkedTexts = 10;

/** How far a provider's clock may lag behind ours. */
const providerClockMarginMs = 2 * 60_000;

/** A message that the provider has accepted. */
export type Found = { subscriberId: number; providerMessageId: string };

/** The provider's answer about a batch's pending rows. */
export type LookUp = {
  found: Found[];
  /** False when it lacks messages that we know were accepted: the provider's index is behind, or broken. */
  isComplete: boolean;
  /** The smallest number of texts of finalized attempts that it shows around any of the batch's attempts. */
  shown: number;
};

/** A message that was accepted after an instant, to see whether the provider's search is up to date. */
type LaterMessage = Found & { recipients: unknown };

async function concurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const next = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: concurrentLookups }, next));
}

async function findEmails(ctx: Context, tags: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  await concurrently(tags, async (tag) => {
    for (const { metadata, providerMessageId } of await ctx.mail.findByTag(tag)) {
      const id = parseDeliveryId(metadata["delivery"] ?? "");
      if (id) found.push({ subscriberId: id.subscriberId, providerMessageId });
    }
  });
  return found;
}

/** The messages that we know were accepted for the subscribers of these tags. */
async function listAccepted(
  ctx: Context,
  localDate: string,
  subscriberIds: readonly number[],
): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT d.provider_message_id AS id
    FROM (SELECT DISTINCT id / ${subscribersPerTag} * ${subscribersPerTag} AS first
      FROM unnest(${subscriberIds}::int[]) AS given (id)) AS tag
    JOIN deliveries d ON d.local_date = ${localDate}::date AND d.channel = 'email'
      AND d.subscriber_id BETWEEN tag.first AND tag.first + ${subscribersPerTag - 1}
    WHERE d.state = 'accepted' AND d.provider_message_id IS NOT NULL`;
  return rows.map(({ id }) => id);
}

async function lookUpEmails(
  ctx: Context,
  batch: BatchSlot,
  pending: readonly number[],
): Promise<LookUp> {
  const accepted = await listAccepted(ctx, batch.localDate, pending);
  const tags = new Set(pending.map((subscriberId) => deliveryTag({ ...batch, subscriberId })));
  const found = await findEmails(ctx, [...tags]);
  const foundIds = new Set(found.map((each) => each.providerMessageId));
  return { found, isComplete: accepted.every((id) => foundIds.has(id)), shown: 0 };
}

function numberOf(recipients: unknown, subscriberId: number): string | undefined {
  if (typeof recipients !== "object" || recipients === null) return undefined;
  const number: unknown = Reflect.get(recipients, String(subscriberId));
  return typeof number === "string" ? number : undefined;
}

/**
 * Whether a text to somebody whose briefing may have been accepted could be that briefing. Providers put
 * words before texts, shorten their links, and hide their content, so everything counts except what is
 * provably a different text of ours: sending twice is worse than believing too much.
 */
function mayBeBriefing({ body }: FoundSms): boolean {
  return !isServiceText(body) && !body.includes(briefingMessages.testMark);
}

/** Whether the provider's list has a text that we know of, in a form that we recognize. */
async function isRecognized(ctx: Context, number: string, id: string): Promise<boolean> {
  const texts = await ctx.sms.findByRecipient(number, new Date(0));
  return texts.some((each) => each.providerMessageId === id && mayBeBriefing(each));
}

/** SQL condition for a ledger row `d` whose message only a report has told us of. */
const isReported = Prisma.sql`
  (d.state = 'accepted' AND d.attempt_id IS NULL AND d.provider_message_id IS NOT NULL)`;

/** Texts of the date that we know were accepted, from each of the attempts next to an instant. */
async function listKnownTexts(ctx: Context, batch: BatchSlot, nearest: Prisma.Sql) {
  return ctx.db.$queryRaw<{ id: string; number: string; isSettled: boolean }[]>`
    SELECT d.provider_message_id AS id, a.recipients ->> d.subscriber_id::text AS number,
      a.state <> 'unknown' AS "isSettled"
    FROM (SELECT id FROM send_attempts
      WHERE local_date = ${batch.localDate}::date
        AND EXISTS (SELECT 1 FROM delivery_batches b JOIN delivery_slots s ON s.id = b.slot_id
          WHERE b.id = batch_id AND s.channel = 'sms')
        AND (accepted > 0 OR EXISTS (SELECT 1 FROM deliveries d
          WHERE d.batch_id = send_attempts.batch_id AND ${inMonthOf(batch.localDate)}
            AND ${isReported} AND recipients ? d.subscriber_id::text))
        AND ${nearest} LIMIT ${checkedTexts}) AS nearby
    JOIN send_attempts a ON a.id = nearby.id AND a.local_date = ${batch.localDate}::date
    JOIN deliveries d ON d.batch_id = a.batch_id AND ${inMonthOf(batch.localDate)}
      AND (d.attempt_id = a.id AND d.provider_message_id IS NOT NULL OR ${isReported})
    WHERE a.recipients ? d.subscriber_id::text
    ORDER BY row_number() OVER (PARTITION BY a.id ORDER BY d.subscriber_id), a.id
    LIMIT ${checkedTexts}`;
}

/**
 * Looks in the provider's list for texts that we know it accepted right before and right after an instant, in
 * any zone: a gap that hides a text of that time would hide one of them as well. Returns how many of them
 * belong to finalized attempts, or null if one is missing.
 */
async function countKnownTexts(
  ctx: Context,
  batch: BatchSlot,
  instant: Date,
): Promise<number | null> {
  const known = [
    ...(await listKnownTexts(
      ctx,
      batch,
      Prisma.sql`started_at <= ${instant} ORDER BY started_at DESC`,
    )),
    ...(await listKnownTexts(ctx, batch, Prisma.sql`started_at > ${instant} ORDER BY started_at`)),
  ];
  let missing = 0;
  await concurrently(known, async ({ id, number }) => {
    if (!(await isRecognized(ctx, number, id))) missing += 1;
  });
  return missing === 0 ? known.filter(({ isSettled }) => isSettled).length : null;
}

async function lookUpTexts(
  ctx: Context,
  batch: BatchSlot,
  pending: readonly number[],
): Promise<LookUp> {
  const attempts = await ctx.db.sendAttempt.findMany({
    where: { batchId: batch.batchId, localDate: toDatabaseDate(batch.localDate) },
    orderBy: { sentAfter: "asc" },
    select: { sentAfter: true, startedAt: true, recipients: true },
  });
  const first = attempts[0];
  if (!first) return { found: [], isComplete: false, shown: 0 };
  const since = new Date(first.sentAfter.getTime() - providerClockMarginMs);
  const found: Found[] = [];
  await concurrently(pending, async (subscriberId) => {
    const numbers = attempts.flatMap((each) => numberOf(each.recipients, subscriberId) ?? []);
    for (const number of new Set(numbers)) {
      const texts = await ctx.sms.findByRecipient(number, since);
      const same = texts.find(mayBeBriefing);
      if (same) found.push({ subscriberId, providerMessageId: same.providerMessageId });
    }
  });
  let shown = Infinity;
  if (found.length < pending.length) {
    for (const { startedAt } of attempts) {
      const known = await countKnownTexts(ctx, batch, startedAt);
      if (known === null) return { found, isComplete: false, shown: 0 };
      shown = Math.min(shown, known);
    }
  }
  return { found, isComplete: true, shown };
}

/**
 * Asks the provider which of a batch's pending rows it has accepted, in any attempt. Throws when it
 * can't say.
 */
export async function lookUp(
  ctx: Context,
  batch: BatchSlot,
  pending: readonly number[],
): Promise<LookUp> {
  return batch.channel === "email"
    ? lookUpEmails(ctx, batch, pending)
    : lookUpTexts(ctx, batch, pending);
}

/** Any message of the batch's slot that was accepted by an attempt that began after an instant. */
async function findLaterMessage(
  ctx: Context,
  batch: BatchSlot,
  after: Date,
): Promise<LaterMessage | null> {
  const [message] = await ctx.db.$queryRaw<LaterMessage[]>`
    SELECT d.subscriber_id AS "subscriberId", d.provider_message_id AS "providerMessageId",
      a.recipients
    FROM delivery_batches b
    JOIN send_attempts a ON a.batch_id = b.id AND a.local_date = ${batch.localDate}::date
      AND a.started_at > ${after} AND a.accepted > 0
    JOIN deliveries d ON d.batch_id = b.id AND ${inMonthOf(batch.localDate)}
      AND d.attempt_id = a.id
      AND d.provider_message_id IS NOT NULL
    WHERE b.slot_id = ${batch.slotId} AND b.id <> ${batch.batchId}
    LIMIT 1`;
  return message ?? null;
}

/**
 * Whether the provider's search already finds a message that it accepted after an instant. If so, whatever it
 * doesn't find wasn't accepted before that instant. Throws when it can't say.
 */
export async function isSearchCurrent(
  ctx: Context,
  batch: BatchSlot,
  after: Date,
): Promise<boolean> {
  const later = await findLaterMessage(ctx, batch, after);
  if (!later) return false;
  if (batch.channel === "email") {
    const tag = deliveryTag({ ...batch, subscriberId: later.subscriberId });
    const found = await ctx.mail.findByTag(tag);
    return found.some((each) => each.providerMessageId === later.providerMessageId);
  }
  const number = numberOf(later.recipients, later.subscriberId);
  return number !== undefined && isRecognized(ctx, number, later.providerMessageId);
}
