import type { AdminRole } from "@/lib/contracts/roles";
import { adminMessages } from "@/lib/messages/admin";
import { AppError } from "@/lib/platform/app-error";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { hashPassword, verifyPassword } from "@/lib/platform/password";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { requireGoodPassword } from "./password-rules";

export type AdminCredentials = { username: string; password: string };

/** A new administrator. */
export type NewAdmin = AdminCredentials & {
  /** Owner by default. */
  role?: AdminRole;
  /** Where login alerts go; the operator gets them without one. */
  email?: string;
  /** The password was generated, so the first login asks for another one. */
  mustChangePassword?: boolean;
};

export type AdminView = { id: number; username: string };

/** An administrator whose password was right; `passwordHash` is the one it was compared with. */
export type VerifiedAdmin = AdminView & { passwordHash: string };

type WriteContext = Pick<Context, "db" | "clock" | "settings">;

/**
 * Finds the administrator with this username (in any case) and password, or null. Takes equal time
 * for known, disabled, and unknown usernames.
 */
export async function findAdminByCredentials(
  ctx: Pick<Context, "db" | "settings">,
  { username, password }: AdminCredentials,
): Promise<VerifiedAdmin | null> {
  const [admin] = await ctx.db.$queryRaw<VerifiedAdmin[]>`
    SELECT id, username, password_hash AS "passwordHash" FROM admins
    WHERE lower(username) = lower(${username}) AND disabled_at IS NULL`;
  const isCorrect = await verifyPassword(
    password,
    admin?.passwordHash ?? null,
    ctx.settings.passwordCost,
  );
  return admin && isCorrect ? admin : null;
}

/**
 * Adds an administrator.
 *
 * @throws AppError 400 for an invalid username or a password that breaks a rule, 409 when the
 *   username is taken in any case
 */
export async function createAdmin(ctx: WriteContext, credentials: NewAdmin): Promise<AdminView> {
  const { username, email, password } = credentials;
  await requireGoodPassword(password, {
    username,
    email: email ?? null,
    // Then nothing opens before the second factor is set up.
    hasSecondFactor: ctx.settings.requiresTwoFactor,
  });
  return insertAdmin(ctx, credentials);
}

/**
 * Adds the first administrator, or returns null if there is one. Several processes may call it at
 * once. The password comes from the operator's configuration, so it isn't checked.
 */
export async function ensureFirstAdmin(
  ctx: WriteContext,
  credentials: NewAdmin,
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
  { username, password, email, role = "owner", mustChangePassword = false }: NewAdmin,
): Promise<AdminView> {
  if (username !== username.trim() || username === "" || username.length > 100) {
    throw new AppError(400, adminMessages.usernameInvalid, { field: "username" });
  }
  const passwordHash = await hashPassword(password, ctx.settings.passwordCost);
  try {
    return await ctx.db.$transaction(async (tx) => {
      const admin = await tx.admin.create({
        data: {
          username,
          role,
          email: email ?? null,
          passwordHash,
          mustChangePassword,
          createdAt: ctx.clock.now(),
        },
        select: { id: true, username: true },
      });
      const subject = `admin:${username}`;
      await recordAudit(ctx, tx, {
        actor: "operator",
        action: "admin.created",
        subject,
        detail: { role },
      });
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
