import type { TeamView } from "@/lib/contracts/admin/team";
import { teamMessages } from "@/lib/messages/admin/team";
import { AppError } from "@/lib/platform/app-error";
import type { RowOf } from "@/lib/platform/database/database";
import { actorOf, revokeAdminSessions, sessionLimits, type AdminSession } from "../auth/sessions";
import type { Context } from "../context";
import { writeSetting } from "../settings/stored-settings";

/**
 * All members, by name.
 *
 * @param ownId of the member who asks
 */
export async function listMembers(ctx: Context, ownId: number): Promise<TeamView["members"]> {
  const now = ctx.clock.now();
  const usedSince = new Date(now.getTime() - sessionLimits.admin.idleMs);
  const rows = await ctx.db.$queryRaw<RowOf<TeamView["members"][number], "lastActiveAt">[]>`
    SELECT a.id, username, coalesce(display_name, username) AS "displayName", email, role,
      totp_secret IS NOT NULL AS "hasTwoFactor", disabled_at IS NOT NULL AS "isDisabled",
      max(s.last_seen_at) AS "lastActiveAt",
      (count(s.id) FILTER (WHERE s.revoked_at IS NULL AND s.expires_at > ${now}
        AND s.last_seen_at > ${usedSince}))::int AS sessions, a.id = ${ownId} AS "isYou"
    FROM admins a LEFT JOIN sessions s ON s.admin_id = a.id
    GROUP BY a.id ORDER BY lower(coalesce(display_name, username)), a.id`;
  return rows.map((row) => ({ ...row, lastActiveAt: row.lastActiveAt?.toISOString() ?? null }));
}

/**
 * Requires a second factor of everyone, or stops requiring it. Members without one are logged out and set it
 * up at their next login.
 *
 * @returns how many members were logged out
 * @throws AppError 409 when the configuration requires it anyway, or when the caller has none
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
