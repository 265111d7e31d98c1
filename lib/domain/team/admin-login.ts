import {
  adminLoginMinutes,
  loginExpiredCode,
  maxWrongCodes,
  type AdminLoginStep,
} from "@/lib/contracts/admin/security";
import { adminMessages } from "@/lib/messages/admin";
import { adminSecurityMessages as messages } from "@/lib/messages/admin-security";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { hashPassword, verifyPassword } from "@/lib/platform/password";
import { randomToken, sha256Hex } from "@/lib/platform/tokens";
import type { Context } from "../context";
import { recordOwn, type LoginOrigin } from "./admin-devices";
import type { AdminView, VerifiedAdmin } from "./admins";
import { isTwoFactorRequired } from "../settings/team-settings";
import { requireGoodPassword } from "./password-rules";
import { createSession, revokeAdminSessions, type NewSession } from "../auth/sessions";
import { confirmEnrollment, startEnrollment, useCode, type Enrollment } from "./two-factor";

/** An administrator who passed all steps, with their session, or the next step of their login. */
export type AdminLoginProgress =
  | { next: null; admin: AdminView; session: NewSession }
  | { next: AdminLoginStep; token: string };

/** An administrator whose login isn't finished; their row is locked. */
type OpenLogin = AdminView & {
  email: string | null;
  passwordHash: string;
  mustChangePassword: boolean;
  totpSecret: string | null;
  totpCandidate: string | null;
  totpLastStep: number | null;
  isFactorPassed: boolean;
  wrongCodes: number;
};

/**
 * Continues after the password: opens a session if no other step is due, otherwise a login that can only take
 * its next step.
 *
 * @throws AppError 401 when the password was changed or the administrator disabled since it was checked
 */
export async function beginLogin(ctx: Context, admin: VerifiedAdmin): Promise<AdminLoginProgress> {
  const token = randomToken();
  return ctx.db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<Pick<OpenLogin, "totpSecret" | "mustChangePassword">[]>`
      SELECT totp_secret AS "totpSecret", must_change_password AS "mustChangePassword" FROM admins
      WHERE id = ${admin.id} AND password_hash = ${admin.passwordHash} AND disabled_at IS NULL
      FOR UPDATE`;
    if (!row) throw new AppError(401, adminMessages.invalidCredentials);
    const next = await nextStep(ctx, tx, { ...row, isFactorPassed: false });
    if (next === null) return { next, ...(await openFor(ctx, tx, admin)) };
    const now = ctx.clock.now();
    await tx.adminLogin.create({
      data: {
        tokenHash: sha256Hex(token),
        adminId: admin.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + adminLoginMinutes * 60_000),
      },
    });
    return { next, token };
  });
}

/** The second factor comes first: someone who only has the password must not be able to change anything. */
async function nextStep(
  ctx: Pick<Context, "settings">,
  tx: Transaction,
  login: Pick<OpenLogin, "totpSecret" | "isFactorPassed" | "mustChangePassword">,
): Promise<AdminLoginStep | null> {
  if (login.totpSecret !== null && !login.isFactorPassed) return "code";
  const rule = { settings: ctx.settings, db: tx };
  if (login.totpSecret === null && (await isTwoFactorRequired(rule))) return "two-factor";
  return login.mustChangePassword ? "password" : null;
}

/** The administrator of a login that isn't finished, or null if it has ended. */
export async function findOpenLogin(ctx: Context, token: string): Promise<AdminView | null> {
  const login = await ctx.db.adminLogin.findUnique({
    where: { tokenHash: sha256Hex(token), expiresAt: { gt: ctx.clock.now() } },
    select: { admin: { select: { id: true, username: true, disabledAt: true } } },
  });
  if (!login || login.admin.disabledAt) return null;
  return { id: login.admin.id, username: login.admin.username };
}

/**
 * Checks the code from the authenticator app, or a recovery code. After five wrong codes, the login
 * ends.
 *
 * @throws AppError 401 for a wrong code; 401 `login_expired`; 409 when no code is needed
 */
export async function enterCode(
  ctx: Context,
  token: string,
  code: string,
  origin: LoginOrigin,
): Promise<AdminLoginProgress> {
  const progress = await inLogin(ctx, token, "code", async (tx, login) => {
    const used = await useCode(ctx, tx, login, code);
    if (used === null) return countWrongCode(tx, token, login);
    if (used === "recovery") await recordOwn(ctx, tx, login, "admin.recovery-code-used", origin);
    return advance(ctx, tx, token, { ...login, isFactorPassed: true });
  });
  return progress ?? refuseCode();
}

/** @throws AppError 401 `login_expired`; 409 when the administrator doesn't have to set it up */
export function startLoginEnrollment(ctx: Context, token: string): Promise<Enrollment> {
  return inLogin(ctx, token, "two-factor", (tx, login) => startEnrollment(ctx, tx, login));
}

/**
 * Turns two-factor login on with the first code. After five wrong codes, the login ends.
 *
 * @throws AppError 401 for a wrong code; 401 `login_expired`; 409 when the step isn't due
 */
export async function confirmLoginEnrollment(
  ctx: Context,
  token: string,
  code: string,
  origin: LoginOrigin,
): Promise<{ recoveryCodes: string[]; progress: AdminLoginProgress }> {
  const result = await inLogin(ctx, token, "two-factor", async (tx, login) => {
    const recoveryCodes = await confirmEnrollment(ctx, tx, login, code);
    if (!recoveryCodes) return countWrongCode(tx, token, login);
    await revokeAdminSessions(ctx, tx, login.id);
    await recordOwn(ctx, tx, login, "admin.two-factor-enabled", origin);
    const enrolled = { ...login, totpSecret: login.totpCandidate, isFactorPassed: true };
    return { recoveryCodes, progress: await advance(ctx, tx, token, enrolled) };
  });
  return result ?? refuseCode();
}

/**
 * Replaces the generated password, and ends the administrator's sessions.
 *
 * @throws AppError 400 for a password that breaks a rule; 401 `login_expired`; 409 when it isn't due
 */
export async function replaceLoginPassword(
  ctx: Context,
  token: string,
  password: string,
  origin: LoginOrigin,
): Promise<AdminLoginProgress> {
  // Hashing takes long, so it isn't done while the row is locked.
  const login = await inLogin(ctx, token, "password", async (_, open) => open);
  await requireGoodPassword(password, { ...login, hasSecondFactor: login.totpSecret !== null });
  const { passwordCost } = ctx.settings;
  if (await verifyPassword(password, login.passwordHash, passwordCost)) {
    throw new AppError(400, messages.passwordUnchanged, { field: "password" });
  }
  const passwordHash = await hashPassword(password, passwordCost);
  const progress = await inLogin(ctx, token, "password", async (tx, open) => {
    await tx.admin.update({
      where: { id: open.id },
      data: { passwordHash, mustChangePassword: false, updatedAt: ctx.clock.now() },
    });
    await revokeAdminSessions(ctx, tx, open.id);
    await recordOwn(ctx, tx, open, "admin.password-changed", origin);
    return advance(ctx, tx, token, { ...open, mustChangePassword: false });
  });
  await ctx.discardInitialPassword(login.username);
  return progress;
}

/** Runs a step of a login with the administrator's row locked. */
async function inLogin<T>(
  ctx: Context,
  token: string,
  step: AdminLoginStep,
  work: (tx: Transaction, login: OpenLogin) => Promise<T>,
): Promise<T> {
  const tokenHash = sha256Hex(token);
  return ctx.db.$transaction(async (tx) => {
    // A separate statement, so that the next one sees everything from before the lock.
    await tx.$queryRaw`
      SELECT 1 FROM admins WHERE id = (
        SELECT admin_id FROM admin_logins WHERE token_hash = ${tokenHash}) FOR UPDATE`;
    const [login] = await tx.$queryRaw<OpenLogin[]>`
      SELECT a.id, a.username, a.email, a.password_hash AS "passwordHash",
        a.must_change_password AS "mustChangePassword", a.totp_secret AS "totpSecret",
        a.totp_candidate AS "totpCandidate", a.totp_last_step AS "totpLastStep",
        l.is_factor_passed AS "isFactorPassed", l.wrong_codes AS "wrongCodes"
      FROM admin_logins l JOIN admins a ON a.id = l.admin_id
      WHERE l.token_hash = ${tokenHash} AND l.expires_at > ${ctx.clock.now()}
        AND a.disabled_at IS NULL`;
    if (!login) throw loginExpired();
    if ((await nextStep(ctx, tx, login)) !== step) throw new AppError(409, messages.stepNotDue);
    return work(tx, login);
  });
}

/** The 401 that sends the browser back to the password. */
export function loginExpired(): AppError {
  return new AppError(401, messages.loginExpired, { code: loginExpiredCode });
}

/** Stores the progress, or finishes the login. */
async function advance(
  ctx: Context,
  tx: Transaction,
  token: string,
  login: OpenLogin,
): Promise<AdminLoginProgress> {
  const next = await nextStep(ctx, tx, login);
  if (next === null) return { next, ...(await openFor(ctx, tx, login)) };
  await tx.adminLogin.update({
    where: { tokenHash: sha256Hex(token) },
    data: { isFactorPassed: login.isFactorPassed },
  });
  return { next, token };
}

/** Opens a session, and ends the administrator's other logins that aren't finished. */
async function openFor(ctx: Context, tx: Transaction, { id, username }: AdminView) {
  await tx.adminLogin.deleteMany({ where: { adminId: id } });
  const session = await createSession(ctx, { kind: "admin", adminId: id }, tx);
  return { admin: { id, username }, session };
}

/** Returns null, because an error would undo the count. */
async function countWrongCode(tx: Transaction, token: string, login: OpenLogin): Promise<null> {
  const where = { tokenHash: sha256Hex(token) };
  if (login.wrongCodes + 1 >= maxWrongCodes) await tx.adminLogin.delete({ where });
  else await tx.adminLogin.update({ where, data: { wrongCodes: { increment: 1 } } });
  return null;
}

function refuseCode(): never {
  throw new AppError(401, messages.codeWrong, { field: "code" });
}
