import type { Context } from "../../context";
import type { FoundSms } from "../../ports/sms";
import { getEdition } from "../content/edition-email";
import type { BatchSlot } from "./claim";
import { parseDeliveryId } from "./delivery-id";
import { backoffMs } from "./retry-policy";

/** How many texts are looked up at the same time. */
const concurrentLookups = 10;

/** How far a provider's clock may lag behind ours. */
const providerClockMarginMs = 2 * 60_000;

type UnknownAttempt = {
  id: string;
  sentAfter: Date;
  recipients: unknown;
  lookupCount: number;
  foundCount: number | null;
  endedSecondsAgo: number;
};

type Found = { subscriberId: number; providerMessageId: string };

async function findUnknownAttempt(ctx: Context, batchId: bigint): Promise<UnknownAttempt | null> {
  const [attempt] = await ctx.db.$queryRaw<UnknownAttempt[]>`
    SELECT id, sent_after AS "sentAfter", recipients, lookup_count AS "lookupCount",
      found_count AS "foundCount",
      extract(epoch FROM now() - coalesce(ended_at, started_at))::float8 AS "endedSecondsAgo"
    FROM send_attempts WHERE batch_id = ${batchId} AND state = 'unknown'`;
  return attempt ?? null;
}

async function listPending(ctx: Context, batchId: bigint): Promise<number[]> {
  const rows = await ctx.db.$queryRaw<{ subscriber_id: number }[]>`
    SELECT subscriber_id FROM deliveries WHERE batch_id = ${batchId} AND state = 'pending'`;
  return rows.map((row) => row.subscriber_id);
}

async function lookUpEmails(ctx: Context, attempt: UnknownAttempt): Promise<Found[]> {
  const emails = await ctx.mail.findByTag(attempt.id);
  return emails.flatMap(({ metadata, providerMessageId }) => {
    const id = parseDeliveryId(metadata["delivery"] ?? "");
    return id ? [{ subscriberId: id.subscriberId, providerMessageId }] : [];
  });
}

function isNumberBySubscriber(value: unknown): value is Record<string, string> {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((each) => typeof each === "string")
  );
}

async function lookUpTexts(
  ctx: Context,
  batch: BatchSlot,
  attempt: UnknownAttempt,
  pending: readonly number[],
): Promise<Found[]> {
  if (!isNumberBySubscriber(attempt.recipients)) return [];
  const numbers = attempt.recipients;
  const { smsText } = await getEdition(ctx, batch.editionId);
  const since = new Date(attempt.sentAfter.getTime() - providerClockMarginMs);
  const found: Found[] = [];
  const queue = pending.filter((subscriberId) => numbers[subscriberId] !== undefined);
  const lookUp = async () => {
    for (let subscriberId = queue.pop(); subscriberId !== undefined; subscriberId = queue.pop()) {
      const texts: FoundSms[] = await ctx.sms.findByRecipient(numbers[subscriberId] ?? "", since);
      const same = texts.find((text) => text.body === smsText);
      if (same) found.push({ subscriberId, providerMessageId: same.providerMessageId });
    }
  };
  await Promise.all(Array.from({ length: concurrentLookups }, lookUp));
  return found;
}

async function recordFound(
  ctx: Context,
  batch: BatchSlot,
  attemptId: string,
  found: readonly Found[],
): Promise<void> {
  const subscriberIds = found.map((each) => each.subscriberId);
  const messageIds = found.map((each) => each.providerMessageId);
  await ctx.db.$executeRaw`
    UPDATE deliveries d SET state = 'accepted', attempt_id = ${attemptId}::uuid,
      provider_message_id = f.provider_message_id, finalized_at = ${ctx.clock.now()}
    FROM unnest(${subscriberIds}::int[], ${messageIds}::text[])
      AS f (subscriber_id, provider_message_id)
    WHERE d.batch_id = ${batch.batchId} AND d.subscriber_id = f.subscriber_id
      AND d.state = 'pending'`;
}

/**
 * Resolves an attempt with an unknown outcome by asking the provider. Messages that the provider
 * has are recorded as accepted. The others count as not sent only when a second lookup finds
 * nothing new and enough time has passed for the provider's search index to catch up; then the
 * batch is ready to be sent again.
 */
export async function resolveUnknownOutcomes(ctx: Context, batch: BatchSlot): Promise<void> {
  const attempt = await findUnknownAttempt(ctx, batch.batchId);
  if (!attempt) return;
  const pending = await listPending(ctx, batch.batchId);
  let found: Found[];
  try {
    found =
      batch.channel === "email"
        ? await lookUpEmails(ctx, attempt)
        : await lookUpTexts(ctx, batch, attempt, pending);
  } catch (error) {
    ctx.log.warn({ err: error, attemptId: attempt.id }, "provider lookup failed");
    await ctx.db.$executeRaw`
      UPDATE delivery_batches SET failures = failures + 1,
        next_attempt_at = now() + make_interval(secs => ${backoffMs(attempt.lookupCount + 3) / 1_000})
      WHERE id = ${batch.batchId} AND state = 'unknown'`;
    return;
  }
  const isPending = new Set(pending);
  const newlyFound = found.filter((each) => isPending.has(each.subscriberId));
  if (newlyFound.length > 0) await recordFound(ctx, batch, attempt.id, newlyFound);

  const isComplete = newlyFound.length === pending.length;
  const isStable = attempt.lookupCount > 0 && newlyFound.length === 0;
  const isLateEnough = attempt.endedSecondsAgo >= ctx.settings.unknownOutcomeWaitSeconds;
  const foundCount = (attempt.foundCount ?? 0) + newlyFound.length;
  if (isComplete || (isStable && isLateEnough)) {
    const next = isComplete ? "done" : "ready";
    await ctx.db.$executeRaw`
      WITH finalized AS (
        UPDATE send_attempts SET state = 'finalized', found_count = ${foundCount},
          lookup_count = lookup_count + 1, accepted = accepted + ${newlyFound.length}
        WHERE id = ${attempt.id}::uuid AND state = 'unknown' RETURNING batch_id
      )
      UPDATE delivery_batches b SET state = ${next}, next_attempt_at = now()
      FROM finalized WHERE b.id = finalized.batch_id`;
    ctx.log.info(
      { attemptId: attempt.id, found: foundCount, missing: pending.length - newlyFound.length },
      "unknown outcome resolved",
    );
    return;
  }
  const waitS = Math.max(1, ctx.settings.unknownOutcomeWaitSeconds - attempt.endedSecondsAgo);
  await ctx.db.$executeRaw`
    WITH looked_up AS (
      UPDATE send_attempts SET lookup_count = lookup_count + 1, found_count = ${foundCount},
        accepted = accepted + ${newlyFound.length}
      WHERE id = ${attempt.id}::uuid AND state = 'unknown' RETURNING batch_id
    )
    UPDATE delivery_batches b SET next_attempt_at = now() + make_interval(secs => ${waitS})
    FROM looked_up WHERE b.id = looked_up.batch_id`;
}
