import type { AdminRole } from "@/lib/contracts/roles";
import { adminMessages } from "@/lib/messages/admin";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { hashPassword } from "@/lib/platform/password";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import type { AdminView } from "./admins";
import { requireGoodPassword, type PasswordOwner } from "./password-rules";
import { revokeAdminSessions } from "./sessions";
import { removeTwoFactor } from "./two-factor";

/** An administrator as the operator sees them. */
export type AdminSummary = {
  username: string;
  role: AdminRole;
  email: string | null;
  isDisabled: boolean;
  hasTwoFactor: boolean;
  createdAt: Date;
  /** When they last logged in with a session that still has its row. */
  lastLoginAt: Date | null;
  /** Sessions that weren't revoked and aren't too old. */
  sessions: number;
};

/** All administrators, by username. */
export async function listAdmins(ctx: Context): Promise<AdminSummary[]> {
  return ctx.db.$queryRaw`
    SELECT username, role, email, disabled_at IS NOT NULL AS "isDisabled", totp_secret IS NOT NULL AS "hasTwoFactor", a.created_at AS "createdAt",
      max(s.created_at) AS "lastLoginAt",
      (count(s.id) FILTER (WHERE s.revoked_at IS NULL
        AND s.expires_at > ${ctx.clock.now()}))::int AS sessions
    FROM admins a LEFT JOIN sessions s ON s.admin_id = a.id
    GROUP BY a.id ORDER BY lower(username)`;
}

/**
 * Sets a new password and ends all of the administrator's sessions.
 *
 * @param input.mustChangePassword whether the next login asks for another one
 * @throws AppError 404 for an unknown username, 400 for a password that breaks a rule
 */
export async function setAdminPassword(
  ctx: Context,
  input: { username: string; password: string; mustChangePassword: boolean },
): Promise<Change> {
  const { password, mustChangePassword } = input;
  const passwordHash = await hashPassword(password, ctx.settings.passwordCost);
  const done = await change(ctx, input.username, "admin.password-set", async (tx, admin) => {
    await requireGoodPassword(password, admin);
    const data = { passwordHash, mustChangePassword, updatedAt: ctx.clock.now() };
    await tx.admin.update({ where: { id: admin.id }, data });
  });
  await ctx.discardInitialPassword(done.username);
  return done;
}

/**
 * Turns two-factor login off for an administrator who lost their phone and recovery codes, and asks
 * for a new password at the next login: the current one may be too short to protect the account alone.
 *
 * @throws AppError 404 for an unknown username
 */
export function resetTwoFactor(ctx: Context, username: string): Promise<Change> {
  return change(ctx, username, "admin.two-factor-reset", async (tx, { id }) => {
    await removeTwoFactor(tx, id);
    await tx.admin.update({ where: { id }, data: { mustChangePassword: true } });
  });
}

/**
 * Ends all of the administrator's sessions and refuses their logins until `enableAdmin`.
 *
 * @throws AppError 404 for an unknown username
 */
export function disableAdmin(ctx: Context, username: string): Promise<Change> {
  return change(ctx, username, "admin.disabled", (tx, { id }) =>
    tx.admin.updateMany({
      where: { id, disabledAt: null },
      data: { disabledAt: ctx.clock.now(), updatedAt: ctx.clock.now() },
    }),
  );
}

/**
 * Lets a disabled administrator log in again, with a new session.
 *
 * @throws AppError 404 for an unknown username
 */
export function enableAdmin(ctx: Context, username: string): Promise<Change> {
  return change(ctx, username, "admin.enabled", (tx, { id }) =>
    tx.admin.update({ where: { id }, data: { disabledAt: null, updatedAt: ctx.clock.now() } }),
  );
}

/**
 * Logs the administrator out everywhere.
 *
 * @throws AppError 404 for an unknown username
 */
export function endAdminSessions(ctx: Context, username: string): Promise<Change> {
  return change(ctx, username, "admin.sessions-revoked", async () => undefined);
}

/**
 * Changes where login alerts go; null is the operator.
 *
 * @throws AppError 404 for an unknown username
 */
export function setAdminEmail(
  ctx: Context,
  username: string,
  email: string | null,
): Promise<Change> {
  return change(ctx, username, "admin.email-set", (tx, { id }) =>
    tx.admin.update({ where: { id }, data: { email, updatedAt: ctx.clock.now() } }),
  );
}

/** @throws AppError 404 for an unknown username */
export async function getAdmin(ctx: Context, username: string): Promise<AdminView> {
  const [admin] = await ctx.db.$queryRaw<AdminView[]>`
    SELECT id, username FROM admins WHERE lower(username) = lower(${username})`;
  if (!admin) throw new AppError(404, adminMessages.unknownAdmin(username));
  return admin;
}

/** The username as it is stored, and how many sessions the change ended. */
export type Change = { username: string; sessions: number };

type LockedAdmin = PasswordOwner & { id: number };

/**
 * One change by the operator, with its audit event. It ends the administrator's sessions, and logins
 * that aren't finished.
 */
async function change(
  ctx: Context,
  username: string,
  action: string,
  apply: (tx: Transaction, admin: LockedAdmin) => Promise<unknown>,
): Promise<Change> {
  return ctx.db.$transaction(async (tx) => {
    const [admin] = await tx.$queryRaw<LockedAdmin[]>`
      SELECT id, username, email, totp_secret IS NOT NULL AS "hasSecondFactor" FROM admins WHERE lower(username) = lower(${username}) FOR UPDATE`;
    if (!admin) throw new AppError(404, adminMessages.unknownAdmin(username));
    await apply(tx, admin);
    await tx.adminLogin.deleteMany({ where: { adminId: admin.id } });
    const sessions = await revokeAdminSessions(ctx, tx, admin.id);
    const subject = `admin:${admin.username}`;
    await recordAudit(ctx, tx, { actor: "operator", action, subject, detail: { sessions } });
    return { username: admin.username, sessions };
  });
}
