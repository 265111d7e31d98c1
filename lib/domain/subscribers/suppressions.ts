import type { Channel } from "@/lib/contracts/primitives";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import type { Context } from "../context";

/** From the weakest to the strongest; a weaker reason never replaces a stronger one. */
const reasonsByStrength = [
  "inactive",
  "hard_bounce",
  "bad_number",
  "landline",
  "stop",
  "spam_complaint",
  "manual",
] as const;

/** Why an address must not be written to. */
export type SuppressionReason = (typeof reasonsByStrength)[number];

/** An address on a channel, as an event from outside names it, and when that happened. */
export type SuppressionEvent = {
  channel: Channel;
  /** E-mail address in any case, or E.164 number. */
  address: string;
  /** Who says so. */
  source: "postmark" | "twilio";
  occurredAt: Date;
};

const added = "suppression.added";
const lifted = "suppression.lifted";

/**
 * Events arrive in any order: an older one must not undo what a newer one has said. What is dated
 * after the present comes from a clock that was set back since, and says nothing.
 */
async function hasNewer(ctx: Context, tx: Transaction, event: SuppressionEvent, action: string) {
  const newer = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM audit_events
    WHERE subject = ${subjectOf(event)} AND action = ${action}
      AND (detail->>'occurredAt')::timestamptz > ${event.occurredAt}
      AND (detail->>'occurredAt')::timestamptz <= ${ctx.clock.now()}
    LIMIT 1`;
  return newer.length > 0;
}

function subjectOf({ channel, address }: SuppressionEvent): string {
  return `${channel}:${address.toLowerCase()}`;
}

/**
 * Puts an address on the list of those that must not be written to, for every account that carries
 * it. Says whether that changed anything: an event older than the address's last lifting, or a
 * reason weaker than the one on record, changes nothing.
 */
export async function suppress(
  ctx: Context,
  tx: Transaction,
  event: SuppressionEvent,
  reason: SuppressionReason,
): Promise<boolean> {
  if (await hasNewer(ctx, tx, event, lifted)) return false;
  const weaker = reasonsByStrength.slice(0, reasonsByStrength.indexOf(reason));
  const changed = await tx.$executeRaw`
    INSERT INTO suppressions (channel, address, reason, source, created_at)
    VALUES (${event.channel}, lower(${event.address}), ${reason}, ${event.source}, ${ctx.clock.now()})
    ON CONFLICT (channel, address) DO UPDATE
      SET reason = EXCLUDED.reason, source = EXCLUDED.source
      WHERE suppressions.reason = ANY(${weaker}::text[])`;
  if (changed > 0) await audit(ctx, tx, event, added, reason);
  return changed > 0;
}

/**
 * Takes back what Postmark's own list said. Its list stays the judge: an address that another of
 * its streams still refuses comes back with the next refusal.
 */
export async function liftMailSuppression(
  ctx: Context,
  tx: Transaction,
  event: SuppressionEvent,
): Promise<boolean> {
  if (await hasNewer(ctx, tx, event, added)) return false;
  const gone = await tx.$executeRaw`
    DELETE FROM suppressions
    WHERE channel = 'email' AND address = lower(${event.address})
      AND source IN ('postmark', 'provider')`;
  await audit(ctx, tx, event, lifted, null);
  return gone > 0;
}

/** Takes back a STOP, and nothing else: a number that is wrong stays wrong. */
export async function liftStop(
  ctx: Context,
  tx: Transaction,
  event: SuppressionEvent,
): Promise<boolean> {
  const gone = await tx.$executeRaw`
    DELETE FROM suppressions
    WHERE channel = 'sms' AND address = lower(${event.address}) AND reason = 'stop'`;
  if (gone > 0) await audit(ctx, tx, event, lifted, null);
  return gone > 0;
}

async function audit(
  ctx: Context,
  tx: Transaction,
  event: SuppressionEvent,
  action: string,
  reason: SuppressionReason | null,
): Promise<void> {
  await recordAudit(ctx, tx, {
    actor: event.source,
    action,
    subject: subjectOf(event),
    detail: { reason, occurredAt: event.occurredAt.toISOString() },
  });
}
