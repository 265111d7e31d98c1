import { adminMessages } from "@/lib/messages/admin";
import { AppError } from "@/lib/platform/app-error";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { hashPassword, verifyPassword } from "@/lib/platform/password";
import { recordAudit } from "../audit";
import type { Context } from "../context";

/** An administrator's name and password. */
export type AdminCredentials = { username: string; password: string };

/** An administrator as known to the rest of the house. */
export type AdminView = { id: number; username: string };

type Writing = Pick<Context, "db" | "clock" | "settings">;

const shortestPassword = 8;

/**
 * The administrator whose name (in any case) and password these are, or null. It takes the same
 * time whether the name is known or not.
 */
export async function findAdminByCredentials(
  ctx: Pick<Context, "db" | "settings">,
  { username, password }: AdminCredentials,
): Promise<AdminView | null> {
  const [admin] = await ctx.db.$queryRaw<{ id: number; username: string; hash: string }[]>`
    SELECT id, username, password_hash AS hash FROM admins WHERE lower(username) = lower(${username})`;
  const isRight = await verifyPassword(password, admin?.hash ?? null, ctx.settings.passwordCost);
  return admin && isRight ? { id: admin.id, username: admin.username } : null;
}

/**
 * Adds an administrator.
 *
 * @throws AppError 400 on an unusable name or a password under 8 characters, 409 when the name is
 *   taken in any case
 */
export async function createAdmin(ctx: Writing, credentials: AdminCredentials): Promise<AdminView> {
  if (credentials.password.length < shortestPassword) {
    throw new AppError(400, adminMessages.passwordTooShort, { field: "password" });
  }
  return insertAdmin(ctx, credentials);
}

/**
 * Adds the first administrator; null when there is one already. Several processes may call it at
 * once. The password comes from the operator's own configuration and is taken as it is.
 */
export async function ensureFirstAdmin(
  ctx: Writing,
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
  ctx: Writing,
  { username, password }: AdminCredentials,
): Promise<AdminView> {
  if (username !== username.trim() || username === "" || username.length > 100) {
    throw new AppError(400, adminMessages.usernameInvalid, { field: "username" });
  }
  const passwordHash = await hashPassword(password, ctx.settings.passwordCost);
  try {
    return await ctx.db.$transaction(async (tx) => {
      const admin = await tx.admin.create({
        data: { username, passwordHash, createdAt: ctx.clock.now() },
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
