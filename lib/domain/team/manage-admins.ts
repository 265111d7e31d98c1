import type { AdminRole } from "@/lib/contracts/roles";
import { adminMessages } from "@/lib/messages/admin";
import { AppError } from "@/lib/platform/app-error";
import { Prisma, type Transaction } from "@/lib/platform/database/database";
import { hashPassword } from "@/lib/platform/password";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import type { AdminView } from "./admins";
import { revokeTokensOf } from "./api-tokens";
import { withdrawInvitationsBy } from "./invitations";
import { requireGoodPassword, type PasswordOwner } from "./password-rules";
import { revokeAdminSessions } from "../auth/sessions";
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
 * @param input.mustChangePassword whether the next login asks for a new one
 * @throws AppError 404 for an unknown username, 400 for a password that breaks a rule
 */
export async function setAdminPassword(
  ctx: Context,
  input: { username: string; password: string; mustChangePassword: boolean },
): Promise<Change> {
  const { password, mustChangePassword } = input;
  const passwordHash = await hashPassword(password, ctx.settings.passwordCost);
  const how = { who: input.username, action: "admin.password-set" };
  const done = await change(ctx, how, async (tx, admin) => {
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
 * @throws AppError 404 for an unknown username, 409 when they ask themselves: a stolen session must not
 *   be enough
 */
export function resetTwoFactor(ctx: Context, who: AdminReference, by?: Actor): Promise<Change> {
  const how = {
    who,
    by,
    action: "admin.two-factor-reset",
    detail: ({ hasSecondFactor }: LockedAdmin) => ({
      before: { twoFactor: hasSecondFactor ? "on" : "off" },
      after: { twoFactor: "off" },
    }),
  };
  return change(ctx, how, async (tx, { id, username }) => {
    if (by === `admin:${username}`) throw new AppError(409, adminMessages.notYourOwnFactor);
    await removeTwoFactor(tx, id);
    await tx.admin.update({ where: { id }, data: { mustChangePassword: true } });
  });
}

/**
 * Ends all of the administrator's sessions and refuses their logins until `enableAdmin`. Their tokens and
 * open invitations end permanently.
 *
 * @throws AppError 404 for an unknown administrator, 409 for the last owner, or when they ask themselves
 */
export function disableAdmin(ctx: Context, who: AdminReference, by?: Actor): Promise<Change> {
  const how = {
    who,
    by,
    action: "admin.disabled",
    keepsAnOwner: true,
    detail: (before: LockedAdmin) => accessChange(before, "disabled"),
  };
  return change(ctx, how, async (tx, { id, username }) => {
    if (by === `admin:${username}`) throw new AppError(409, adminMessages.notYourself);
    await tx.admin.updateMany({
      where: { id, disabledAt: null },
      data: { disabledAt: ctx.clock.now(), updatedAt: ctx.clock.now() },
    });
    await revokeTokensOf(ctx, tx, id, by ?? "operator");
    await withdrawInvitationsBy(ctx, tx, id, by ?? "operator");
  });
}

/**
 * Lets a disabled administrator log in again, with a new session.
 *
 * @throws AppError 404 for an unknown administrator
 */
export function enableAdmin(ctx: Context, who: AdminReference, by?: Actor): Promise<Change> {
  const how = {
    who,
    by,
    action: "admin.enabled",
    detail: (before: LockedAdmin) => accessChange(before, "allowed"),
  };
  return change(ctx, how, (tx, { id }) =>
    tx.admin.update({ where: { id }, data: { disabledAt: null, updatedAt: ctx.clock.now() } }),
  );
}

function accessChange({ isDisabled }: LockedAdmin, after: "allowed" | "disabled") {
  return { before: { login: isDisabled ? "disabled" : "allowed" }, after: { login: after } };
}

/**
 * Logs the administrator out everywhere.
 *
 * @throws AppError 404 for an unknown administrator
 */
export function endAdminSessions(ctx: Context, who: AdminReference, by?: Actor): Promise<Change> {
  return change(ctx, { who, by, action: "admin.sessions-revoked" }, async () => undefined);
}

/**
 * Changes what the administrator may do, from their next call on. Their sessions stay, but someone who is no
 * longer an owner loses their open invitations.
 *
 * @throws AppError 404 for an unknown administrator, 409 for the last owner
 */
export function setAdminRole(
  ctx: Context,
  who: AdminReference,
  role: AdminRole,
  by?: Actor,
): Promise<Change> {
  const how = {
    who,
    by,
    action: "admin.role-changed",
    keepsAnOwner: role !== "owner",
    keepsSessions: true,
    detail: ({ role: before }: LockedAdmin) => ({ before: { role: before }, after: { role } }),
  };
  return change(ctx, how, async (tx, { id }) => {
    await tx.admin.update({ where: { id }, data: { role, updatedAt: ctx.clock.now() } });
    if (role !== "owner") await withdrawInvitationsBy(ctx, tx, id, by ?? "operator");
  });
}

/**
 * Changes the name that others see; null shows the username.
 *
 * @throws AppError 404 for an unknown administrator
 */
export function setAdminName(
  ctx: Context,
  who: AdminReference,
  displayName: string | null,
  by?: Actor,
): Promise<Change> {
  const how = {
    who,
    by,
    action: "admin.name-changed",
    keepsSessions: true,
    detail: ({ displayName: before }: LockedAdmin) => ({
      before: { name: before },
      after: { name: displayName },
    }),
  };
  return change(ctx, how, (tx, { id }) =>
    tx.admin.update({ where: { id }, data: { displayName, updatedAt: ctx.clock.now() } }),
  );
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
  const how = {
    who: username,
    action: "admin.email-set",
    detail: ({ email: before }: LockedAdmin) => ({ before: { email: before }, after: { email } }),
  };
  return change(ctx, how, (tx, { id }) =>
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

/** A username in any case, or an id. */
export type AdminReference = string | number;

type LockedAdmin = PasswordOwner & {
  id: number;
  role: AdminRole;
  displayName: string | null;
  isDisabled: boolean;
};

type ChangeOptions = {
  who: AdminReference;
  action: string;
  /** The operator by default. */
  by?: Actor | undefined;
  /** Doesn't end sessions and unfinished logins. */
  keepsSessions?: boolean;
  /** Refuses to remove the last owner who can log in. */
  keepsAnOwner?: boolean;
  /** What to record, from the row before the change. */
  detail?: (before: LockedAdmin) => Prisma.InputJsonObject;
};

/** One change of an administrator, with its audit event. */
async function change(
  ctx: Context,
  {
    who,
    action,
    by = "operator",
    keepsSessions = false,
    keepsAnOwner = false,
    detail,
  }: ChangeOptions,
  apply: (tx: Transaction, admin: LockedAdmin) => Promise<unknown>,
): Promise<Change> {
  return ctx.db.$transaction(async (tx) => {
    // Before the row itself, so that two changes never wait for each other.
    const owners = keepsAnOwner ? await lockOwners(tx) : [];
    const matches =
      typeof who === "number"
        ? Prisma.sql`id = ${who}`
        : Prisma.sql`lower(username) = lower(${who})`;
    const [admin] = await tx.$queryRaw<LockedAdmin[]>`
      SELECT id, username, email, role, display_name AS "displayName",
        totp_secret IS NOT NULL AS "hasSecondFactor", disabled_at IS NOT NULL AS "isDisabled"
      FROM admins WHERE ${matches} FOR UPDATE`;
    if (!admin) throw new AppError(404, adminMessages.unknownAdmin(`${who}`));
    if (owners.length === 1 && owners[0] === admin.id) {
      throw new AppError(409, adminMessages.lastOwner(admin.username));
    }
    await apply(tx, admin);
    const sessions = keepsSessions ? 0 : await endLogins(ctx, tx, admin.id);
    await recordAudit(ctx, tx, {
      actor: by,
      action,
      subject: `admin:${admin.username}`,
      detail: { ...detail?.(admin), ...(keepsSessions ? {} : { sessions }) },
    });
    return { username: admin.username, sessions };
  });
}

/** The ids of the owners who can log in, locked, so that parallel changes wait and then see this one. */
async function lockOwners(tx: Transaction): Promise<number[]> {
  const owners = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM admins WHERE role = 'owner' AND disabled_at IS NULL ORDER BY id FOR UPDATE`;
  return owners.map(({ id }) => id);
}

async function endLogins(ctx: Context, tx: Transaction, adminId: number): Promise<number> {
  await tx.adminLogin.deleteMany({ where: { adminId } });
  return revokeAdminSessions(ctx, tx, adminId);
}
