import type { Context } from "../../context";
import type { FoundSms } from "../../ports/sms";
import type { BatchSlot } from "./claim";
import { parseDeliveryId } from "./delivery-id";
import { getEdition } from "../content/edition-email";
import { backoffMs } from "./provider-rate-limit";

/** How many questions about texts are under way at once. */
const questionsAtOnce = 10;

/** Providers' clocks may lag behind ours by so much (milliseconds). */
const providerClockMarginMs = 2 * 60_000;

type OpenAttempt = {
  id: string;
  sentAfter: Date;
  recipients: unknown;
  lookupCount: number;
  foundCount: number | null;
  endedSecondsAgo: number;
};

type Found = { subscriberId: number; providerMessageId: string };

async function findOpenAttempt(ctx: Context, batchId: bigint): Promise<OpenAttempt | null> {
  const [attempt] = await ctx.db.$queryRaw<OpenAttempt[]>`
    SELECT id, sent_after AS "sentAfter", recipients, lookup_count AS "lookupCount",
      found_count AS "foundCount",
      extract(epoch FROM now() - coalesce(ended_at, started_at))::float8 AS "endedSecondsAgo"
    FROM send_attempts WHERE batch_id = ${batchId} AND state = 'unknown'`;
  return attempt ?? null;
}

async function pendingOf(ctx: Context, batchId: bigint): Promise<number[]> {
  const rows = await ctx.db.$queryRaw<{ subscriber_id: number }[]>`
    SELECT subscriber_id FROM deliveries WHERE batch_id = ${batchId} AND state = 'pending'`;
  return rows.map((row) => row.subscriber_id);
}

async function askAboutMails(ctx: Context, attempt: OpenAttempt): Promise<Found[]> {
  const mails = await ctx.mail.findByTag(attempt.id);
  return mails.flatMap(({ metadata, providerMessageId }) => {
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

async function askAboutTexts(
  ctx: Context,
  batch: BatchSlot,
  attempt: OpenAttempt,
  pending: readonly number[],
): Promise<Found[]> {
  if (!isNumberBySubscriber(attempt.recipients)) return [];
  const numbers = attempt.recipients;
  const { smsText } = await getEdition(ctx, batch.editionId);
  const since = new Date(attempt.sentAfter.getTime() - providerClockMarginMs);
  const found: Found[] = [];
  const queue = pending.filter((subscriberId) => numbers[subscriberId] !== undefined);
  const ask = async () => {
    for (let subscriberId = queue.pop(); subscriberId !== undefined; subscriberId = queue.pop()) {
      const texts: FoundSms[] = await ctx.sms.findByRecipient(numbers[subscriberId] ?? "", since);
      const same = texts.find((text) => text.body === smsText);
      if (same) found.push({ subscriberId, providerMessageId: same.providerMessageId });
    }
  };
  await Promise.all(Array.from({ length: questionsAtOnce }, ask));
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
 * Settles an attempt whose outcome nobody knows by asking the provider. What it took is recorded.
 * What it does not know of is believed not to have been taken only when two answers in a row say
 * so, the second of them long enough after the call for the provider's index to have caught up;
 * then the batch is ready again.
 */
export async function resolveUnknownOutcomes(ctx: Context, batch: BatchSlot): Promise<void> {
  const attempt = await findOpenAttempt(ctx, batch.batchId);
  if (!attempt) return;
  const pending = await pendingOf(ctx, batch.batchId);
  let found: Found[];
  try {
    found =
      batch.channel === "email"
        ? await askAboutMails(ctx, attempt)
        : await askAboutTexts(ctx, batch, attempt, pending);
  } catch (error) {
    ctx.log.warn({ err: error, attemptId: attempt.id }, "the provider could not be asked");
    await ctx.db.$executeRaw`
      UPDATE delivery_batches SET failures = failures + 1,
        next_attempt_at = now() + make_interval(secs => ${backoffMs(attempt.lookupCount + 3) / 1_000})
      WHERE id = ${batch.batchId} AND state = 'unknown'`;
    return;
  }
  const open = new Set(pending);
  const news = found.filter((each) => open.has(each.subscriberId));
  if (news.length > 0) await recordFound(ctx, batch, attempt.id, news);

  const isComplete = news.length === pending.length;
  const isSteady = attempt.lookupCount > 0 && news.length === 0;
  const isLateEnough = attempt.endedSecondsAgo >= ctx.settings.unknownOutcomeWaitSeconds;
  const foundCount = (attempt.foundCount ?? 0) + news.length;
  if (isComplete || (isSteady && isLateEnough)) {
    const next = isComplete ? "done" : "ready";
    await ctx.db.$executeRaw`
      WITH finalized AS (
        UPDATE send_attempts SET state = 'finalized', found_count = ${foundCount},
          lookup_count = lookup_count + 1, accepted = accepted + ${news.length}
        WHERE id = ${attempt.id}::uuid AND state = 'unknown' RETURNING batch_id
      )
      UPDATE delivery_batches b SET state = ${next}, next_attempt_at = now()
      FROM finalized WHERE b.id = finalized.batch_id`;
    ctx.log.info(
      { attemptId: attempt.id, found: foundCount, missing: pending.length - news.length },
      "an unknown outcome is finalized",
    );
    return;
  }
  const waitS = Math.max(1, ctx.settings.unknownOutcomeWaitSeconds - attempt.endedSecondsAgo);
  await ctx.db.$executeRaw`
    WITH asked AS (
      UPDATE send_attempts SET lookup_count = lookup_count + 1, found_count = ${foundCount},
        accepted = accepted + ${news.length}
      WHERE id = ${attempt.id}::uuid AND state = 'unknown' RETURNING batch_id
    )
    UPDATE delivery_batches b SET next_attempt_at = now() + make_interval(secs => ${waitS})
    FROM asked WHERE b.id = asked.batch_id`;
}
