import { randomUUID } from "node:crypto";
import { fromDatabaseDate } from "@/lib/calendar/days";
import { type Channel, channels } from "@/lib/contracts/primitives";
import { timezoneNames } from "@/lib/contracts/timezones";
import type { Context } from "../../context";
import { getEdition } from "../content/edition-email";
import { inMonthOf } from "../ledger/ledger-month";
import { applyReports } from "../reports/apply-reports";
import { isTracking } from "../reports/tracking";
import { textIntervalMs, textsPerSecond } from "../schedule/batch-size";
import { slotOf } from "../schedule/slots";
import { cancelClaim, claimBatch, type BatchSlot, type Claim, type TextPace } from "./claim";
import { batchLeaseMs } from "./dispatch";
import { requestAdmission, reserveCapacity } from "./provider-rate-limit";
import { resolveUnknownOutcomes } from "./resolve-unknown-outcomes";
import { backoffMs } from "./retry-policy";
import { rowsPerCall, sendEmails, sendTexts, type Sent } from "./send-messages";
import { retryUntilRecorded, settle } from "./settle";
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

type BatchRow = Claim["batch"] & {
  state: string;
  opensAt: Date;
  closesAt: Date;
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
    include: { slot: true },
  });
  if (!row || row.slot.editionId === null) return null;
  const { state, failures, lastReason, refusedAt, slot } = row;
  const { id: slotId, timezone, opensAt, closesAt } = slot;
  return {
    batchId: row.id,
    state,
    failures,
    lastReason,
    refusedAt,
    slotId,
    timezone,
    opensAt,
    closesAt,
    localDate: fromDatabaseDate(slot.localDate),
    channel: asChannel(slot.channel),
    editionId: row.slot.editionId,
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

/** Whether the batch may be sent now. */
function isOpen(batch: BatchRow, clock: Context["clock"]): boolean {
  return batch.opensAt <= clock.now() && clock.nowAtLatest() < batch.closesAt;
}

/** Waits until the provider's rate limit has room for the batch. Emails aren't rate limited. */
async function waitForCapacity(
  ctx: Context,
  batch: BatchRow,
  limit: number | null,
): Promise<TextPace> {
  if (batch.channel !== "sms") return { intervalMs: 0, perSecond: Infinity };
  const { smsText } = await getEdition(ctx, batch.editionId);
  const segments = ctx.sms.countSegments(smsText);
  const rate = ctx.settings.smsSegmentsPerSecond;
  const intervalMs = textIntervalMs(segments, rate);
  const pace = { intervalMs, perSecond: textsPerSecond(segments, rate) };
  const [pending] = await ctx.db.$queryRaw<{ texts: number }[]>`
    SELECT least(count(*), ${limit}::int)::int AS texts FROM deliveries d
    WHERE d.batch_id = ${batch.batchId} AND ${inMonthOf(batch.localDate)} AND d.state = 'pending'`;
  const texts = pending?.texts ?? 0;
  const waitMs = await reserveCapacity(ctx, "twilio", texts * intervalMs);
  if (waitMs === 0) return pace;
  // Keeps other workers from leasing the batch, and reserving capacity for it again, during the wait.
  await postponeBatch(ctx, batch.batchId, waitMs + batchLeaseMs);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return pace;
}

/** Claims the rows of a batch that may be sent now; says why when there is nothing to send. */
async function claim(
  ctx: Context,
  worker: WorkerIdentity,
  batch: BatchRow,
): Promise<Claim | BatchOutcome> {
  if (!isOpen(batch, ctx.clock)) return { state: "later" };
  // A report that isn't applied yet may say that a row was delivered.
  if (batch.lastReason !== null && !(await applyReports(ctx))) {
    await postponeBatch(ctx, batch.batchId, backoffMs(0));
    return { state: "later" };
  }
  const provider = batch.channel === "email" ? "postmark" : "twilio";
  const admission = await requestAdmission(ctx, provider);
  if (!admission.isAdmitted) {
    await postponeBatch(ctx, batch.batchId, admission.waitMs + backoffMs(0));
    return { state: "later" };
  }
  const limit = admission.isProbe ? 1 : rowsPerCall(ctx, batch.channel);
  // The claim comes after the wait, because it decides who is still entitled.
  const pace = await waitForCapacity(ctx, batch, limit);
  worker.assertAlive();
  const edition = await getEdition(ctx, batch.editionId);
  const isTracked = await isTracking(ctx);
  const attemptId = randomUUID();
  const attempt = { id: attemptId, workerId: worker.id, mark: worker.mark() };
  const options = { unopenedZones: unopenedZones(ctx, batch), limit };
  const rows = await claimBatch(ctx, batch, attempt, options).catch(async (error: unknown) => {
    await retryUntilRecorded(ctx, () => cancelClaim(ctx, batch, attempt));
    throw error;
  });
  if (!rows) return { state: "nothing_to_do" };
  if (rows.recipients.length === 0) return { state: "sent", accepted: 0 };
  const isLimited = limit !== null;
  return {
    ...rows,
    batch,
    attemptId,
    provider,
    before: admission,
    edition,
    isTracked,
    pace,
    isLimited,
  };
}

async function send(
  ctx: Context,
  worker: WorkerIdentity,
  claimed: Claim & { batch: BatchRow },
): Promise<Sent> {
  const { batch } = claimed;
  const key = { id: claimed.attemptId, localDate: batch.localDate };
  const fence = fenceOf(ctx, key, worker, () => {
    worker.assertAlive();
    if (!isOpen(batch, ctx.clock)) throw new FenceLostError("the slot is not open");
  });
  return batch.channel === "email"
    ? sendEmails(ctx, claimed, fence)
    : sendTexts(ctx, claimed, fence);
}

/**
 * Claims one batch, sends it, and records every result. When the outcome of its last attempt is
 * unknown, asks the provider instead. Safe to call for any batch at any time, by any number of
 * workers.
 *
 * @param worker the worker that makes the attempt
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
  const claimed = await claim(ctx, worker, batch);
  if ("state" in claimed) return claimed;
  const sent = await send(ctx, worker, { ...claimed, batch });
  return { state: "sent", accepted: await settle(ctx, claimed, sent) };
}
