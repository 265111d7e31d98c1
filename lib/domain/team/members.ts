import type { AdminRole } from "@/lib/contracts/roles";
import { teamMessages } from "@/lib/messages/admin/team";
import { AppError } from "@/lib/platform/app-error";
import { actorOf, revokeAdminSessions, sessionLimits, type AdminSession } from "../auth/sessions";
import type { Context } from "../context";
import { readSetting, writeSetting } from "../settings/stored-settings";

/** A member of the team as owners see them. */
export type TeamMember = {
  id: number;
  username: string;
  displayName: string;
  email: string | null;
  role: AdminRole;
  hasTwoFactor: boolean;
  isDisabled: boolean;
  /** The latest use of a session that still has its row; null without one. */
  lastActiveAt: Date | null;
  /** Sessions that can still be used. */
  sessions: number;
};

/** All members, by name. */
export async function listMembers(ctx: Context): Promise<TeamMember[]> {
  const now = ctx.clock.now();
  const usedSince = new Date(now.getTime() - sessionLimits.admin.idleMs);
  return ctx.db.$queryRaw`
    SELECT a.id, username, coalesce(display_name, username) AS "displayName", email, role,
      totp_secret IS NOT NULL AS "hasTwoFactor", disabled_at IS NOT NULL AS "isDisabled",
      max(s.last_seen_at) AS "lastActiveAt",
      (count(s.id) FILTER (WHERE s.revoked_at IS NULL AND s.expires_at > ${now}
        AND s.last_seen_at > ${usedSince}))::int AS sessions
    FROM admins a LEFT JOIN sessions s ON s.admin_id = a.id
    GROUP BY a.id ORDER BY lower(coalesce(display_name, username)), a.id`;
}

/** Whether everyone needs a second factor, and whether the configuration leaves no choice. */
export type TwoFactorRule = { isRequired: boolean; isFixed: boolean };

export async function getTwoFactorRule({
  db,
  settings,
}: Pick<Context, "db" | "settings">): Promise<TwoFactorRule> {
  const isFixed = settings.requiresTwoFactor;
  return { isRequired: isFixed || (await readSetting(db, "requireTwoFactor")), isFixed };
}

/**
 * Requires a second factor of everyone, or no longer. Members without one are logged out and set it up
 * at their next login.
 *
 * @returns how many members were logged out
 * @throws AppError 409 when the configuration requires it anyway, or when who asks has none themselves
 */
export async function requireTwoFactor(
  ctx: Context,
  isRequired: boolean,
  by: AdminSession | "operator",
): Promise<number> {
  if (ctx.settings.requiresTwoFactor) throw new AppError(409, teamMessages.twoFactorFixed);
  return ctx.db.$transaction(async (tx) => {
    if (isRequired && by !== "operator") {
      const own = await tx.admin.findUnique({ where: { id: by.adminId } });
      if (!own?.totpSecret) throw new AppError(409, teamMessages.ownTwoFactorFirst);
    }
    const actor = by === "operator" ? by : actorOf(by);
    await writeSetting(ctx, tx, { name: "requireTwoFactor", value: isRequired, by: actor });
    if (!isRequired) return 0;
    const without = await tx.admin.findMany({ where: { totpSecret: null }, select: { id: true } });
    let loggedOut = 0;
    for (const { id } of without) {
      if ((await revokeAdminSessions(ctx, tx, id)) > 0) loggedOut += 1;
    }
    return loggedOut;
  });
}
