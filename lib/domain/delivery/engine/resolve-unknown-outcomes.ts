import { clockSkewMs } from "@/lib/platform/clock";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { applyReports } from "../reports/apply-reports";
import type { BatchSlot } from "./claim";
import { inMonthOf } from "../ledger/ledger-month";
import { isSearchCurrent, lookUp, type Found, type LookUp } from "./look-up";
import { lookUpDelayMs } from "./retry-policy";

/**
 * After this many times the shortest wait, "not found" is believed about a text even if no later text proves
 * that the list is up to date. That's five minutes by default, because a provider may accept a text minutes
 * after its call. For an email, a probe can always be that proof.
 */
const waitsWithoutLater = 15;

/**
 * How many texts of finalized attempts the list must show before an attempt that it shows in part is believed
 * to be partly unsent: a list with gaps would have kept some of those attempts from being finalized, too.
 */
const settledTexts = 5;

type UnknownAttempt = {
  id: string;
  lookupCount: number;
  foundCount: number | null;
  endedAt: Date;
  endedSecondsAgo: number;
};

async function findUnknownAttempt(
  ctx: Context,
  { batchId, localDate }: BatchSlot,
): Promise<UnknownAttempt | null> {
  const [attempt] = await ctx.db.$queryRaw<UnknownAttempt[]>`
    SELECT id, lookup_count AS "lookupCount", found_count AS "foundCount",
      coalesce(ended_at, started_at) AS "endedAt",
      extract(epoch FROM now() - coalesce(ended_at, started_at))::float8 AS "endedSecondsAgo"
    FROM send_attempts
    WHERE batch_id = ${batchId} AND local_date = ${localDate}::date AND state = 'unknown'`;
  return attempt ?? null;
}

/** SQL condition for a ledger row `d` whose outcome isn't known, even if it already counts as missed. */
const isUnknown = Prisma.sql`(d.state = 'pending' OR d.reason = 'outcome_unknown')`;

/** The rows that an attempt may have sent. A limited attempt names them; others sent all that were left. */
async function listPending(
  ctx: Context,
  { batchId, localDate }: BatchSlot,
  attempt: UnknownAttempt,
): Promise<number[]> {
  const rows = await ctx.db.$queryRaw<{ subscriber_id: number }[]>`
    SELECT d.subscriber_id FROM deliveries d
    JOIN send_attempts a ON a.id = ${attempt.id}::uuid AND a.local_date = ${localDate}::date
    WHERE d.batch_id = ${batchId} AND ${inMonthOf(localDate)} AND ${isUnknown}
      AND (a.recipients IS NULL OR a.recipients ? d.subscriber_id::text)`;
  return rows.map((row) => row.subscriber_id);
}

/**
 * Whether the provider shows some of a slot's messages with an unknown outcome but not others: of any
 * attempt, or of this attempt's call according to reports. Each text has its own call, so reports about other
 * texts say nothing about it. What was known before the call wasn't part of it.
 */
async function isPartlyFound(
  ctx: Context,
  { batchId, slotId, localDate, channel }: BatchSlot,
  attempt: UnknownAttempt,
): Promise<boolean> {
  const found = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM delivery_batches b
    JOIN send_attempts a ON a.batch_id = b.id AND a.local_date = ${localDate}::date
    WHERE b.slot_id = ${slotId} AND b.state = 'unknown' AND a.state = 'unknown' AND a.found_count > 0
    UNION ALL
    SELECT 1 FROM deliveries d
    JOIN send_attempts a ON a.id = ${attempt.id}::uuid AND a.local_date = ${localDate}::date
    WHERE ${channel} = 'email' AND d.batch_id = ${batchId} AND ${inMonthOf(localDate)}
      AND d.state = 'accepted' AND d.attempt_id IS NULL
      AND (a.recipients IS NULL OR a.recipients ? d.subscriber_id::text)
      AND d.finalized_at > a.sent_after - make_interval(secs => ${clockSkewMs / 1_000})
    LIMIT 1`;
  return found.length > 0;
}

function probeTag(attemptId: string): string {
  return `probe:${attemptId}`;
}

/** Sends a probe and remembers it. If that fails, the next lookup tries again. */
async function sendProbe(ctx: Context, batch: BatchSlot, attemptId: string): Promise<void> {
  // The provider indexes each stream separately.
  if (!(await ctx.mail.sendProbe(probeTag(attemptId), "broadcast"))) return;
  await ctx.db.$executeRaw`
    UPDATE send_attempts SET probe_sent_at = now()
    WHERE id = ${attemptId}::uuid AND local_date = ${batch.localDate}::date`;
}

/**
 * Whether the provider's search already finds an email that was accepted after the attempt. If the slot has
 * sent nothing since, that email is a probe, which goes nowhere.
 */
async function isProbeFound(
  ctx: Context,
  batch: BatchSlot,
  attempt: UnknownAttempt,
): Promise<boolean> {
  const [probed] = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM send_attempts WHERE probe_sent_at > ${attempt.endedAt} LIMIT 1`;
  if (probed) return (await ctx.mail.findByTag(probeTag(probed.id))).length > 0;
  await sendProbe(ctx, batch, attempt.id);
  return false;
}

/**
 * What the provider has accepted of the pending rows: one message per subscriber, even if it accepted
 * several.
 */
async function findPending(
  ctx: Context,
  batch: BatchSlot,
  pending: readonly number[],
): Promise<LookUp> {
  const { found, ...rest } = await lookUp(ctx, batch, pending);
  const bySubscriber = new Map(found.map((each) => [each.subscriberId, each]));
  return { found: pending.flatMap((id) => bySubscriber.get(id) ?? []), ...rest };
}

/**
 * What the provider has said about an attempt so far, and whether that is conclusive. It isn't as long as its
 * answers contradict what we know.
 */
async function askProvider(
  ctx: Context,
  batch: BatchSlot,
  attempt: UnknownAttempt,
  pending: readonly number[],
): Promise<{ found: Found[]; isFinal: boolean }> {
  const { found, isComplete, shown } = await findPending(ctx, batch, pending);
  if (found.length === pending.length) return { found, isFinal: true };
  const waitS = ctx.settings.unknownOutcomeWaitSeconds;
  const isStable = attempt.lookupCount > 0 && found.length === 0;
  if (!isStable || attempt.endedSecondsAgo < waitS || !isComplete) return { found, isFinal: false };
  const isSms = batch.channel === "sms";
  const isPartial = await isPartlyFound(ctx, batch, attempt);
  if (isPartial && !isSms) return { found, isFinal: false };
  const isTrusted = !isPartial || shown >= settledTexts;
  const isCurrent =
    (await isSearchCurrent(ctx, batch, attempt.endedAt)) ||
    (isSms
      ? isTrusted && attempt.endedSecondsAgo >= waitS * waitsWithoutLater
      : await isProbeFound(ctx, batch, attempt));
  if (!isCurrent) return { found, isFinal: false };
  // These checks came after the answer about the pending rows, and the search may have recovered in between.
  const again = await findPending(ctx, batch, pending);
  const isSame = again.found.length === 0 || again.found.length === pending.length;
  return { found: again.found, isFinal: again.isComplete && isSame };
}

/**
 * Resolves an attempt with an unknown outcome by asking the provider. Messages that the provider has are
 * recorded as accepted. The others count as not sent, and are sent again, only when two lookups in a row find
 * nothing new and the search shows everything we know of, including something that was accepted later
 * (docs/decisions/006-unknown-outcomes.md). Otherwise they stay unknown, and are missed at ten.
 */
export async function resolveUnknownOutcomes(ctx: Context, batch: BatchSlot): Promise<void> {
  const attempt = await findUnknownAttempt(ctx, batch);
  if (!attempt) return;
  let pending: number[];
  let answer: Awaited<ReturnType<typeof askProvider>>;
  try {
    // A report may already have the answer.
    if (!(await applyReports(ctx))) throw new Error("delivery reports are still waiting");
    pending = await listPending(ctx, batch, attempt);
    answer = await askProvider(ctx, batch, attempt, pending);
  } catch (error) {
    ctx.log.warn({ err: error, attemptId: attempt.id }, "provider lookup failed");
    await ctx.db.$executeRaw`
      UPDATE delivery_batches SET failures = failures + 1,
        next_attempt_at = now() + make_interval(secs => ${nextLookUpS(ctx, attempt, true)})
      WHERE id = ${batch.batchId} AND state = 'unknown'`;
    return;
  }
  const missing = pending.length - answer.found.length;
  if (!(await recordLookUp(ctx, batch, attempt, answer, missing))) return;
  const found = (attempt.foundCount ?? 0) + answer.found.length;
  ctx.log.info({ attemptId: attempt.id, found, missing }, "unknown outcome resolved");
}

/**
 * Records what a lookup found, and what follows from it, in one statement. A lookup that a later one has
 * overtaken can't conclude that the rest wasn't sent, because it doesn't know what that one found. If the late
 * one finds something that the other concluded wasn't sent, the outcome is unknown again.
 *
 * @returns whether the attempt's outcome is known now
 */
async function recordLookUp(
  ctx: Context,
  batch: BatchSlot,
  attempt: UnknownAttempt,
  { found, isFinal }: { found: readonly Found[]; isFinal: boolean },
  missing: number,
): Promise<boolean> {
  const subscriberIds = found.map((each) => each.subscriberId);
  const messageIds = found.map((each) => each.providerMessageId);
  const [row] = await ctx.db.$queryRaw<{ isResolved: boolean }[]>`
    WITH batch AS MATERIALIZED (
      SELECT id, state FROM delivery_batches WHERE id = ${batch.batchId} FOR NO KEY UPDATE
    ), found AS (
      UPDATE deliveries d SET state = 'accepted', reason = NULL, attempt_id = ${attempt.id}::uuid,
        provider_message_id = f.provider_message_id, finalized_at = ${ctx.clock.now()}
      FROM unnest(${subscriberIds}::int[], ${messageIds}::text[])
        AS f (subscriber_id, provider_message_id)
      WHERE d.batch_id = ${batch.batchId} AND ${inMonthOf(batch.localDate)}
        AND d.subscriber_id = f.subscriber_id AND ${isUnknown}
      RETURNING 1
    ), looked_up AS (
      UPDATE send_attempts a SET
        state = CASE WHEN ${isFinal} AND (${missing} = 0 OR lookup_count = ${attempt.lookupCount})
          THEN 'finalized' ELSE 'unknown' END,
        found_count = coalesce(found_count, 0) + (SELECT count(*) FROM found),
        accepted = accepted + (SELECT count(*) FROM found),
        lookup_count = lookup_count + 1
      FROM batch
      WHERE a.id = ${attempt.id}::uuid AND a.local_date = ${batch.localDate}::date
        AND (a.state = 'unknown'
          OR a.state = 'finalized' AND batch.state = 'ready' AND (SELECT count(*) FROM found) > 0)
      RETURNING batch_id, a.state = 'finalized' AS is_resolved
    )
    UPDATE delivery_batches b SET
      state = CASE WHEN NOT is_resolved THEN 'unknown'
        WHEN EXISTS (SELECT 1 FROM deliveries d
          WHERE d.batch_id = b.id AND ${inMonthOf(batch.localDate)} AND ${isUnknown}
            AND d.subscriber_id <> ALL(${subscriberIds}::int[])) THEN 'ready'
        ELSE 'done' END,
      next_attempt_at = now() + CASE WHEN is_resolved THEN interval '0'
        ELSE make_interval(secs => ${nextLookUpS(ctx, attempt, false)}) END
    FROM looked_up WHERE b.id = looked_up.batch_id
    RETURNING is_resolved AS "isResolved"`;
  return row?.isResolved ?? false;
}

function nextLookUpS(ctx: Context, attempt: UnknownAttempt, hasFailed: boolean): number {
  return lookUpDelayMs(attempt, ctx.settings.unknownOutcomeWaitSeconds, hasFailed) / 1_000;
}
