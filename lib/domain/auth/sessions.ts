import { randomUUID } from "node:crypto";
import type { Actor } from "../audit";
import type { Context } from "../context";
import {
  isSessionLive,
  lastSeenGranularityMs,
  sessionLimits,
  type SessionRole,
} from "./session-rules";

/** A live session of an administrator. */
export type AdminSession = {
  id: string;
  role: "admin";
  adminId: number;
  username: string;
  expiresAt: Date;
};

/** A live session of a subscriber. */
export type SubscriberSession = {
  id: string;
  role: "subscriber";
  subscriberId: number;
  expiresAt: Date;
};

/** A live session. */
export type Session = AdminSession | SubscriberSession;

/** Who a session is opened for. */
export type Principal =
  | { role: "admin"; adminId: number }
  | { role: "subscriber"; subscriberId: number };

/** The name under which a session's deeds are written down. */
export function actorOf(session: Session): Actor {
  return session.role === "admin"
    ? `admin:${session.username}`
    : `subscriber:${session.subscriberId}`;
}

/** Opens a session under a new random id, until its absolute limit. */
export async function createSession(
  ctx: Context,
  principal: Principal,
): Promise<{ id: string; role: SessionRole; expiresAt: Date }> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + sessionLimits[principal.role].absoluteMs);
  const id = randomUUID();
  await ctx.db.session.create({
    data: { id, ...principal, createdAt: now, lastSeenAt: now, expiresAt },
  });
  return { id, role: principal.role, expiresAt };
}

/** The session of an id, or null when it is unknown, ended, idle for too long or too old. */
export async function findLiveSession(ctx: Context, id: string): Promise<Session | null> {
  const row = await ctx.db.session.findUnique({
    where: { id },
    include: { admin: { select: { username: true } } },
  });
  const now = ctx.clock.now();
  if (!row || !isSessionRole(row.role) || !isSessionLive({ ...row, role: row.role }, now)) {
    return null;
  }
  if (Math.abs(now.getTime() - row.lastSeenAt.getTime()) >= lastSeenGranularityMs) {
    await ctx.db.session.updateMany({ where: { id }, data: { lastSeenAt: now } });
  }
  const { expiresAt } = row;
  if (row.admin && row.adminId !== null) {
    const { username } = row.admin;
    return { id, role: "admin", adminId: row.adminId, username, expiresAt };
  }
  if (row.subscriberId !== null) {
    return { id, role: "subscriber", subscriberId: row.subscriberId, expiresAt };
  }
  return null;
}

/** Ends a session for good. Nothing happens when there is none, or it has ended already. */
export async function revokeSession(ctx: Context, id: string): Promise<void> {
  await ctx.db.session.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: ctx.clock.now() },
  });
}

function isSessionRole(role: string): role is SessionRole {
  return role === "admin" || role === "subscriber";
}
