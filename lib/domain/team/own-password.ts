import { limits } from "@/lib/contracts/limits";
import { adminSecurityMessages as messages } from "@/lib/messages/admin-security";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { verifyPassword } from "@/lib/platform/password";
import type { Context } from "../context";
import { enforceRateLimits, refundHits } from "../limits/rate-limit";
import type { AdminSession } from "../auth/sessions";

/** An administrator who changes their own account, as it's stored. */
export type OwnAdmin = NonNullable<Awaited<ReturnType<typeof findOwnAdmin>>>;

export function findOwnAdmin(db: Pick<Transaction, "admin">, id: number) {
  return db.admin.findUnique({
    where: { id, disabledAt: null },
    select: {
      id: true,
      username: true,
      email: true,
      passwordHash: true,
      totpSecret: true,
      totpCandidate: true,
      totpLastStep: true,
    },
  });
}

/** @throws AppError 400 when the administrator was disabled in the meantime */
export async function getOwnAdmin(ctx: Context, id: number): Promise<OwnAdmin> {
  const row = await findOwnAdmin(ctx.db, id);
  if (!row) throw wrongPassword();
  return row;
}

/**
 * Asks for the password, because a stolen session must not be enough to change how its owner or the team logs
 * in, lock others out, give lasting access or data, or do what can't be undone.
 *
 * @throws AppError 400 for a wrong password, 429
 */
export async function requireOwnPassword(
  ctx: Context,
  session: AdminSession,
  password: string,
): Promise<OwnAdmin> {
  const admin = await getOwnAdmin(ctx, session.adminId);
  return limitOwnChecks(ctx, session, async () => {
    const { passwordCost } = ctx.settings;
    if (await verifyPassword(password, admin.passwordHash, passwordCost)) return admin;
    throw wrongPassword();
  });
}

/**
 * The same for a call that a token can make too: creating the token took the password, and a program can't
 * type it.
 *
 * @throws AppError like `requireOwnPassword`
 */
export async function requirePasswordInSession(
  ctx: Context,
  caller: AdminSession,
  password = "",
): Promise<void> {
  if (caller.tokenId === undefined) await requireOwnPassword(ctx, caller, password);
}

/** Limits wrong passwords and codes of one account, each counted before it is checked. */
export async function limitOwnChecks<T>(
  ctx: Context,
  { adminId }: AdminSession,
  check: () => Promise<T>,
): Promise<T> {
  const limit = [{ key: `admin-own-checks:${adminId}`, limit: limits.adminPasswordChecks }];
  await enforceRateLimits(ctx, limit);
  const result = await check().catch(async (error: unknown) => {
    const isWrong = error instanceof AppError && error.field !== undefined;
    if (!isWrong) await refundHits(ctx, limit);
    throw error;
  });
  await refundHits(ctx, limit);
  return result;
}

export function wrongPassword(): AppError {
  return new AppError(400, messages.currentPasswordWrong, { field: "currentPassword" });
}
