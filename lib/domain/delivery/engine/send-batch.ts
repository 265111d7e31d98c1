import { randomUUID } from "node:crypto";
import { fromDatabaseDate } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { cityOf } from "@/lib/calendar/zones";
import { type Channel, channels } from "@/lib/contracts/primitives";
import { timezoneNames } from "@/lib/contracts/timezones";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Context } from "../../context";
import { raiseAlert } from "../../outbox/operator-alerts";
import { getEdition } from "../content/edition-email";
import { applyReports } from "../reports/apply-reports";
import { slotOf } from "../schedule/slots";
import { isTracking } from "../reports/tracking";
import { textIntervalMs, textsPerSecond } from "../schedule/batch-size";
import { cancelClaim, claimBatch, finishEmptyBatch, waitingRowsMs, type BatchSlot } from "./claim";
import { batchLeaseMs } from "./dispatch";
import { inMonthOf } from "../ledger/ledger-month";
import {
  pauseProvider,
  recordAnswered,
  recordUnanswered,
  requestAdmission,
  reserveCapacity,
} from "./provider-rate-limit";
import { recordResults } from "./record";
import { resolveUnknownOutcomes } from "./resolve-unknown-outcomes";
import {
  backoffMs,
  decideNextStep,
  findWidespreadRefusal,
  type NextStep,
  type WidespreadRefusal,
} from "./retry-policy";
import { sendEmails, sendTexts, type Sent, type TextPace } from "./send-messages";
import { fenceOf, FenceLostError, type WorkerIdentity } from "./worker-lease";

/** What `sendBatch` did with a batch. */
export type BatchOutcome =
  | { state: "sent"; accepted: number }
  /** Another worker has it, or it's done. */
  | { state: "nothing_to_do" }
  /** Its slot isn't open, or its provider is paused. */
  | { state: "later" }
  /** The provider was asked about an unknown outcome. */
  | { state: "looked_up" };

type BatchRow = BatchSlot & {
  state: string;
  opensAt: Date;
  closesAt: Date;
  failures: number;
  /** Why an earlier attempt left rows unsent; null before the first. */
  lastReason: string | null;
};

function asChannel(text: string): Channel {
  const channel = channels.find((each) => each === text);
  if (!channel) throw new Error(`unknown channel: ${text}`);
  return channel;
}

async function findBatch(ctx: Context, batchId: bigint): Promise<BatchRow | null> {
  const row = await ctx.db.deliveryBatch.findUnique({
    where: { id: batchId },
    select: {
      id: true,
      state: true,
      failures: true,
      lastReason: true,
      slot: {
        select: {
          id: true,
          localDate: true,
          timezone: true,
          channel: true,
          editionId: true,
          opensAt: true,
          closesAt: true,
        },
      },
    },
  });
  if (!row || row.slot.editionId === null) return null;
  const { slot } = row;
  return {
    batchId: row.id,
    state: row.state,
    failures: row.failures,
    lastReason: row.lastReason,
    slotId: slot.id,
    localDate: fromDatabaseDate(slot.localDate),
    timezone: slot.timezone,
    channel: asChannel(slot.channel),
    editionId: row.slot.editionId,
    opensAt: slot.opensAt,
    closesAt: slot.closesAt,
  };
}

/** Zones whose slot for the batch's date and channel hasn't opened yet. */
function unopenedZones(ctx: Context, batch: BatchSlot): string[] {
  const now = ctx.clock.now();
  return timezoneNames.filter(
    (timezone) =>
      slotOf(batch.localDate, timezone, batch.channel, ctx.settings.emailLeadMinutes).opensAt > now,
  );
}

async function postponeBatch(ctx: Context, batchId: bigint, delayMs: number): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE delivery_batches
    SET next_attempt_at = now() + make_interval(secs => ${delayMs / 1_000})
    WHERE id = ${batchId} AND state <> 'done'`;
}

/** Whether the batch may be sent now: not a moment too early, not one too late. */
function isOpen(batch: BatchRow, clock: Context["clock"]): boolean {
  return (
    clock.isConfirmed() && batch.opensAt <= clock.now() && clock.nowAtLatest() < batch.closesAt
  );
}

/** Waits until the provider's rate limit has room for the batch. Emails aren't rate limited. */
async function waitForCapacity(ctx: Context, batch: BatchRow): Promise<TextPace> {
  if (batch.channel !== "sms") return { intervalMs: 0, perSecond: Infinity };
  const { smsText } = await getEdition(ctx, batch.editionId);
  const segments = ctx.sms.countSegments(smsText);
  const rate = ctx.settings.smsSegmentsPerSecond;
  const intervalMs = textIntervalMs(segments, rate);
  const pace = { intervalMs, perSecond: textsPerSecond(segments, rate) };
  const [pending] = await ctx.db.$queryRaw<{ texts: number }[]>`
    SELECT count(*)::int AS texts FROM deliveries d
    WHERE d.batch_id = ${batch.batchId} AND ${inMonthOf(batch.localDate)} AND d.state = 'pending'`;
  const texts = pending?.texts ?? 0;
  const waitMs = await reserveCapacity(ctx, "twilio", texts * intervalMs);
  if (waitMs === 0) return pace;
  // While this worker waits, no other should lease the batch and reserve capacity for it again.
  await postponeBatch(ctx, batch.batchId, waitMs + batchLeaseMs);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return pace;
}

/** Retries until the database takes it: what is known about an attempt must not be lost. */
async function retryUntilRecorded(ctx: Context, record: () => Promise<void>): Promise<void> {
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

/** Leaves the recipients of a widespread refusal pending, so that they're sent to once it's fixed. */
function holdWidespreadRefusal(sent: Sent): Sent & { refusal: WidespreadRefusal | null } {
  const refusal = findWidespreadRefusal(sent.results.map(({ result }) => result));
  if (!refusal) return { ...sent, refusal };
  const results = sent.results.filter(
    ({ result }) => result.state !== "refused" || result.code !== refusal.code,
  );
  return { results, failures: [...sent.failures, refusal], refusal };
}

/** The next step of a batch with rows that its claim couldn't take. */
function waitFor(reason: string): NextStep {
  return { next: "ready", reason, error: null, delayMs: waitingRowsMs, pause: null };
}

/** Whether a provider answered none of an attempt's calls. */
function isUnanswered({ results, failures }: Sent): boolean {
  return results.length === 0 && failures.every((failure) => failure.state === "unknown");
}

async function alertRejecting(
  ctx: Context,
  batch: BatchRow,
  provider: string,
  refusal: WidespreadRefusal,
): Promise<void> {
  await raiseAlert(ctx, {
    key: `rejecting:${provider}:${batch.localDate}:${refusal.code}`,
    ...operatorAlertMessages.rejecting(
      formatLongWeekdayMonthDay(batch.localDate),
      cityOf(batch.timezone),
      refusal.detail,
    ),
  });
}

/**
 * Claims one batch, sends it, and records every result. When the outcome of its last attempt is
 * unknown, asks the provider instead. Safe to call for any batch at any time, by any number of
 * workers.
 *
 * @param worker whose attempt it becomes
 */
export async function sendBatch(
  ctx: Context,
  worker: WorkerIdentity,
  batchId: bigint,
): Promise<BatchOutcome> {
  const batch = await findBatch(ctx, batchId);
  if (!batch || batch.state === "done" || batch.state === "sending") {
    return { state: "nothing_to_do" };
  }
  if (batch.state === "unknown") {
    await resolveUnknownOutcomes(ctx, batch);
    return { state: "looked_up" };
  }
  if (!isOpen(batch, ctx.clock)) return { state: "later" };
  // What a waiting report says was delivered must not be sent again.
  if (batch.lastReason !== null && !(await applyReports(ctx))) {
    await postponeBatch(ctx, batchId, backoffMs(0));
    return { state: "later" };
  }
  const provider = batch.channel === "email" ? "postmark" : "twilio";
  const admission = await requestAdmission(ctx, provider);
  if (!admission.isAdmitted) {
    await postponeBatch(ctx, batchId, admission.waitMs + backoffMs(0));
    return { state: "later" };
  }
  // The claim comes after the wait, because it decides who is still entitled.
  const pace = await waitForCapacity(ctx, batch);
  worker.assertAlive();

  const edition = await getEdition(ctx, batch.editionId);
  const isTracked = await isTracking(ctx);
  const attemptId = randomUUID();
  const attempt = { id: attemptId, workerId: worker.id };
  const claim = await claimBatch(ctx, batch, attempt, unopenedZones(ctx, batch)).catch(
    async (error: unknown) => {
      await retryUntilRecorded(ctx, () => cancelClaim(ctx, batch, attempt));
      throw error;
    },
  );
  if (!claim) return { state: "nothing_to_do" };
  const { recipients, waitingFor } = claim;
  if (recipients.length === 0) {
    await finishEmptyBatch(ctx, batch, claim);
    return { state: "sent", accepted: 0 };
  }

  const key = { id: attemptId, localDate: batch.localDate };
  const guard = fenceOf(ctx, key, worker, () => {
    worker.assertAlive();
    if (!isOpen(batch, ctx.clock)) throw new FenceLostError("the slot is not open");
  });
  const sent = holdWidespreadRefusal(
    batch.channel === "email"
      ? await sendEmails(ctx, batch, attemptId, { edition, isTracked }, recipients, guard)
      : await sendTexts(ctx, batch, edition, recipients, guard, pace),
  );
  const decided = decideNextStep(
    sent.failures,
    batch.failures,
    ctx.settings.unknownOutcomeWaitSeconds,
  );
  const step = waitingFor && decided.next === "done" ? waitFor(waitingFor) : decided;
  await retryUntilRecorded(ctx, () => recordResults(ctx, batch, attemptId, step, sent.results));
  if (isUnanswered(sent)) await recordUnanswered(ctx, provider);
  else if (admission.unanswered > 0) await recordAnswered(ctx, provider);
  if (step.pause) await pauseProvider(ctx, provider, step.pause.ms, step.pause.reason);
  if (sent.refusal) await alertRejecting(ctx, batch, provider, sent.refusal);
  const accepted = sent.results.filter((each) => each.result.state === "accepted").length;
  ctx.log.info(
    {
      batchId: String(batchId),
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
  return { state: "sent", accepted };
}
