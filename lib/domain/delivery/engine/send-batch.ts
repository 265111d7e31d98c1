import { randomUUID } from "node:crypto";
import { fromDatabaseDate } from "@/lib/contracts/calendar";
import { type Channel, channels } from "@/lib/contracts/primitives";
import { timezoneNames } from "@/lib/contracts/timezones";
import type { Context } from "../../context";
import type { CallFailure, MessageResult } from "../../ports/send-outcome";
import {
  createUnsubscribeToken,
  unsubscribeOneClickUrl,
  unsubscribePageUrl,
} from "../../subscribers/unsubscribe-token";
import { claimBatch, finishEmptyBatch, type BatchSlot, type Recipient } from "./claim";
import { formatDeliveryId } from "./delivery-id";
import { getEdition, personalizeEmail, type PreparedEdition } from "../content/edition-email";
import {
  backoffMs,
  pauseProvider,
  remainingPauseMs,
  reserveCapacity,
  type PauseReason,
} from "./provider-rate-limit";
import { recordResults, type RecordedResult } from "./record";
import { dispatchLeaseMs } from "./dispatch";
import { resolveUnknownOutcomes } from "./resolve-unknown-outcomes";
import { slotOf } from "../schedule/slots";
import { FenceLostError, type WorkerIdentity } from "./worker-lease";

/** A text that has not arrived by then dies, rather than arriving in the evening (seconds). */
const smsValidityS = 45 * 60;

/** How long a provider that refuses our key is left alone (real time). */
const unauthorizedPauseMs = 60_000;

/** One throttled call holds back all workers for this long at the most (real time). */
const longestThrottleMs = 5_000;

/** How soon the provider is asked about an unknown outcome (real time). */
const firstAskMs = 3_000;

/** How the handling of one batch ended. */
export type BatchOutcome =
  | { state: "sent"; accepted: number }
  | { state: "nothing_to_do" }
  | { state: "later" }
  | { state: "asked" };

/** A call that was not made, because the fence fell right before it. */
type HeldBack = { state: "held_back"; detail: string };

type SendFailure = CallFailure | HeldBack;

type BatchRow = BatchSlot & {
  state: string;
  opensAt: Date;
  closesAt: Date;
  size: number;
  failures: number;
};

function asChannel(text: string): Channel {
  const channel = channels.find((each) => each === text);
  if (!channel) throw new Error(`Unknown channel ${text}`);
  return channel;
}

async function findBatch(ctx: Context, batchId: bigint): Promise<BatchRow | null> {
  const row = await ctx.db.deliveryBatch.findUnique({
    where: { id: batchId },
    select: {
      id: true,
      state: true,
      size: true,
      failures: true,
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
    size: row.size,
    failures: row.failures,
    slotId: slot.id,
    localDate: fromDatabaseDate(slot.localDate),
    timezone: slot.timezone,
    channel: asChannel(slot.channel),
    editionId: row.slot.editionId,
    opensAt: slot.opensAt,
    closesAt: slot.closesAt,
  };
}

/** Zones whose morning of the date has not opened yet: who moved there waits for it. */
function zonesStillToOpen(ctx: Context, batch: BatchSlot): string[] {
  const now = ctx.clock.now();
  return timezoneNames.filter(
    (timezone) =>
      slotOf(batch.localDate, timezone, batch.channel, ctx.settings.emailLeadMinutes).opensAt > now,
  );
}

async function lookAgainIn(ctx: Context, batchId: bigint, delayMs: number): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE delivery_batches
    SET next_attempt_at = now() + make_interval(secs => ${delayMs / 1_000})
    WHERE id = ${batchId} AND state <> 'done'`;
}

/** Refuses to make a call that would be too late or that others may be making already. */
function guardOf(ctx: Context, worker: WorkerIdentity, batch: BatchRow): () => void {
  return () => {
    worker.assertAlive();
    const now = ctx.clock.now();
    if (now < batch.opensAt || now >= batch.closesAt) {
      throw new FenceLostError("The slot is not open.");
    }
  };
}

/** What is to become of a batch after a call, and for how long its provider is left alone. */
type NextStep = Omit<Parameters<typeof recordResults>[2], "id"> & {
  pause: { ms: number; reason: PauseReason } | null;
};

/**
 * Decides the next step of a batch from what went wrong in its call: an unknown outcome is asked
 * about before anything else, a refused key or a throttling provider is left alone for a while.
 *
 * @param failuresBefore how often the batch went wrong before, for the back-off
 * @param settleS when the provider's answer about an unknown outcome is believed (seconds)
 */
function decideNextStep(
  failures: readonly SendFailure[],
  failuresBefore: number,
  settleS: number,
): NextStep {
  const error = failures[0]?.detail ?? null;
  const delayMs = backoffMs(failuresBefore);
  if (failures.some((failure) => failure.state === "unknown")) {
    return {
      next: "unknown",
      reason: "provider_unavailable",
      error,
      delayMs: Math.min(firstAskMs, settleS * 1_000),
      pause: null,
    };
  }
  if (failures.some((failure) => failure.state === "unauthorized")) {
    return {
      next: "ready",
      reason: "provider_unauthorized",
      error,
      delayMs: unauthorizedPauseMs,
      pause: { ms: unauthorizedPauseMs, reason: "unauthorized" },
    };
  }
  const throttled = failures.find((failure) => failure.state === "throttled");
  if (throttled) {
    const throttledMs = Math.max(throttled.retryAfterMs ?? 0, delayMs);
    return {
      next: "ready",
      reason: "provider_throttled",
      error,
      delayMs: throttledMs,
      pause: { ms: Math.min(throttledMs, longestThrottleMs), reason: "throttled" },
    };
  }
  if (failures.length > 0) {
    return { next: "ready", reason: "held_back", error, delayMs, pause: null };
  }
  return { next: "done", reason: null, error, delayMs: 0, pause: null };
}

type Sent = { results: RecordedResult[]; failures: SendFailure[] };

/** What a call that threw means: held back by the fence, or, for anything else, unknown. */
function toFailure(error: unknown): SendFailure {
  const state = error instanceof FenceLostError ? "held_back" : "unknown";
  return { state, detail: String(error) };
}

async function sendMails(
  ctx: Context,
  batch: BatchRow,
  attemptId: string,
  edition: PreparedEdition,
  recipients: readonly Recipient[],
  beforeSend: () => void,
): Promise<Sent> {
  const { siteUrl, signingSecret } = ctx.settings;
  try {
    const messages = recipients.map(({ subscriberId, address }) => {
      const token = createUnsubscribeToken(subscriberId, signingSecret);
      return personalizeEmail(edition, {
        to: address,
        deliveryId: formatDeliveryId({ ...batch, subscriberId }),
        unsubscribePageUrl: unsubscribePageUrl(siteUrl, token),
        oneClickUrl: unsubscribeOneClickUrl(siteUrl, token),
      });
    });
    const answer = await ctx.mail.sendBatch(messages, {
      stream: "broadcast",
      tag: attemptId,
      beforeSend,
    });
    if (answer.state !== "answered") return { results: [], failures: [answer] };
    const results = recipients.flatMap((recipient, index) => {
      const result = answer.results[index];
      return result ? [{ ...recipient, result }] : [];
    });
    return { results, failures: [] };
  } catch (error) {
    return { results: [], failures: [toFailure(error)] };
  }
}

async function sendTexts(
  ctx: Context,
  batch: BatchRow,
  edition: PreparedEdition,
  recipients: readonly Recipient[],
  beforeSend: () => void,
): Promise<Sent> {
  const sent: Sent = { results: [], failures: [] };
  const sendOne = async (recipient: Recipient) => {
    const text = {
      to: recipient.address,
      body: edition.smsText,
      validityS: smsValidityS,
      deliveryId: formatDeliveryId({ ...batch, subscriberId: recipient.subscriberId }),
    };
    const answer: MessageResult | SendFailure = await ctx.sms
      .send(text, { beforeSend })
      .catch(toFailure);
    if (answer.state === "accepted" || answer.state === "refused") {
      sent.results.push({ ...recipient, result: answer });
    } else {
      sent.failures.push(answer);
    }
  };
  await Promise.all(recipients.map(sendOne));
  return sent;
}

/** Waits for the sender's turn; entitlement is checked only after the wait. */
async function waitForTurn(ctx: Context, batch: BatchRow): Promise<void> {
  if (batch.channel !== "sms") return;
  const { smsText } = await getEdition(ctx, batch.editionId);
  const { segments } = ctx.sms.countSegments(smsText);
  const waitMs = await reserveCapacity(
    ctx,
    "twilio",
    segments * batch.size,
    ctx.settings.smsSegmentsPerSecond,
  );
  if (waitMs === 0) return;
  // While it waits here, nobody else should take a place in the queue for the same batch.
  await lookAgainIn(ctx, batch.batchId, waitMs + dispatchLeaseMs);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** Repeats what must not be lost (an outcome we know) until the database takes it. */
async function untilRecorded(ctx: Context, record: () => Promise<void>): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await record();
      return;
    } catch (error) {
      ctx.log.error({ err: error, failures }, "an outcome could not be recorded yet");
      await new Promise((resolve) => setTimeout(resolve, backoffMs(failures)));
    }
  }
}

/**
 * Handles one batch: claims it, sends what it holds and records every result; or, when the last
 * attempt's outcome is unknown, asks the provider. Safe to call for any batch at any time, by any
 * number of workers.
 *
 * @param worker whose fence is checked right before each call
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
    return { state: "asked" };
  }
  const now = ctx.clock.now();
  if (now < batch.opensAt || now >= batch.closesAt) return { state: "later" };
  const provider = batch.channel === "email" ? "postmark" : "twilio";
  const pausedMs = await remainingPauseMs(ctx, provider);
  if (pausedMs > 0) {
    await lookAgainIn(ctx, batchId, pausedMs + backoffMs(0));
    return { state: "later" };
  }
  await waitForTurn(ctx, batch);
  worker.assertAlive();

  const edition = await getEdition(ctx, batch.editionId);
  const attemptId = randomUUID();
  const recipients = await claimBatch(
    ctx,
    batch,
    { id: attemptId, workerId: worker.id },
    zonesStillToOpen(ctx, batch),
  );
  if (!recipients) return { state: "nothing_to_do" };
  if (recipients.length === 0) {
    await finishEmptyBatch(ctx, batchId);
    return { state: "sent", accepted: 0 };
  }

  const beforeSend = guardOf(ctx, worker, batch);
  const sent =
    batch.channel === "email"
      ? await sendMails(ctx, batch, attemptId, edition, recipients, beforeSend)
      : await sendTexts(ctx, batch, edition, recipients, beforeSend);
  const step = decideNextStep(
    sent.failures,
    batch.failures,
    ctx.settings.unknownOutcomeWaitSeconds,
  );
  await untilRecorded(ctx, () =>
    recordResults(ctx, batch, { ...step, id: attemptId }, sent.results),
  );
  if (step.pause) await pauseProvider(ctx, provider, step.pause.ms, step.pause.reason);
  const accepted = sent.results.filter((each) => each.result.state === "accepted").length;
  ctx.log.info(
    {
      batchId: String(batchId),
      channel: batch.channel,
      timezone: batch.timezone,
      accepted,
      refused: sent.results.length - accepted,
      next: step.next,
      reason: step.reason,
    },
    "batch handled",
  );
  return { state: "sent", accepted };
}
