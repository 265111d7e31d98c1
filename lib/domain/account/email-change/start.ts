import { dayMs } from "@/lib/calendar/units";
import { emailChangeDays } from "@/lib/contracts/durations";
import { limits } from "@/lib/contracts/limits";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";
import { enforceRateLimits } from "../../limits/rate-limit";
import { planNotice } from "../../outbox/notices";
import { lockSubscriber } from "./lock";
import { requestNoticeKey } from "./wait";

/**
 * Emails a confirmation link to a subscriber's new address, and a link to stop the change to the current one.
 * The new address replaces the current one once it's confirmed and the time to object is over; until then
 * nothing changes. A new request replaces the previous one.
 *
 * @throws AppError 409 for the current address, one that another subscriber has, or one that email
 *   doesn't reach; 404, 429
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
    const from = await lockSubscriber(tx, subscriberId);
    if (from === null) throw new AppError(404, personMessages.notFound);
    // A new ID, so that the previous request's links stop working.
    await tx.emailChange.deleteMany({ where: { subscriberId } });
    const { id: changeId } = await tx.emailChange.create({
      data: { subscriberId, email, currentEmail: from, createdAt, expiresAt },
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
      key: requestNoticeKey(changeId),
      kind: "email_change_requested",
      subscriberId,
      recipient: from,
      detail: { changeId },
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
