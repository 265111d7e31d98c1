import { passwordLength } from "@/lib/contracts/admin/security";
import type { AdminAccountView } from "@/lib/contracts/admin/security";
import { adminSecurityMessages as messages } from "@/lib/messages/admin-security";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { hashPassword } from "@/lib/platform/password";
import type { Context } from "../context";
import { listDevices, recordOwn, type LoginOrigin } from "./admin-devices";
import {
  findOwnAdmin,
  getOwnAdmin,
  limitOwnChecks,
  requireOwnPassword,
  wrongPassword,
  type OwnAdmin,
} from "./own-password";
import { isTwoFactorRequired } from "../settings/team-settings";
import { requireGoodPassword } from "./password-rules";
import { revokeAdminSessions, type AdminSession } from "../auth/sessions";
import {
  confirmEnrollment,
  removeTwoFactor,
  replaceRecoveryCodes,
  startEnrollment,
  useCode,
  type Enrollment,
} from "./two-factor";

/** A logged-in administrator who changes their own account. */
export type AdminSelf = { session: AdminSession; origin: LoginOrigin };

/**
 * The administrator's own account, as they see it.
 *
 * @param deviceToken of the browser that asks, if it has one
 */
export async function getAdminAccount(
  ctx: Context,
  { adminId }: AdminSession,
  deviceToken: string | null,
): Promise<AdminAccountView> {
  const { username, email, totpSecret } = await getOwnAdmin(ctx, adminId);
  return {
    username,
    email,
    hasTwoFactor: totpSecret !== null,
    requiresTwoFactor: await isTwoFactorRequired(ctx),
    recoveryCodesLeft: await ctx.db.adminRecoveryCode.count({ where: { adminId } }),
    devices: await listDevices(ctx, adminId, deviceToken),
  };
}

/**
 * Changes the administrator's password, and ends their other sessions.
 *
 * @throws AppError 400 for a wrong current password, or a new one that breaks a rule; 429
 */
export async function changeOwnPassword(
  ctx: Context,
  self: AdminSelf,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  const admin = await requireOwnPassword(ctx, self.session, currentPassword);
  await requireGoodPassword(password, { ...admin, hasSecondFactor: admin.totpSecret !== null });
  if (password === currentPassword) {
    throw new AppError(400, messages.passwordUnchanged, { field: "password" });
  }
  const passwordHash = await hashPassword(password, ctx.settings.passwordCost);
  await change(ctx, self, admin, "admin.password-changed", async (tx, { id }) => {
    const data = { passwordHash, mustChangePassword: false, updatedAt: ctx.clock.now() };
    await tx.admin.update({ where: { id }, data });
  });
  await ctx.discardInitialPassword(admin.username);
}

/**
 * Generates a secret for two-factor login, which takes effect once its first code is entered.
 *
 * @throws AppError 400 for a wrong password; 409 when two-factor login is on; 429
 */
export async function startOwnEnrollment(
  ctx: Context,
  session: AdminSession,
  currentPassword: string,
): Promise<Enrollment> {
  const admin = await requireOwnPassword(ctx, session, currentPassword);
  if (admin.totpSecret !== null) throw new AppError(409, messages.twoFactorIsOn);
  return startEnrollment(ctx, ctx.db, admin);
}

/**
 * Turns two-factor login on, and ends the administrator's other sessions.
 *
 * @returns the recovery codes
 * @throws AppError 400 for a wrong code; 409 when two-factor login is on; 429
 */
export async function confirmOwnEnrollment(
  ctx: Context,
  self: AdminSelf,
  code: string,
): Promise<string[]> {
  const admin = await getOwnAdmin(ctx, self.session.adminId);
  return limitOwnChecks(ctx, self.session, () =>
    change(ctx, self, admin, "admin.two-factor-enabled", async (tx, row) => {
      if (row.totpSecret !== null) throw new AppError(409, messages.twoFactorIsOn);
      return (await confirmEnrollment(ctx, tx, row, code)) ?? refuseCode();
    }),
  );
}

/**
 * Turns two-factor login off, and ends the administrator's other sessions.
 *
 * @throws AppError 400 for a wrong password or code; 409 when two-factor login is off or required, or
 *   the password is too short without it; 429
 */
export async function turnOffTwoFactor(
  ctx: Context,
  self: AdminSelf,
  { currentPassword, code }: { currentPassword: string; code: string },
): Promise<void> {
  const admin = await requireOwnPassword(ctx, self.session, currentPassword);
  if (await isTwoFactorRequired(ctx)) throw new AppError(409, messages.twoFactorRequired);
  if (Array.from(currentPassword.normalize("NFKC")).length < passwordLength.alone) {
    throw new AppError(409, messages.passwordTooShortAlone(passwordLength.alone));
  }
  await limitOwnChecks(ctx, self.session, () =>
    change(ctx, self, admin, "admin.two-factor-disabled", async (tx, row) => {
      if (row.totpSecret === null) throw new AppError(409, messages.twoFactorIsOff);
      if ((await useCode(ctx, tx, row, code)) === null) refuseCode();
      await removeTwoFactor(tx, row.id);
    }),
  );
}

/**
 * Replaces the recovery codes.
 *
 * @throws AppError 400 for a wrong password; 409 when two-factor login is off; 429
 */
export async function renewRecoveryCodes(
  ctx: Context,
  self: AdminSelf,
  currentPassword: string,
): Promise<string[]> {
  const admin = await requireOwnPassword(ctx, self.session, currentPassword);
  return change(ctx, self, admin, "admin.recovery-codes-replaced", async (tx, row) => {
    if (row.totpSecret === null) throw new AppError(409, messages.twoFactorIsOff);
    return replaceRecoveryCodes(tx, row.id);
  });
}

/**
 * Changes an account whose row is locked, ends the other sessions and logins that aren't finished, and
 * records it.
 *
 * @param checked the row whose password was checked; if it has changed since, nothing happens
 */
async function change<T>(
  ctx: Context,
  { session, origin }: AdminSelf,
  checked: OwnAdmin,
  action: string,
  apply: (tx: Transaction, row: OwnAdmin) => Promise<T>,
): Promise<T> {
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM admins WHERE id = ${checked.id} FOR UPDATE`;
    const row = await findOwnAdmin(tx, checked.id);
    if (row?.passwordHash !== checked.passwordHash) throw wrongPassword();
    const result = await apply(tx, row);
    await tx.adminLogin.deleteMany({ where: { adminId: row.id } });
    await revokeAdminSessions(ctx, tx, row.id, session.id);
    await recordOwn(ctx, tx, row, action, origin);
    return result;
  });
}

function refuseCode(): never {
  throw new AppError(400, messages.codeWrong, { field: "code" });
}
