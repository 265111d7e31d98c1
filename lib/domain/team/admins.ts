import { isUsername } from "@/lib/contracts/admin/security";
import type { AdminRole } from "@/lib/contracts/roles";
import { adminMessages } from "@/lib/messages/admin";
import { AppError } from "@/lib/platform/app-error";
import type { Prisma, Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { hashPassword, verifyPassword } from "@/lib/platform/password";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { requireGoodPassword } from "./password-rules";
import { isTwoFactorRequired } from "../settings/team-settings";

export type AdminCredentials = { username: string; password: string };

/** A new administrator. */
export type NewAdmin = AdminCredentials & {
  /** Shown instead of the username. */
  displayName?: string;
  /** Owner by default. */
  role?: AdminRole;
  /** Where login alerts go; the operator gets them without one. */
  email?: string;
  /** The password was generated, so the first login asks for a new one. */
  mustChangePassword?: boolean;
};

export type AdminView = { id: number; username: string };

/** An administrator whose password was right; `passwordHash` is what it was compared with. */
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
    // If it's required, nothing opens before it is set up.
    hasSecondFactor: await isTwoFactorRequired(ctx),
  });
  return viewOf(await insertAdmin(ctx, credentials));
}

function viewOf({ id, username }: AdminView): AdminView {
  return { id, username };
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
    return viewOf(await insertAdmin(ctx, credentials));
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return null;
    throw error;
  }
}

/**
 * Adds an administrator whose password was checked.
 *
 * @param claim what must succeed in the same transaction; returns what to record besides the role
 * @throws AppError 400 for an invalid username, 409 when it's taken in any case
 */
export async function insertAdmin(
  ctx: WriteContext,
  { username, displayName, password, email, role = "owner", mustChangePassword = false }: NewAdmin,
  claim?: (tx: Transaction) => Promise<{ by: Actor; detail: Prisma.InputJsonObject }>,
): Promise<VerifiedAdmin> {
  if (!isUsername(username)) {
    throw new AppError(400, adminMessages.usernameInvalid, { field: "username" });
  }
  const passwordHash = await hashPassword(password, ctx.settings.passwordCost);
  try {
    return await ctx.db.$transaction(async (tx) => {
      const { by, detail } = (await claim?.(tx)) ?? { by: "operator", detail: {} };
      const admin = await tx.admin.create({
        data: {
          username,
          displayName: displayName ?? null,
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
        actor: by,
        action: "admin.created",
        subject,
        detail: { ...detail, after: { role, email: email ?? null } },
      });
      return { ...admin, passwordHash };
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
