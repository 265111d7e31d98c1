import { secondMs } from "@/lib/calendar/units";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Context } from "../context";
import {
  recordFoundMessages,
  saveFoundMessages,
  type SentBriefing,
} from "../delivery/ledger/found-messages";
import { raiseAlert } from "../outbox/operator-alerts";
import { catchUp } from "./catch-up";
import { confirmRestore } from "./detect-restore";
import { listNewestEmails, listSendable, listSentEmails, listSentTexts } from "./list-sent";

/** The providers' answers are believed after this many times the shortest wait, at the earliest. */
const shortWaits = 3;

/** The same when no email could be sent that would show whether the email provider's search is up to date. */
const fullWaits = 15;

/** Texts that are saved, or compared, at once. */
const textsPerPortion = 500;

/** Seconds between two attempts, which grow from `again` to `longest`, or after a failed one. */
const pauseS = { again: 1, failed: 5, longest: 60 } as const;

/** Failures in a row after which the operator is told. */
const failuresBeforeAlert = 5;

/**
 * The share of the newest messages that can have gone to addresses that nobody has without anything being
 * lost, because people leave.
 */
const strangersShare = 0.1;

/** Seconds. A worker extends its lease while it takes a step; once the lease ends, another one takes over. */
const leaseS = { length: 20, extendedEvery: 5 } as const;

type Restore = {
  id: number;
  detectedAt: Date;
  confirmedAt: Date | null;
  reconciledAt: Date | null;
  highestIds: unknown;
  lookupCount: number;
  foundCount: number;
  probeSentAt: Date | null;
  failures: number;
  /** Seconds since it was detected. */
  ageS: number;
};

async function leaseRestore(ctx: Context): Promise<Restore | null> {
  const [restore] = await ctx.db.$queryRaw<Restore[]>`
    UPDATE restores SET next_attempt_at = now() + make_interval(secs => ${leaseS.length})
    WHERE released_at IS NULL AND next_attempt_at <= now()
    RETURNING id, detected_at AS "detectedAt", confirmed_at AS "confirmedAt",
      reconciled_at AS "reconciledAt", highest_ids AS "highestIds", lookup_count AS "lookupCount",
      found_count AS "foundCount", probe_sent_at AS "probeSentAt", failures,
      extract(epoch FROM now() - detected_at)::float8 AS "ageS"`;
  return restore ?? null;
}

/** Does nothing once the step is done and the next one is due within seconds. */
async function extendLease(ctx: Context, { id }: Restore): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE restores SET next_attempt_at = now() + make_interval(secs => ${leaseS.length})
    WHERE id = ${id} AND next_attempt_at > now() + make_interval(secs => ${pauseS.failed})`;
}

/**
 * How many of these briefings the database doesn't know, and how many of those went to someone who would get
 * theirs again. It still knows briefings to people who have since deleted their account or changed their
 * address or number: by the ledger row that the message names, or by its reservation.
 */
async function countUnknown(
  ctx: Context,
  sent: readonly SentBriefing[],
): Promise<{ unknown: number; repeatable: number }> {
  const [row] = await ctx.db.$queryRaw<{ unknown: number; repeatable: number }[]>`
    WITH unknown AS (
      SELECT f.* FROM unnest(
        ${sent.map((each) => each.localDate)}::date[], ${sent.map((each) => each.channel)}::text[],
        ${sent.map((each) => each.address)}::text[],
        ${sent.map((each) => each.subscriberId ?? null)}::int[]
      ) AS f (local_date, channel, address, subscriber_id)
      WHERE NOT EXISTS (
        SELECT 1 FROM deliveries d JOIN delivery_batches b ON b.id = d.batch_id
        WHERE d.local_date = f.local_date AND d.channel = f.channel
          AND d.subscriber_id IN (
            SELECT f.subscriber_id
            UNION ALL SELECT id FROM subscribers
            WHERE CASE f.channel WHEN 'sms' THEN phone = f.address
              ELSE lower(email) = lower(f.address) END
            UNION ALL SELECT r.subscriber_id FROM address_reservations r
            WHERE r.local_date = f.local_date AND r.channel = f.channel
              AND r.address_hash = address_hash(f.address))
          AND (d.state <> 'pending' OR b.state IN ('sending', 'unknown')))
    )
    SELECT count(*)::int AS unknown, (count(*) FILTER (WHERE EXISTS (
      SELECT 1 FROM subscribers WHERE CASE u.channel WHEN 'sms' THEN phone = u.address
        ELSE lower(email) = lower(u.address) END)))::int AS repeatable
    FROM unknown u`;
  return row ?? { unknown: 0, repeatable: 0 };
}

/** Without marks: checks whether the providers recently sent anything that the database doesn't know. */
async function checkProviders(ctx: Context, restore: Restore): Promise<void> {
  const { sent, highestSubscriberId } = await listNewestEmails(ctx);
  const texts: SentBriefing[] = [];
  for await (const text of listSentTexts(ctx)) {
    texts.push(text);
    if (texts.length === textsPerPortion) break;
  }
  const newest = [...sent, ...texts];
  const { unknown, repeatable } = await countUnknown(ctx, newest);
  if (repeatable === 0 && unknown <= newest.length * strangersShare) {
    // Even if nothing has been sent, people may have canceled or replied STOP.
    await catchUp(ctx);
    await releaseRestore(ctx, restore.id);
    return;
  }
  await confirmRestore(ctx, restore, {
    cause: `the providers have sent messages that it has no record of (${unknown} of the newest)`,
    highestIds: { subscribers_id_seq: highestSubscriberId },
  });
  await continueIn(ctx, restore, 0);
}

async function continueIn(ctx: Context, { id }: Restore, seconds: number): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE restores SET next_attempt_at = now() + make_interval(secs => ${seconds}), failures = 0,
      error = NULL
    WHERE id = ${id}`;
}

function highestIdOf({ highestIds }: Restore): number {
  if (typeof highestIds !== "object" || highestIds === null) return 0;
  const id: unknown = Reflect.get(highestIds, "subscribers_id_seq");
  return typeof id === "number" ? id : 0;
}

/** Asks both providers what they sent, and saves it. Returns how many messages are now known. */
async function lookUpSent(ctx: Context, restore: Restore): Promise<number> {
  await listSentEmails(ctx, highestIdOf(restore), (sent) => saveFoundMessages(ctx, sent));
  let portion: SentBriefing[] = [];
  for await (const text of listSentTexts(ctx)) {
    portion.push(text);
    if (portion.length < textsPerPortion) continue;
    await saveFoundMessages(ctx, portion);
    portion = [];
  }
  await saveFoundMessages(ctx, portion);
  return ctx.db.foundMessage.count();
}

const probeTag = ({ id, detectedAt }: Restore) => `probe:restore:${id}:${detectedAt.getTime()}`;

const isFullWaitOver = (ctx: Context, { ageS }: Restore) =>
  ageS >= ctx.settings.unknownOutcomeWaitSeconds * fullWaits;

/**
 * Whether the providers' answers can be believed: an email that was accepted after the restore is
 * already in the search, or none could be sent during the full wait.
 */
async function isSearchCurrent(ctx: Context, restore: Restore): Promise<boolean> {
  const waitS = ctx.settings.unknownOutcomeWaitSeconds;
  if (restore.probeSentAt) return (await ctx.mail.findByTag(probeTag(restore))).length > 0;
  if (isFullWaitOver(ctx, restore)) return true;
  // Not while a call from before the restore may still be running.
  if (restore.ageS >= waitS && (await ctx.mail.sendProbe(probeTag(restore), "broadcast"))) {
    await ctx.db.$executeRaw`UPDATE restores SET probe_sent_at = now() WHERE id = ${restore.id}`;
  }
  return false;
}

/**
 * Whether the providers have shown every message of an open slot that the database knows. If not, they may be
 * hiding some that it doesn't know, too. A message counts as shown by its ID or, because only one per address is
 * kept, by its address.
 */
async function hasFoundAllKnown(ctx: Context): Promise<boolean> {
  const hidden = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM delivery_slots slot
    JOIN delivery_batches b ON b.slot_id = slot.id
    JOIN deliveries d ON d.batch_id = b.id AND d.local_date = slot.local_date
      AND d.state = 'accepted' AND d.provider_message_id IS NOT NULL
    LEFT JOIN subscribers s ON s.id = d.subscriber_id
    WHERE slot.closed_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM found_messages f WHERE f.local_date = d.local_date
        AND f.channel = d.channel AND f.provider_message_id = d.provider_message_id)
      AND NOT EXISTS (SELECT 1 FROM found_messages f WHERE f.local_date = d.local_date
        AND f.channel = d.channel
        AND f.address_hash = address_hash(CASE d.channel WHEN 'sms' THEN s.phone ELSE s.email END))
    LIMIT 1`;
  return hidden.length === 0;
}

/**
 * Records in the ledger what the providers have said so far, and resumes sending everything else. An operator
 * who can't wait for the rest can do this too.
 */
export async function releaseRestore(ctx: Context, id: number): Promise<void> {
  const sendable = await listSendable(ctx);
  await ctx.db.$transaction(
    async (tx) => {
      const now = ctx.clock.now();
      for (const each of sendable) await recordFoundMessages(tx, each, now);
      await tx.$executeRaw`
        UPDATE restores SET released_at = now(), error = NULL WHERE id = ${id}`;
    },
    { timeout: 60_000 },
  );
}

async function alertStuck(ctx: Context, restore: Restore, reason: string | null): Promise<void> {
  await raiseAlert(ctx, {
    key: `restore-stuck:${restore.id}:${restore.detectedAt.toISOString()}`,
    ...operatorAlertMessages.restoreStuck(reason),
  });
}

async function takeStep(ctx: Context, restore: Restore): Promise<void> {
  if (!restore.confirmedAt) return checkProviders(ctx, restore);
  if (!restore.reconciledAt) {
    await catchUp(ctx);
    await ctx.db.$executeRaw`UPDATE restores SET reconciled_at = now() WHERE id = ${restore.id}`;
  }
  // Checked before the lookup: only then is a complete answer known to be complete.
  const isCurrent = await isSearchCurrent(ctx, restore);
  const found = await lookUpSent(ctx, restore);
  const isStable = restore.lookupCount > 0 && found === restore.foundCount;
  const isOldEnough = restore.ageS >= ctx.settings.unknownOutcomeWaitSeconds * shortWaits;
  const isComplete = await hasFoundAllKnown(ctx);
  if (isCurrent && isComplete && isStable && isOldEnough) {
    await releaseRestore(ctx, restore.id);
    ctx.log.warn({ restoreId: restore.id, found }, "restored database complete");
    return;
  }
  if (!(isCurrent && isComplete) && isFullWaitOver(ctx, restore)) {
    await alertStuck(ctx, restore, null);
  }
  await ctx.db.$executeRaw`
    UPDATE restores SET lookup_count = lookup_count + 1, found_count = ${found}
    WHERE id = ${restore.id}`;
  // A provider's search can be behind for hours, and each answer can take hundreds of requests.
  await continueIn(ctx, restore, Math.min(pauseS.longest, pauseS.again + restore.ageS / 60));
}

/**
 * Takes the next step after a restore: reads what's missing from the data folder and the providers, asks what
 * they sent until the answers are complete, and then resumes sending everything else. Does nothing without a
 * restore, or while another worker does it. Safe to interrupt and repeat.
 */
export async function recoverDatabase(ctx: Context): Promise<void> {
  const restore = await leaseRestore(ctx);
  if (!restore) return;
  const extending = setInterval(() => {
    extendLease(ctx, restore).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "lease not extended"),
    );
  }, leaseS.extendedEvery * secondMs);
  try {
    await takeStep(ctx, restore);
  } catch (error) {
    ctx.log.error({ err: error, restoreId: restore.id }, "restored database not complete yet");
    const reason = String(error).slice(0, 300);
    await ctx.db.$executeRaw`
      UPDATE restores SET failures = failures + 1, error = ${reason},
        next_attempt_at = now() + make_interval(secs => ${pauseS.failed})
      WHERE id = ${restore.id}`;
    if (restore.failures + 1 >= failuresBeforeAlert) await alertStuck(ctx, restore, reason);
  } finally {
    clearInterval(extending);
  }
}
