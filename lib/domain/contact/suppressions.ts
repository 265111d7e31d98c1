import type { Channel } from "@/lib/contracts/primitives";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";

/** Weakest first. A weaker reason never replaces a stronger one. */
const reasonsByStrength = [
  "inactive",
  "hard_bounce",
  "bad_number",
  "landline",
  "stop",
  "spam_complaint",
  "manual",
] as const;

/** Why we must not send to an address. */
export type SuppressionReason = (typeof reasonsByStrength)[number];

/** A provider's report that affects an address. */
export type SuppressionEvent = {
  channel: Channel;
  /** Email address in any case, or E.164 number. */
  address: string;
  source: "postmark" | "twilio";
  occurredAt: Date;
};

const added = "suppression.added";
const lifted = "suppression.lifted";

/**
 * Whether a newer event was already applied: events arrive in any order, and an older one must not
 * undo a newer one. Ignores events from the future, stored before the clock was set back.
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
 * Suppresses an address on every account that has it. An event from before the suppression was last
 * lifted, or a reason weaker than the current one, changes nothing.
 *
 * @returns whether anything changed
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
 * Lifts a suppression that came from Postmark. If a different stream still rejects the address, the next
 * refusal suppresses it again.
 */
export async function liftEmailSuppression(
  ctx: Context,
  tx: Transaction,
  event: SuppressionEvent,
): Promise<boolean> {
  if (await hasNewer(ctx, tx, event, added)) return false;
  const deleted = await tx.$executeRaw`
    DELETE FROM suppressions
    WHERE channel = 'email' AND address = lower(${event.address})
      AND source IN ('postmark', 'provider')`;
  await audit(ctx, tx, event, lifted, null);
  return deleted > 0;
}

/** Lifts an earlier STOP and nothing else: a bad number stays suppressed. */
export async function liftStop(
  ctx: Context,
  tx: Transaction,
  event: SuppressionEvent,
): Promise<boolean> {
  const deleted = await tx.$executeRaw`
    DELETE FROM suppressions
    WHERE channel = 'sms' AND address = lower(${event.address}) AND reason = 'stop'
      AND created_at <= ${event.occurredAt}`;
  if (deleted > 0) await audit(ctx, tx, event, lifted, null);
  return deleted > 0;
}

/** A suppression that a team member adds or lifts, and why. */
export type ManualSuppression = {
  channel: Channel;
  /** Email address in any case, or E.164 number. */
  address: string;
  actor: Actor;
  why: string;
};

/**
 * Suppresses an address until the team lifts it. Does nothing if it's already suppressed.
 *
 * @returns whether anything changed
 */
export async function suppressManually(
  ctx: Context,
  tx: Transaction,
  { channel, address, actor, why }: ManualSuppression,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    INSERT INTO suppressions (channel, address, reason, source, created_at)
    VALUES (${channel}, lower(${address}), 'manual', 'team', ${ctx.clock.now()})
    ON CONFLICT (channel, address) DO NOTHING`;
  if (changed > 0) {
    await recordAudit(ctx, tx, {
      actor,
      action: added,
      subject: `${channel}:${address.toLowerCase()}`,
      detail: { after: { reason: "manual" }, why, occurredAt: ctx.clock.now().toISOString() },
    });
  }
  return changed > 0;
}

/** Lifts a suppression, whatever its reason. The caller has checked that it may be lifted. */
export async function liftManually(
  ctx: Context,
  tx: Transaction,
  { channel, address, actor, why }: ManualSuppression,
): Promise<void> {
  const [before] = await tx.$queryRaw<{ reason: string }[]>`
    DELETE FROM suppressions WHERE channel = ${channel} AND address = lower(${address})
    RETURNING reason`;
  if (!before) return;
  await recordAudit(ctx, tx, {
    actor,
    action: lifted,
    subject: `${channel}:${address.toLowerCase()}`,
    detail: { before, why, occurredAt: ctx.clock.now().toISOString() },
  });
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
