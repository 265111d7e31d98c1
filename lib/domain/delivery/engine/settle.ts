import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { cityOf } from "@/lib/calendar/zones";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Context } from "../../context";
import { raiseAlert } from "../../outbox/operator-alerts";
import { waitingRowsMs, type Claim } from "./claim";
import {
  pauseThrottled,
  recordAccepted,
  recordAnswered,
  recordRefused,
  recordUnanswered,
} from "./provider-rate-limit";
import { recordResults } from "./record";
import { backoffMs, decideNextStep, judgeRefusals, type NextStep } from "./retry-policy";
import type { Sent } from "./send-messages";

/** How long one throttled call can hold back all workers at most. */
const maxThrottlePauseMs = 5_000;

/** How long before a refusal an acceptance still says something about our account (milliseconds). */
const recentMs = 2 * 3_600_000;

/** Retries until the database accepts it: what is known about an attempt must not be lost. */
export async function retryUntilRecorded(ctx: Context, record: () => Promise<void>): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await record();
      return;
    } catch (error) {
      ctx.log.error({ err: error, failures }, "attempt not recorded, retrying");
      await new Promise((resolve) => setTimeout(resolve, backoffMs(failures)));
    }
  }
}

/** The next step of a batch whose attempt went well, but didn't include all of its rows. */
function waitFor({ waitingFor, isLimited }: Claim): NextStep {
  const delayMs = isLimited ? 0 : waitingRowsMs;
  return { next: "ready", reason: waitingFor, error: null, delayMs };
}

/** What an attempt says about the provider: to all workers, and to the operator. */
async function recordVerdict(
  ctx: Context,
  { batch, provider, before }: Claim,
  { results, failures }: Sent,
  refused: number,
  detail: string,
): Promise<void> {
  const hasAccepted = results.some(({ result }) => result.state === "accepted");
  const isCertain = failures.some(({ state }) => state === "unauthorized");
  if (hasAccepted && (before.unanswered > 0 || before.refused > 0)) {
    await recordAccepted(ctx, provider);
  } else if (results.length > 0 && before.unanswered > 0) {
    await recordAnswered(ctx, provider);
  }
  if (results.length === 0 && failures.every(({ state }) => /^un(?:known|sent)$/.test(state))) {
    await recordUnanswered(ctx, provider);
  }
  if (refused === 0 && !isCertain) return;
  const isAccountRefused = await recordRefused(ctx, provider, {
    count: refused,
    isCertain,
    hasAccepted,
  });
  if (!isAccountRefused) return;
  await raiseAlert(ctx, {
    key: `rejecting:${provider}:${batch.localDate}`,
    ...operatorAlertMessages.rejecting(
      formatLongWeekdayMonthDay(batch.localDate),
      cityOf(batch.timezone),
      detail,
    ),
  });
}

/**
 * Whether a provider has accepted any message in a call that began after an instant. False when the database
 * can't say: recording results must not wait.
 */
async function hasAcceptedSince(
  ctx: Context,
  { localDate, channel }: Claim["batch"],
  instant: Date,
): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM send_attempts a
    JOIN delivery_batches b ON b.id = a.batch_id
    JOIN delivery_slots s ON s.id = b.slot_id AND s.channel = ${channel}
    WHERE a.local_date >= ${localDate}::date AND a.started_at > ${instant} AND a.accepted > 0
    LIMIT 1`.catch(() => []);
  return rows.length > 0;
}

/** Records what happened to a claimed batch, and what that says about the provider. */
export async function settle(ctx: Context, claim: Claim, sent: Sent): Promise<number> {
  const { batch, provider, attemptId } = claim;
  const hasRefusal = sent.results.some(({ result }) => result.state === "refused");
  const isSecond =
    hasRefusal && batch.refusedAt !== null && (await hasAcceptedSince(ctx, batch, batch.refusedAt));
  const { final, held } = judgeRefusals(sent.results, isSecond);
  const decided = decideNextStep(
    { failures: sent.failures, held },
    batch.failures,
    ctx.settings.unknownOutcomeWaitSeconds,
  );
  const step = claim.waitingFor && decided.next === "done" ? waitFor(claim) : decided;
  await retryUntilRecorded(ctx, () =>
    recordResults(ctx, batch, attemptId, step, final, held.length > 0),
  );
  // A repeated refusal says nothing new, as long as other messages were accepted on the same morning.
  const isNew =
    held.length > 0 &&
    (batch.refusedAt === null ||
      !(await hasAcceptedSince(ctx, batch, new Date(batch.refusedAt.getTime() - recentMs))));
  await recordVerdict(ctx, claim, sent, isNew ? held.length : 0, step.error ?? "");
  if (step.reason === "provider_throttled") {
    await pauseThrottled(ctx, provider, Math.min(step.delayMs, maxThrottlePauseMs));
  }
  const accepted = final.filter(({ result }) => result.state === "accepted").length;
  ctx.log.info(
    {
      batchId: String(batch.batchId),
      attemptId,
      channel: batch.channel,
      timezone: batch.timezone,
      accepted,
      refused: sent.results.length - accepted,
      next: step.next,
      reason: step.reason,
    },
    "batch sent",
  );
  return accepted;
}
