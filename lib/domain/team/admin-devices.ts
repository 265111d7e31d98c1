import { dayMs } from "@/lib/calendar/units";
import { formatDateTimeIn } from "@/lib/calendar/format";
import { adminAddresses } from "@/lib/contracts/admin";
import { adminDeviceDays } from "@/lib/contracts/admin/security";
import type { AdminAccountView } from "@/lib/contracts/admin/security";
import { adminSecurityMessages } from "@/lib/messages/admin-security";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { randomToken, sha256Hex } from "@/lib/platform/tokens";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { raiseAlert } from "../outbox/operator-alerts";
import type { AdminView } from "./admins";
import { revokeAdminSessions } from "../auth/sessions";

/** The browser and network of a login, if known. */
export type LoginOrigin = {
  /** Such as `Chrome on Windows`. */
  device: string;
  /** Such as `203.0.113.0/24`. */
  network: string | null;
};

/** Records what an administrator did with their own login, and from where. */
export async function recordOwn(
  ctx: Pick<Context, "clock">,
  tx: Pick<Transaction, "$executeRaw">,
  { username }: { username: string },
  action: string,
  origin: LoginOrigin,
): Promise<void> {
  const actor = `admin:${username}` as const;
  await recordAudit(ctx, tx, { actor, action, subject: actor, detail: origin });
}

const lifeMs = adminDeviceDays * dayMs;

/**
 * The device with this token that the administrator with this username (in any case) has logged in
 * with, or null.
 */
export async function findKnownDevice(
  ctx: Context,
  username: string,
  token: string | null,
): Promise<number | null> {
  if (token === null) return null;
  const [device] = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT d.id FROM admin_devices d JOIN admins a ON a.id = d.admin_id
    WHERE d.token_hash = ${sha256Hex(token)} AND lower(a.username) = lower(${username})
      AND d.expires_at > ${ctx.clock.now()}`;
  return device?.id ?? null;
}

/**
 * Remembers the browser of a login. A browser that is new to the administrator gets a new token, even
 * if it has one: someone else could have planted that. The administrator then gets an alert, unless
 * it's the account's first browser.
 *
 * @param token the browser's current one, if any
 * @param sessionId of the session that the login opened
 * @returns the browser's token from now on
 */
export async function rememberDevice(
  ctx: Context,
  admin: AdminView,
  { token, sessionId }: { token: string | null; sessionId: string },
  { device: description, network }: LoginOrigin,
): Promise<string> {
  const now = ctx.clock.now();
  const data = {
    description,
    network,
    lastLoginAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  };
  const tokenHash = token === null ? "" : sha256Hex(token);
  const [known] = await ctx.db.adminDevice.updateManyAndReturn({
    where: { adminId: admin.id, tokenHash, expiresAt: { gt: now } },
    data,
    select: { id: true },
  });
  if (token !== null && known) {
    await linkSession(ctx, sessionId, known.id);
    return token;
  }
  const issued = randomToken();
  const created = await ctx.db.$transaction(async (tx) => {
    const others = await tx.adminDevice.count({ where: { adminId: admin.id } });
    await tx.adminDevice.deleteMany({ where: { adminId: admin.id, expiresAt: { lte: now } } });
    // Other administrators who use this browser still know it.
    await tx.adminDevice.updateMany({
      where: { tokenHash },
      data: { tokenHash: sha256Hex(issued) },
    });
    const { id } = await tx.adminDevice.create({
      data: { ...data, adminId: admin.id, tokenHash: sha256Hex(issued), createdAt: now },
      select: { id: true },
    });
    return { id, isFirst: others === 0 };
  });
  await linkSession(ctx, sessionId, created.id);
  if (!created.isFirst) await alertAdmin(ctx, admin, created.id, { device: description, network });
  return issued;
}

async function linkSession(ctx: Context, id: string, deviceId: number): Promise<void> {
  await ctx.db.session.updateMany({ where: { id }, data: { deviceId } });
}

async function alertAdmin(
  ctx: Context,
  { id, username }: AdminView,
  deviceId: number,
  origin: LoginOrigin,
): Promise<void> {
  const admin = await ctx.db.admin.findUnique({ where: { id }, select: { email: true } });
  const at = formatDateTimeIn(ctx.clock.now(), "America/New_York");
  const securityUrl = `${ctx.settings.siteUrl}${adminAddresses.security}`;
  await raiseAlert(ctx, {
    key: `admin-device:${deviceId}`,
    recipient: admin?.email ?? null,
    ...operatorAlertMessages.newDevice(username, { ...origin, at, securityUrl }),
  });
}

/**
 * The browsers that an administrator is known with, the latest login first.
 *
 * @param token of the browser that asks, if any
 */
export async function listDevices(
  ctx: Context,
  adminId: number,
  token: string | null,
): Promise<AdminAccountView["devices"]> {
  const devices = await ctx.db.adminDevice.findMany({
    where: { adminId, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ lastLoginAt: "desc" }, { id: "desc" }],
  });
  return devices.map(({ id, description, network, lastLoginAt, tokenHash }) => ({
    id,
    description,
    network,
    lastLoginAt: lastLoginAt.toISOString(),
    isCurrent: token !== null && tokenHash === sha256Hex(token),
  }));
}

/**
 * Forgets a browser, so that its next login counts as new, and ends the administrator's other
 * sessions: one of them may be open there.
 *
 * @param by who removes it: the operator, or the administrator, whose own session is kept
 * @throws AppError 404 for an unknown device, or someone else's
 */
export async function removeDevice(
  ctx: Context,
  { id: adminId, username }: AdminView,
  deviceId: number,
  by: "operator" | { sessionId: string; origin: LoginOrigin },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.adminDevice.deleteMany({ where: { id: deviceId, adminId } });
    if (count === 0) throw new AppError(404, adminSecurityMessages.unknownDevice);
    await revokeAdminSessions(ctx, tx, adminId, by === "operator" ? null : by.sessionId);
    const action = "admin.device-removed";
    if (by !== "operator") return recordOwn(ctx, tx, { username }, action, by.origin);
    return recordAudit(ctx, tx, { actor: by, action, subject: `admin:${username}` });
  });
}
