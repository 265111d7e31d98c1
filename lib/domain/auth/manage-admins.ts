import { adminMessages } from "@/lib/messages/admin";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { hashPassword } from "@/lib/platform/password";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { requireLongPassword, type AdminView } from "./admins";
import { revokeAdminSessions } from "./sessions";

/** An administrator as the operator sees them. */
export type AdminSummary = {
  username: string;
  email: string | null;
  isDisabled: boolean;
  createdAt: Date;
  /** When they last logged in with a session that still has its row. */
  lastLoginAt: Date | null;
  /** Sessions that weren't revoked and aren't too old. */
  sessions: number;
};

/** All administrators, by username. */
export async function listAdmins(ctx: Context): Promise<AdminSummary[]> {
  return ctx.db.$queryRaw`
    SELECT username, email, disabled_at IS NOT NULL AS "isDisabled", a.created_at AS "createdAt",
      max(s.created_at) AS "lastLoginAt",
      (count(s.id) FILTER (WHERE s.revoked_at IS NULL
        AND s.expires_at > ${ctx.clock.now()}))::int AS sessions
    FROM admins a LEFT JOIN sessions s ON s.admin_id = a.id
    GROUP BY a.id ORDER BY lower(username)`;
}

/**
 * Sets a new password and ends all of the administrator's sessions.
 *
 * @throws AppError 404 for an unknown username, 400 for a password under 8 characters
 */
export async function setAdminPassword(
  ctx: Context,
  { username, password }: { username: string; password: string },
): Promise<Change> {
  requireLongPassword(password);
  const passwordHash = await hashPassword(password, ctx.settings.passwordCost);
  return change(ctx, username, "admin.password-set", (tx, { id }) =>
    tx.admin.update({ where: { id }, data: { passwordHash, updatedAt: ctx.clock.now() } }),
  );
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

/** The username as it is stored, and how many sessions the change ended. */
export type Change = { username: string; sessions: number };

/** One change by the operator, with its audit event. It ends the administrator's sessions. */
async function change(
  ctx: Context,
  username: string,
  action: string,
  apply: (tx: Transaction, admin: AdminView) => Promise<unknown>,
): Promise<Change> {
  return ctx.db.$transaction(async (tx) => {
    const [admin] = await tx.$queryRaw<AdminView[]>`
      SELECT id, username FROM admins WHERE lower(username) = lower(${username}) FOR UPDATE`;
    if (!admin) throw new AppError(404, adminMessages.unknownAdmin(username));
    await apply(tx, admin);
    const sessions = await revokeAdminSessions(ctx, tx, admin.id);
    const subject = `admin:${admin.username}`;
    await recordAudit(ctx, tx, { actor: "operator", action, subject, detail: { sessions } });
    return { username: admin.username, sessions };
  });
}
