import { emailChangeDays, limits } from "@/lib/contracts/limits";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { reserveFormerEmail } from "../delivery/reader/subscriber-deliveries";
import { enforceRateLimits } from "../limits/rate-limit";
import { planNotice } from "../outbox/notices";
import { isSameEmail } from "../same-email";

const dayMs = 86_400_000;

/**
 * Emails a link to a new address of a subscriber, and tells the current one. The address replaces the
 * current one once someone confirms with the link; until then nothing changes. A new request replaces
 * the previous one.
 *
 * @throws AppError 409 for the current address, one that another subscriber has, or one that email
 *   doesn't reach; 429
 */
export async function startEmailChange(
  ctx: Context,
  subscriberId: number,
  { email, actor, why }: { email: string; actor: Actor; why: string },
): Promise<void> {
  await requireUsable(ctx, subscriberId, email);
  await enforceRateLimits(ctx, [
    { key: `email-change:${subscriberId}`, limit: limits.emailChangesPerSubscriberPerDay },
    {
      key: `email-change-to:${email.toLowerCase()}`,
      limit: limits.emailChangesPerAddressPerDay,
    },
  ]);
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + emailChangeDays * dayMs);
  await ctx.db.$transaction(async (tx) => {
    const { email: from } = await lockSubscriber(tx, subscriberId);
    // Another ID, so that the link of the previous request doesn't work anymore.
    await tx.emailChange.deleteMany({ where: { subscriberId } });
    const { id: changeId } = await tx.emailChange.create({
      data: { subscriberId, email, createdAt, expiresAt },
      select: { id: true },
    });
    await planNotice(ctx, tx, {
      key: `email_change:${changeId}`,
      kind: "email_change",
      subscriberId,
      recipient: email,
      detail: { changeId },
    });
    await planNotice(ctx, tx, {
      key: `email_change_requested:${changeId}`,
      kind: "email_change_requested",
      subscriberId,
      recipient: from,
    });
    await recordAudit(ctx, tx, {
      actor,
      action: "email_change.started",
      subject: `subscriber:${subscriberId}`,
      detail: { before: { email: from }, after: { email }, why },
    });
  });
}

async function requireUsable(ctx: Context, subscriberId: number, email: string): Promise<void> {
  const refuse = (message: string) => new AppError(409, message, { field: "newEmail" });
  const [owner] = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM subscribers WHERE lower(email) = lower(${email})`;
  if (owner?.id === subscriberId) throw refuse(personMessages.emailUnchanged);
  if (owner) throw refuse(personMessages.emailTaken);
  const where = { channel: "email", address: email.toLowerCase() };
  if ((await ctx.db.suppression.count({ where })) > 0) throw refuse(personMessages.emailBounces);
}

async function lockSubscriber(tx: Transaction, id: number): Promise<{ email: string }> {
  const [found] = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM subscribers WHERE id = ${id} FOR UPDATE`;
  if (!found) throw new AppError(404, personMessages.notFound);
  return found;
}

/** A link that confirms a new address, as its page shows it. */
export type EmailChangeView =
  | { state: "invalid" | "expired" | "confirmed" }
  | { state: "open"; email: string };

/** What confirming would do. Changes nothing. */
export async function findEmailChange(ctx: Context, id: number): Promise<EmailChangeView> {
  const found = await ctx.db.emailChange.findUnique({ where: { id } });
  if (!found) return { state: "invalid" };
  if (found.confirmedAt !== null) return { state: "confirmed" };
  if (found.expiresAt <= ctx.clock.now()) return { state: "expired" };
  return { state: "open", email: found.email };
}

/**
 * Makes a new address the subscriber's, and tells the previous one. Login links that were sent there
 * stop working. Repeating it changes nothing.
 *
 * @returns false if another subscriber has the address by now. A link that has expired or was replaced
 *   isn't refused: its page says so.
 */
export async function confirmEmailChange(ctx: Context, id: number): Promise<boolean> {
  const { state } = await findEmailChange(ctx, id);
  if (state !== "open") return true;
  try {
    await ctx.db.$transaction((tx) => confirm(ctx, tx, id));
    return true;
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error;
    return false;
  }
}

async function confirm(ctx: Context, tx: Transaction, id: number): Promise<void> {
  const change = await tx.emailChange.findUnique({ where: { id } });
  if (!change) return;
  const { subscriberId, email } = change;
  const { email: from } = await lockSubscriber(tx, subscriberId);
  const now = ctx.clock.now();
  // Only now, under the lock: another tab may have confirmed, or the team entered another address.
  const { count } = await tx.emailChange.updateMany({
    where: { id, confirmedAt: null },
    data: { confirmedAt: now },
  });
  if (count === 0) return;
  await reserveFormerEmail(ctx, tx, subscriberId);
  await tx.subscriber.update({
    where: { id: subscriberId },
    data: { email, updatedAt: now },
    select: { id: true },
  });
  await tx.loginToken.updateMany({
    where: { subscriberId, consumedAt: null, replacedAt: null },
    data: { replacedAt: now },
  });
  await recordAudit(ctx, tx, {
    actor: `subscriber:${subscriberId}`,
    action: "email.changed",
    subject: `subscriber:${subscriberId}`,
    detail: { before: { email: from }, after: { email } },
  });
  if (isSameEmail(from, email)) return;
  await planNotice(ctx, tx, {
    key: `address_changed:change:${id}`,
    kind: "address_changed",
    subscriberId,
    recipient: from,
  });
}
