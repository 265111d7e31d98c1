import { emailChangeWaitHours } from "@/lib/contracts/durations";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { reserveFormerEmail } from "../../delivery/subscriber/subscriber-deliveries";
import { planNotice } from "../../outbox/notices";
import { isSameEmail } from "../../outbox/same-email";
import { endLogins } from "../../contact/end-logins";
import { lockChange, type LockedChange } from "./lock";
import { endUnapplied } from "./stop";
import { findWait, isOpen } from "./wait";

/**
 * Makes a new address the subscriber's if it's confirmed and its wait is over. All sessions and login links
 * end: the reader of the previous mailbox may have some of them. The caller has locked the change. Throws the
 * unique index's violation if another subscriber now has the address.
 */
export async function applyIfDue(
  ctx: Context,
  tx: Transaction,
  { change, current }: LockedChange,
): Promise<void> {
  const { id, subscriberId, email } = change;
  const now = ctx.clock.now();
  if (change.confirmedAt === null || !isOpen(change, now)) return;
  // An older version that still runs during an update doesn't wait.
  const isDone = isSameEmail(current, email);
  if (!isDone && (await findWait(ctx, tx, change, current)).state !== "due") return;
  await tx.emailChange.update({ where: { id }, data: { endedAt: now, outcome: "applied" } });
  if (isDone) return;
  await reserveFormerEmail(ctx, tx, subscriberId);
  await tx.subscriber.update({
    where: { id: subscriberId },
    data: { email, updatedAt: now },
    select: { id: true },
  });
  await endLogins(ctx, tx, subscriberId);
  await recordAudit(ctx, tx, {
    actor: `subscriber:${subscriberId}`,
    action: "email.changed",
    subject: `subscriber:${subscriberId}`,
    detail: { before: { email: current }, after: { email } },
  });
  await planNotice(ctx, tx, {
    key: `address_changed:change:${id}`,
    kind: "address_changed",
    subscriberId,
    recipient: current,
  });
}

/** Applies every change of address whose wait is over. Two workers can do it at once. */
export async function applyEmailChanges(ctx: Context): Promise<void> {
  const waitedSince = new Date(ctx.clock.now().getTime() - emailChangeWaitHours * 3_600_000);
  const found = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT c.id FROM email_changes c JOIN subscribers s ON s.id = c.subscriber_id
    WHERE c.confirmed_at IS NOT NULL AND c.ended_at IS NULL AND c.current_email IS NOT NULL
      AND (c.approved_at IS NOT NULL OR c.told_at <= ${waitedSince}
        OR lower(s.email) = lower(c.email)
        OR EXISTS (SELECT 1 FROM suppressions u WHERE u.channel = 'email'
          AND u.address = lower(s.email) AND u.reason = 'hard_bounce'))
    ORDER BY c.id`;
  for (const { id } of found) {
    try {
      await ctx.db.$transaction(async (tx) => {
        const locked = await lockChange(tx, id);
        if (locked) await applyIfDue(ctx, tx, locked);
      });
    } catch (error) {
      if (violatedUniqueIndex(error) === null) throw error;
      await ctx.db.$transaction((tx) => endUnapplied(ctx, tx, id, "taken"));
    }
  }
}

/**
 * Records an owner's approval: the change takes effect once it's confirmed, or right away if it already is.
 * Repeating it changes nothing.
 *
 * @param input.newEmail the address that the owner saw
 * @throws AppError 409 if there's no such change, or another subscriber has the address
 */
export async function approveEmailChange(
  ctx: Context,
  subscriberId: number,
  { newEmail, actor, why }: { newEmail: string; actor: Actor; why: string },
): Promise<void> {
  try {
    await ctx.db.$transaction(async (tx) => {
      const { change, current } = await lockOpenChange(ctx, tx, subscriberId);
      // This must not approve a different address that was entered since.
      if (!isSameEmail(change.email, newEmail)) {
        throw new AppError(409, personMessages.emailChangeReplaced);
      }
      if (change.approvedAt !== null) return;
      const approvedAt = ctx.clock.now();
      await tx.emailChange.update({ where: { id: change.id }, data: { approvedAt } });
      await recordAudit(ctx, tx, {
        actor,
        action: "email_change.approved",
        subject: `subscriber:${subscriberId}`,
        detail: { after: { email: change.email }, why },
      });
      await applyIfDue(ctx, tx, { change: { ...change, approvedAt }, current });
    });
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error;
    throw new AppError(409, personMessages.emailTaken, { cause: error });
  }
}

/** The team takes back a change that hasn't taken effect. @throws AppError 409 when there's none */
export async function withdrawEmailChange(
  ctx: Context,
  subscriberId: number,
  { actor, why }: { actor: Actor; why: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { change } = await lockOpenChange(ctx, tx, subscriberId);
    const data = { endedAt: ctx.clock.now(), outcome: "withdrawn" };
    await tx.emailChange.update({ where: { id: change.id }, data });
    await recordAudit(ctx, tx, {
      actor,
      action: "email_change.withdrawn",
      subject: `subscriber:${subscriberId}`,
      detail: { after: { email: change.email }, why },
    });
  });
}

async function lockOpenChange(
  ctx: Context,
  tx: Transaction,
  subscriberId: number,
): Promise<LockedChange> {
  const found = await tx.emailChange.findUnique({ where: { subscriberId }, select: { id: true } });
  const locked = found && (await lockChange(tx, found.id));
  if (locked && isOpen(locked.change, ctx.clock.now())) return locked;
  throw new AppError(409, personMessages.noEmailChange);
}
