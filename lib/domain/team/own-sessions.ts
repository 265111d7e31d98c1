import type { OwnSessionsView } from "@/lib/contracts/admin/team";
import { teamMessages } from "@/lib/messages/admin/team";
import { AppError } from "@/lib/platform/app-error";
import { sha256Hex } from "@/lib/platform/tokens";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import { actorOf, isSessionValid, revokeAdminSessions, type AdminSession } from "../auth/sessions";
import type { Context } from "../context";

/** The administrator's sessions that can still be used: the current one first, then the latest used. */
export async function listOwnSessions(
  ctx: Context,
  { id: currentId, adminId }: AdminSession,
): Promise<OwnSessionsView["sessions"]> {
  const sessions = await findUsable(ctx, ctx.db, adminId);
  return sessions
    .map(({ id, lastSeenAt, device }) => ({
      // Identifies the session without revealing its id, which the cookie contains.
      handle: handleOf(id),
      browser: device?.description ?? null,
      network: device?.network ?? null,
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === currentId,
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** @throws AppError 404 for a session that has ended, or isn't theirs */
export async function endOwnSession(
  ctx: Context,
  caller: AdminSession,
  handle: string,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const sessions = await findUsable(ctx, tx, caller.adminId);
    const found = sessions.find(({ id }) => handleOf(id) === handle);
    if (!found) throw new AppError(404, teamMessages.unknownSession);
    await tx.session.update({ where: { id: found.id }, data: { revokedAt: ctx.clock.now() } });
    await recordEnd(ctx, tx, caller, 1);
  });
}

/** Ends all of the administrator's sessions except the caller's; returns how many. */
export async function endOtherSessions(ctx: Context, caller: AdminSession): Promise<number> {
  return ctx.db.$transaction(async (tx) => {
    const sessions = await revokeAdminSessions(ctx, tx, caller.adminId, caller.id);
    if (sessions > 0) await recordEnd(ctx, tx, caller, sessions);
    return sessions;
  });
}

async function findUsable(ctx: Context, db: Pick<Transaction, "session">, adminId: number) {
  const now = ctx.clock.now();
  const sessions = await db.session.findMany({
    where: { adminId, revokedAt: null, expiresAt: { gt: now } },
    include: { device: { select: { description: true, network: true } } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
  });
  return sessions.filter((session) => isSessionValid({ ...session, kind: "admin" }, now));
}

async function recordEnd(
  ctx: Context,
  tx: Transaction,
  caller: AdminSession,
  sessions: number,
): Promise<void> {
  const actor = actorOf(caller);
  const action = "admin.sessions-revoked";
  await recordAudit(ctx, tx, { actor, action, subject: actor, detail: { sessions } });
}

function handleOf(id: string): string {
  return sha256Hex(`session:${id}`).slice(0, 32);
}
