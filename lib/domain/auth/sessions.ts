import { dayMs, hourMs } from "@/lib/calendar/units";
import { cookies } from "@/lib/contracts/browser-storage";
import { adminRoleSchema, mayDo, type AdminRole, type Permission } from "@/lib/contracts/roles";
import { randomUUID } from "node:crypto";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";

export type SessionKind = "admin" | "subscriber";

/** How long a session lasts without use and in total (docs/product-spec.md, section 6.4). */
export const sessionLimits: Record<SessionKind, { idleMs: number; absoluteMs: number }> = {
  admin: { idleMs: 12 * hourMs, absoluteMs: cookies["threeline-admin-session"].maxAgeS * 1_000 },
  subscriber: { idleMs: 30 * dayMs, absoluteMs: cookies["threeline-session"].maxAgeS * 1_000 },
};

/** Writing `lastSeenAt` at most once a minute avoids a write on every request. */
const lastSeenGranularityMs = 60_000;

/** Whether a session is neither revoked, nor idle for too long, nor too old. */
export function isSessionValid(
  session: { kind: SessionKind; lastSeenAt: Date; expiresAt: Date; revokedAt: Date | null },
  now: Date,
): boolean {
  if (session.revokedAt) return false;
  const idleMs = now.getTime() - session.lastSeenAt.getTime();
  return now < session.expiresAt && idleMs < sessionLimits[session.kind].idleMs;
}

export type AdminSession = {
  id: string;
  kind: "admin";
  adminId: number;
  username: string;
  /** Chosen by the administrator; otherwise the username. */
  displayName: string;
  role: AdminRole;
  expiresAt: Date;
  /** What a token may do, if the caller is a program with one. */
  scopes?: readonly Permission[];
  /** That token's. */
  tokenId?: number;
};

/** Whether an administrator's role, and the token if there is one, includes a permission. */
export function includes({ role, scopes }: AdminSession, permission: Permission): boolean {
  return mayDo(role, permission) && (scopes?.includes(permission) ?? true);
}

export type SubscriberSession = {
  id: string;
  kind: "subscriber";
  subscriberId: number;
  expiresAt: Date;
};

export type Session = AdminSession | SubscriberSession;

/** The session of a kind. */
export type SessionOf<Kind extends SessionKind> = Extract<Session, { kind: Kind }>;

/** Who logs in. */
export type Principal =
  | { kind: "admin"; adminId: number }
  | { kind: "subscriber"; subscriberId: number };

/** The actor that audit events record. */
export function actorOf(session: Session): Actor {
  return session.kind === "admin"
    ? `admin:${session.username}`
    : `subscriber:${session.subscriberId}`;
}

/** An administrator, and the token with which a program acts as them. */
export function setBy(session: AdminSession): { actor: Actor; tokenId: number | undefined } {
  return { actor: actorOf(session), tokenId: session.tokenId };
}

/** The content of a session's cookie. */
export type NewSession = { id: string; kind: SessionKind; expiresAt: Date };

/** Creates a session with a random id and its absolute expiry. */
export async function createSession(
  ctx: Context,
  principal: Principal,
  db: Pick<Transaction, "session"> = ctx.db,
): Promise<NewSession> {
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + sessionLimits[principal.kind].absoluteMs);
  const id = randomUUID();
  await db.session.create({
    data: { id, ...principal, createdAt: now, lastSeenAt: now, expiresAt },
  });
  return { id, kind: principal.kind, expiresAt };
}

/** Returns null if the session is unknown, of a different kind, revoked, idle for too long, or too old. */
export async function findValidSession<Kind extends SessionKind>(
  ctx: Context,
  id: string,
  kind: Kind,
): Promise<SessionOf<Kind> | null> {
  const session = await findAnyValidSession(ctx, id);
  return session && isOfKind(session, kind) ? session : null;
}

function isOfKind<Kind extends SessionKind>(
  session: Session,
  kind: Kind,
): session is SessionOf<Kind> {
  return session.kind === kind;
}

async function findAnyValidSession(ctx: Context, id: string): Promise<Session | null> {
  const row = await ctx.db.session.findUnique({
    where: { id },
    include: {
      admin: { select: { username: true, displayName: true, role: true, disabledAt: true } },
    },
  });
  const now = ctx.clock.now();
  if (!row || !isSessionKind(row.kind) || !isSessionValid({ ...row, kind: row.kind }, now)) {
    return null;
  }
  if (Math.abs(now.getTime() - row.lastSeenAt.getTime()) >= lastSeenGranularityMs) {
    await ctx.db.session.updateMany({ where: { id }, data: { lastSeenAt: now } });
  }
  const { expiresAt } = row;
  if (row.admin && row.adminId !== null) {
    if (row.admin.disabledAt) return null;
    const { username } = row.admin;
    const displayName = row.admin.displayName ?? username;
    const role = adminRoleSchema.parse(row.admin.role);
    return { id, kind: "admin", adminId: row.adminId, username, displayName, role, expiresAt };
  }
  if (row.subscriberId !== null) {
    return { id, kind: "subscriber", subscriberId: row.subscriberId, expiresAt };
  }
  return null;
}

/** Revokes all of an administrator's sessions, except one to keep; returns how many. */
export async function revokeAdminSessions(
  ctx: Pick<Context, "clock">,
  tx: Pick<Transaction, "session">,
  adminId: number,
  keptId: string | null = null,
): Promise<number> {
  const now = ctx.clock.now();
  const { count } = await tx.session.updateMany({
    where: {
      adminId,
      revokedAt: null,
      expiresAt: { gt: now },
      ...(keptId === null ? {} : { id: { not: keptId } }),
    },
    data: { revokedAt: now },
  });
  return count;
}

/**
 * Revokes all sessions of the subscriber with this address (in any case), for the operator.
 *
 * @returns how many; null when nobody has the address
 */
export async function revokeSubscriberSessions(
  ctx: Pick<Context, "db" | "clock">,
  email: string,
): Promise<number | null> {
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    const [subscriber] = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM subscribers WHERE lower(email) = lower(${email})`;
    if (!subscriber) return null;
    const { count } = await tx.session.updateMany({
      where: { subscriberId: subscriber.id, revokedAt: null, expiresAt: { gt: now } },
      data: { revokedAt: now },
    });
    await recordAudit(ctx, tx, {
      actor: "operator",
      action: "subscriber.sessions-revoked",
      subject: `subscriber:${subscriber.id}`,
      detail: { sessions: count },
    });
    return count;
  });
}

/** Does nothing if the session is unknown or already revoked. */
export async function revokeSession(ctx: Context, id: string): Promise<void> {
  await ctx.db.session.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: ctx.clock.now() },
  });
}

function isSessionKind(kind: string): kind is SessionKind {
  return kind === "admin" || kind === "subscriber";
}
