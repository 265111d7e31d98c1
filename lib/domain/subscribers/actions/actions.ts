import type { CancellationPreference } from "@/lib/contracts/billing";
import type { Channel } from "@/lib/contracts/primitives";
import type { Timezone } from "@/lib/contracts/timezones";
import { personMessages } from "@/lib/messages/admin/person";
import { randomToken } from "@/lib/platform/tokens";
import { deleteAccount } from "../../account/delete-account";
import { exportData } from "../../account/export-data";
import { startEmailChange } from "../../account/email-change/start";
import { startPhoneChange } from "../../account/phone-change";
import { recordAudit, type Actor } from "../../audit";
import { sendLoginLink } from "../../auth/login-links";
import { cancelSubscription } from "../../billing/cancel";
import { markRefundsReviewed } from "../../billing/review-refunds";
import type { Context } from "../../context";
import { changeTimezone } from "../../delivery/subscriber/change-timezone";
import { resendTodaysBriefing } from "../../delivery/subscriber/resend";
import { getAddressed, type By } from "./find-person";

/**
 * Resends today's briefing, by the rules and limits of the subscriber's own button.
 *
 * @throws AppError 404, otherwise like `resendTodaysBriefing`
 */
export async function resendForPerson(
  ctx: Context,
  id: number,
  { channel, clientAddress, ...by }: By & { channel: Channel; clientAddress: string | null },
): Promise<void> {
  await getAddressed(ctx, id);
  await resendTodaysBriefing(ctx, { subscriberId: id, channel, clientAddress, by });
}

/**
 * Emails a login link to the subscriber's address. Only they get the link. It asks to continue, because a
 * different browser requested it.
 *
 * @throws AppError 404, otherwise like `sendLoginLink`
 */
export async function sendLoginLinkTo(ctx: Context, id: number, by: By): Promise<void> {
  const { email } = await getAddressed(ctx, id);
  await sendLoginLink(ctx, {
    email,
    nonce: randomToken(),
    knownBrowser: null,
    clientAddress: "unknown",
    userAgent: null,
    requestedFrom: personMessages.supportTeam,
  });
  await record(ctx, id, by, "login_link.sent");
}

/** @throws AppError 404 */
export async function changeTimezoneOf(
  ctx: Context,
  id: number,
  { timezone, ...by }: By & { timezone: Timezone },
): Promise<void> {
  await getAddressed(ctx, id);
  await ctx.db.$transaction((tx) => changeTimezone(ctx, tx, id, timezone, by));
}

/**
 * Texts a code to a new number. It replaces the current one once the subscriber enters the code in
 * their account: only they can prove that it's theirs, and consent to texts.
 *
 * @throws AppError 404, otherwise like `startPhoneChange`
 */
export async function startPhoneChangeOf(
  ctx: Context,
  id: number,
  { phoneNumber, clientAddress, ...by }: By & { phoneNumber: string; clientAddress: string | null },
): Promise<void> {
  await getAddressed(ctx, id);
  const phone = await startPhoneChange(ctx, id, { phoneNumber, clientAddress });
  await record(ctx, id, by, "phone_change.started", { phone });
}

/**
 * Emails a link to a new address. It replaces the current one once it's confirmed with that link.
 *
 * @throws AppError 404, otherwise like `startEmailChange`
 */
export async function startEmailChangeOf(
  ctx: Context,
  id: number,
  { newEmail, actor, why }: By & { newEmail: string },
): Promise<void> {
  await getAddressed(ctx, id);
  await startEmailChange(ctx, id, { email: newEmail, actor, why });
}

/** @throws AppError 404, otherwise like `cancelSubscription` */
export async function cancelFor(
  ctx: Context,
  id: number,
  { preference, ...by }: By & { preference: CancellationPreference },
): Promise<void> {
  await getAddressed(ctx, id);
  await cancelSubscription(ctx, id, preference, by);
}

/**
 * Keeps a subscription unchanged after a full refund or a dispute.
 *
 * @throws AppError 404, otherwise like `markRefundsReviewed`
 */
export async function reviewRefundsOf(ctx: Context, id: number, by: By): Promise<void> {
  await getAddressed(ctx, id);
  await markRefundsReviewed(ctx, id, by);
}

/** Everything we store about a subscriber. @throws AppError 404 */
export async function exportPerson(ctx: Context, id: number, actor: Actor) {
  await getAddressed(ctx, id);
  const data = await exportData(ctx, id);
  const subject = `subscriber:${id}`;
  await recordAudit(ctx, ctx.db, { actor, action: "data.exported", subject });
  return data;
}

/**
 * Ends billing and deletes everything about a subscriber, as their own button does.
 *
 * @param input.email theirs, typed to confirm
 * @throws AppError 404, otherwise like `deleteAccount`
 */
export async function erasePerson(
  ctx: Context,
  id: number,
  { email, ...by }: By & { email: string },
): Promise<void> {
  await getAddressed(ctx, id);
  await deleteAccount(ctx, { subscriberId: id, email, actor: by.actor });
  await record(ctx, id, by, "account.erase_requested");
}

/** Leaves a note that only the team sees. @throws AppError 404 */
export async function addNote(
  ctx: Context,
  id: number,
  { author, actor, body }: { author: string; actor: Actor; body: string },
) {
  await getAddressed(ctx, id);
  const note = await ctx.db.$transaction(async (tx) => {
    const created = await tx.subscriberNote.create({
      data: { subscriberId: id, author, body, createdAt: ctx.clock.now() },
      select: { id: true, author: true, body: true, createdAt: true },
    });
    await recordAudit(ctx, tx, {
      actor,
      action: "note.added",
      subject: `subscriber:${id}`,
      detail: { after: { note: body } },
    });
    return created;
  });
  return { ...note, createdAt: note.createdAt.toISOString() };
}

async function record(
  ctx: Context,
  id: number,
  { actor, why }: By,
  action: string,
  detail: { phone?: string } = {},
): Promise<void> {
  const subject = `subscriber:${id}`;
  await recordAudit(ctx, ctx.db, { actor, action, subject, detail: { ...detail, why } });
}
