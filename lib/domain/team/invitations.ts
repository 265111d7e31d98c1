import { dayMs } from "@/lib/calendar/units";
import { adminInvitationDays } from "@/lib/contracts/durations";
import { limits } from "@/lib/contracts/limits";
import type { InvitationView } from "@/lib/contracts/admin/team";
import type { AdminRole } from "@/lib/contracts/roles";
import { teamMessages } from "@/lib/messages/admin/team";
import { AppError } from "@/lib/platform/app-error";
import type { RowOf, Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { randomToken, sha256Hex } from "@/lib/platform/tokens";
import { recordAudit, type Actor } from "../audit";
import { insertAdmin, type VerifiedAdmin } from "./admins";
import { requireGoodPassword } from "./password-rules";
import { actorOf, type AdminSession } from "../auth/sessions";
import { isTwoFactorRequired } from "../settings/team-settings";
import type { Context } from "../context";
import { enforceRateLimits } from "../limits/rate-limit";
import { sendInvitation } from "./invitation-email";

/** Who invites: an owner, or the operator on the command line. */
export type Inviter = AdminSession | "operator";

/** All invitations, oldest first. */
export async function listInvitations(ctx: Context): Promise<InvitationView[]> {
  const rows = await ctx.db.$queryRaw<InvitationRow[]>`
    SELECT id, email, role, sent_at AS "sentAt", expires_at AS "expiresAt"
    FROM admin_invitations ORDER BY created_at, id`;
  return rows.map(toView);
}

type InvitationRow = RowOf<InvitationView, "sentAt" | "expiresAt">;

function toView({ sentAt, expiresAt, ...row }: InvitationRow): InvitationView {
  return { ...row, sentAt: sentAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

/**
 * Invites someone by email. The link works once, for seven days.
 *
 * @throws AppError 409 when the address is already on the team or invited, or refuses email; 429; 503
 *   when the email wasn't sent
 */
export async function inviteAdmin(
  ctx: Context,
  { email, role }: { email: string; role: AdminRole },
  by: Inviter,
): Promise<InvitationView> {
  await limitEmails(ctx, by);
  const token = randomToken();
  const invitation = await ctx.db
    .$transaction(async (tx) => {
      await requireNewAddress(tx, email);
      const created = await tx.adminInvitation.create({
        data: {
          email,
          role,
          invitedById: inviterIdOf(by),
          createdAt: ctx.clock.now(),
          ...validFromNow(ctx, token),
        },
        select: { id: true, email: true, sentAt: true, expiresAt: true },
      });
      await record(ctx, tx, by, "admin.invited", { ...created, role }, "after");
      return { ...created, role };
    })
    .catch((error: unknown) => {
      if (violatedUniqueIndex(error) !== "admin_invitations_email_key") throw error;
      throw new AppError(409, teamMessages.alreadyInvited, { field: "email" });
    });
  const outcome = await sendInvitation(ctx, { email, role, token, invitedBy: nameOf(by) });
  // An invitation that may still arrive stays valid.
  if (outcome.isNotSent) await ctx.db.adminInvitation.delete({ where: { id: invitation.id } });
  if (outcome.error) throw outcome.error;
  return toView(invitation);
}

/**
 * Resends an invitation, with a new link, in the name of the person who asks; earlier links stop working.
 *
 * @throws AppError 404 for an unknown invitation; otherwise like `inviteAdmin`
 */
export async function resendInvitation(
  ctx: Context,
  id: number,
  by: Inviter,
): Promise<InvitationView> {
  await limitEmails(ctx, by);
  const token = randomToken();
  const invitation = await ctx.db.$transaction(async (tx) => {
    const found = await lock(tx, id);
    const updated = await tx.adminInvitation.update({
      where: { id },
      data: { ...validFromNow(ctx, token), invitedById: inviterIdOf(by) },
      select: { sentAt: true, expiresAt: true },
    });
    await record(ctx, tx, by, "admin.invitation-resent", found);
    return { ...found, ...updated };
  });
  const { email, role } = invitation;
  const { error } = await sendInvitation(ctx, { email, role, token, invitedBy: nameOf(by) });
  if (error) throw error;
  return toView(invitation);
}

/** @throws AppError 404 for an unknown invitation, which may have been accepted */
export async function withdrawInvitation(ctx: Context, id: number, by: Inviter): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const found = await lock(tx, id);
    await tx.adminInvitation.delete({ where: { id } });
    await record(ctx, tx, by, "admin.invitation-withdrawn", found, "before");
  });
}

/**
 * Withdraws the open invitations of someone who may no longer invite: they could lead back into the
 * team.
 */
export async function withdrawInvitationsBy(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  adminId: number,
  actor: Actor,
): Promise<void> {
  const where = { invitedById: adminId };
  const invitations = await tx.adminInvitation.findMany({ where, orderBy: { id: "asc" } });
  await tx.adminInvitation.deleteMany({ where });
  for (const { id, email, role } of invitations) {
    await recordAudit(ctx, tx, {
      actor,
      action: "admin.invitation-withdrawn",
      subject: `invitation:${id}`,
      detail: { before: { email, role } },
    });
  }
}

/** What someone who opens the link sees. */
export type OpenInvitation = { id: number; email: string; role: AdminRole };

/** The invitation that a link's token opens, or null. */
export async function findInvitation(
  ctx: Pick<Context, "db" | "clock">,
  token: string,
): Promise<OpenInvitation | null> {
  const [invitation] = await ctx.db.$queryRaw<OpenInvitation[]>`
    SELECT id, email, role FROM admin_invitations
    WHERE token_hash = ${sha256Hex(token)} AND expires_at > ${ctx.clock.now()}`;
  return invitation ?? null;
}

/**
 * Makes the invited person a member of the team, once.
 *
 * @returns their login, as if the password had just been checked
 * @throws AppError 400 for an invalid username or a password that breaks a rule; 404 when the invitation was
 *   used or withdrawn in the meantime; 409 when the username is taken
 */
export async function acceptInvitation(
  ctx: Context,
  { id, email, role }: OpenInvitation,
  input: { username: string; displayName: string; password: string },
): Promise<VerifiedAdmin> {
  const { username, displayName, password } = input;
  const hasSecondFactor = await isTwoFactorRequired(ctx);
  await requireGoodPassword(password, { username, email, hasSecondFactor });
  return insertAdmin(ctx, { username, displayName, password, email, role }, async (tx) => {
    const { count } = await tx.adminInvitation.deleteMany({ where: { id } });
    if (count === 0) throw invitationInvalid();
    return { by: `admin:${username}`, detail: { invitation: id, email } };
  });
}

/** The 404 of a link that was used, replaced, withdrawn, or has expired. */
export function invitationInvalid(): AppError {
  return new AppError(404, teamMessages.invitationInvalid, { code: "invitation_invalid" });
}

function validFromNow(ctx: Context, token: string) {
  const sentAt = ctx.clock.now();
  const expiresAt = new Date(sentAt.getTime() + adminInvitationDays * dayMs);
  return { tokenHash: sha256Hex(token), sentAt, expiresAt };
}

async function requireNewAddress(tx: Transaction, email: string): Promise<void> {
  const [known] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM admins WHERE lower(email) = lower(${email})`;
  if (known) throw new AppError(409, teamMessages.alreadyMember, { field: "email" });
}

async function lock(tx: Transaction, id: number): Promise<OpenInvitation> {
  const [invitation] = await tx.$queryRaw<OpenInvitation[]>`
    SELECT id, email, role FROM admin_invitations WHERE id = ${id} FOR UPDATE`;
  if (!invitation) throw new AppError(404, teamMessages.unknownInvitation);
  return invitation;
}

async function limitEmails(ctx: Context, by: Inviter): Promise<void> {
  if (by === "operator") return;
  const limit = limits.adminInvitationsPerAdmin;
  await enforceRateLimits(ctx, [{ key: `admin-invitations:${by.adminId}`, limit }]);
}

async function record(
  ctx: Context,
  tx: Transaction,
  by: Inviter,
  action: string,
  { id, email, role }: OpenInvitation,
  /** Whether the action created or ended it. */
  when?: "before" | "after",
): Promise<void> {
  const actor = by === "operator" ? by : actorOf(by);
  await recordAudit(ctx, tx, {
    actor,
    action,
    subject: `invitation:${id}`,
    detail: when ? { [when]: { email, role } } : { email, role },
  });
}

function inviterIdOf(by: Inviter): number | null {
  return by === "operator" ? null : by.adminId;
}

function nameOf(by: Inviter): string | null {
  return by === "operator" ? null : by.displayName;
}
