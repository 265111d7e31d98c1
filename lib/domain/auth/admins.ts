import { adminMessages } from "@/lib/messages/admin";
import { AppError } from "@/lib/platform/app-error";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { hashPassword, verifyPassword } from "@/lib/platform/password";
import { recordAudit } from "../audit";
import type { Context } from "../context";

export type AdminCredentials = { username: string; password: string };

/** A new administrator. */
export type NewAdmin = AdminCredentials & {
  /** Where login alerts go; the operator gets them without one. */
  email?: string;
};

export type AdminView = { id: number; username: string };

type WriteContext = Pick<Context, "db" | "clock" | "settings">;

const minPasswordLength = 8;

/**
 * Finds the administrator with this username (in any case) and password, or null. Takes equal time
 * for known, disabled, and unknown usernames.
 */
export async function findAdminByCredentials(
  ctx: Pick<Context, "db" | "settings">,
  { username, password }: AdminCredentials,
): Promise<AdminView | null> {
  const [admin] = await ctx.db.$queryRaw<{ id: number; username: string; hash: string }[]>`
    SELECT id, username, password_hash AS hash FROM admins
    WHERE lower(username) = lower(${username}) AND disabled_at IS NULL`;
  const isCorrect = await verifyPassword(password, admin?.hash ?? null, ctx.settings.passwordCost);
  return admin && isCorrect ? { id: admin.id, username: admin.username } : null;
}

/**
 * Adds an administrator.
 *
 * @throws AppError 400 for an invalid username or a password under 8 characters, 409 when the
 *   username is taken in any case
 */
export async function createAdmin(ctx: WriteContext, credentials: NewAdmin): Promise<AdminView> {
  requireLongPassword(credentials.password);
  return insertAdmin(ctx, credentials);
}

/** @throws AppError 400 for a password under 8 characters */
export function requireLongPassword(password: string): void {
  if (password.length >= minPasswordLength) return;
  throw new AppError(400, adminMessages.passwordTooShort, { field: "password" });
}

/**
 * Adds the first administrator, or returns null if there is one. Several processes may call it at
 * once. The password comes from the operator's configuration, so its length isn't checked.
 */
export async function ensureFirstAdmin(
  ctx: WriteContext,
  credentials: AdminCredentials,
): Promise<AdminView | null> {
  if ((await ctx.db.admin.count()) > 0) return null;
  try {
    return await insertAdmin(ctx, credentials);
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return null;
    throw error;
  }
}

async function insertAdmin(
  ctx: WriteContext,
  { username, password, email }: NewAdmin,
): Promise<AdminView> {
  if (username !== username.trim() || username === "" || username.length > 100) {
    throw new AppError(400, adminMessages.usernameInvalid, { field: "username" });
  }
  const passwordHash = await hashPassword(password, ctx.settings.passwordCost);
  try {
    return await ctx.db.$transaction(async (tx) => {
      const admin = await tx.admin.create({
        data: { username, email: email ?? null, passwordHash, createdAt: ctx.clock.now() },
        select: { id: true, username: true },
      });
      const subject = `admin:${username}`;
      await recordAudit(ctx, tx, { actor: "operator", action: "admin.created", subject });
      return admin;
    });
  } catch (error) {
    if (violatedUniqueIndex(error) !== "admins_username_key") throw error;
    throw new AppError(409, adminMessages.usernameTaken(username), { field: "username" });
  }
}

const freeFailures = 3;
const longestDelayMs = 60_000;

/**
 * How long a username is locked after a number of failed logins in a row: not at all for the first
 * two, then 1 s, 2 s, 4 s, and so on, up to a minute (docs/product-spec.md, section 15.1).
 */
export function loginDelayMs(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(1_000 * 2 ** (failures - freeFailures), longestDelayMs);
}
