import {
  cookieName,
  cookies as listedCookies,
  type CookieName,
} from "@/lib/contracts/browser-storage";
import type { AdminLogin } from "@/lib/contracts/admin";
import {
  adminLoginMinutes,
  type AdminLoginProgressView,
  type EnrolledLoginView,
  type EnrollmentView,
} from "@/lib/contracts/admin-security";
import { limits } from "@/lib/contracts/limits";
import { adminMessages } from "@/lib/messages/admin";
import { adminSecurityMessages } from "@/lib/messages/admin-security";
import {
  beginLogin,
  confirmLoginEnrollment,
  enterCode,
  findOpenLogin,
  loginExpired,
  replaceLoginPassword,
  startLoginEnrollment,
  type AdminLoginProgress,
} from "@/lib/domain/auth/admin-login";
import { findAdminByCredentials, loginDelayMs, type AdminView } from "@/lib/domain/auth/admins";
import { recordAudit } from "@/lib/domain/audit";
import type { Context } from "@/lib/domain/context";
import { perClientAddress } from "@/lib/domain/limits/client-network";
import {
  enforceRateLimits,
  enforceRetryDelay,
  refundHits,
  resetFailures,
} from "@/lib/domain/limits/rate-limit";
import { AppError } from "@/lib/platform/app-error";
import { readSignedValue, signValue } from "@/lib/platform/tokens";
import type { Guard } from "../route/access";
import type { CookieJar } from "../route/cookies";
import { viewEnrollment } from "./qr-code";
import { endSession, enterSession, readSession } from "./session";

type Caller = { cookies: CookieJar; clientAddress: string };

const devicePurpose = "admin-device";
const failureMemoryMs = 15 * 60_000;

/**
 * Checks an administrator's password. Failures count per client address and per username, each before
 * the password is checked, so that parallel guesses all count.
 *
 * @returns whether the browser is logged in, or what is still missing
 * @throws AppError 401 `Invalid credentials`; 429 with `retryAfterS`
 */
export async function logInAdmin(
  ctx: Context,
  { username, password }: AdminLogin,
  { cookies, clientAddress }: Caller,
): Promise<AdminLoginProgressView> {
  const perName = `admin-login-delay:${username.toLowerCase()}`;
  const limit = limits.adminLoginFailuresPerAddress;
  const failures = perClientAddress("admin-login-failures", clientAddress, limit);
  const isKnownDevice = readDevice(ctx, cookies) === username.toLowerCase();
  const check = async () => {
    if (!isKnownDevice) {
      await enforceRetryDelay(ctx, perName, { delayMs: loginDelayMs, memoryMs: failureMemoryMs });
    }
    return findAdminByCredentials(ctx, { username, password });
  };

  await enforceRateLimits(ctx, failures);
  const admin = await check().catch(async (error: unknown) => {
    // A try whose password wasn't checked isn't a failure.
    await refundHits(ctx, failures);
    throw error;
  });
  if (!admin) {
    ctx.log.warn("admin login failed");
    throw new AppError(401, adminMessages.invalidCredentials);
  }
  await refundHits(ctx, failures);
  if (!isKnownDevice) await resetFailures(ctx, perName);
  return show(ctx, cookies, await beginLogin(ctx, admin));
}

/** A browser whose login isn't finished: it can only take the next step. */
export type AdminLoginCaller = { token: string; admin: AdminView };

/** Admits browsers that entered the right password and must take another step. */
export const unfinishedLogin: Guard<AdminLoginCaller> = {
  name: "unfinished admin login",
  security: [{ adminLogin: [] }],
  errors: [[401, "There is no login to continue", "login_expired"]],
  async admit({ ctx, cookies }) {
    const token = cookies.get(adminLoginCookieName(ctx.settings.isSecure));
    const admin = token ? await findOpenLogin(ctx, token) : null;
    if (!token || !admin) throw loginExpired();
    return { token, admin };
  },
};

/** Takes a login's code step. Wrong codes count per client address and per administrator. */
export async function continueWithCode(
  ctx: Context,
  { token, admin }: AdminLoginCaller,
  code: string,
  caller: Caller,
): Promise<AdminLoginProgressView> {
  const progress = await countingFailures(ctx, admin, caller, () => enterCode(ctx, token, code));
  return show(ctx, caller.cookies, progress);
}

/** Starts a login's two-factor step. */
export async function startTwoFactor(
  ctx: Context,
  { token }: AdminLoginCaller,
): Promise<EnrollmentView> {
  return viewEnrollment(await startLoginEnrollment(ctx, token));
}

/** Finishes a login's two-factor step. Wrong codes count as in `continueWithCode`. */
export async function confirmTwoFactor(
  ctx: Context,
  { token, admin }: AdminLoginCaller,
  code: string,
  caller: Caller,
): Promise<EnrolledLoginView> {
  const { recoveryCodes, progress } = await countingFailures(ctx, admin, caller, () =>
    confirmLoginEnrollment(ctx, token, code),
  );
  return { recoveryCodes, login: await show(ctx, caller.cookies, progress) };
}

/** Takes a login's password step. */
export async function continueWithPassword(
  ctx: Context,
  { token }: AdminLoginCaller,
  password: string,
  cookies: CookieJar,
): Promise<AdminLoginProgressView> {
  return show(ctx, cookies, await replaceLoginPassword(ctx, token, password));
}

/** Counts a try before the code is checked, so that parallel guesses all count. */
async function countingFailures<T>(
  ctx: Context,
  { id }: AdminView,
  { clientAddress }: Caller,
  check: () => Promise<T>,
): Promise<T> {
  const failures = [
    ...perClientAddress("admin-login-failures", clientAddress, limits.adminLoginFailuresPerAddress),
    { key: `admin-code:${id}`, limit: limits.adminCodeFailures },
    { key: `admin-code-day:${id}`, limit: limits.adminCodeFailuresPerDay },
  ];
  await enforceRateLimits(ctx, failures);
  const result = await check().catch(async (error: unknown) => {
    const isWrongCode = error instanceof AppError && error.field === "code";
    if (!isWrongCode) await refundHits(ctx, failures);
    throw error;
  });
  await refundHits(ctx, failures);
  return result;
}

const nextMessages = {
  code: adminSecurityMessages.nextCode,
  "two-factor": adminSecurityMessages.nextTwoFactor,
  password: adminSecurityMessages.nextPassword,
} as const;

/** Gives the browser its session, or what it needs for the next step. */
async function show(
  ctx: Context,
  cookies: CookieJar,
  progress: AdminLoginProgress,
): Promise<AdminLoginProgressView> {
  if (progress.next !== null) {
    setLoginCookie(ctx, cookies, progress.token, adminLoginMinutes * 60);
    return { success: false, message: nextMessages[progress.next], next: progress.next };
  }
  const { admin, session } = progress;
  if (cookies.get(adminLoginCookieName(ctx.settings.isSecure))) {
    setLoginCookie(ctx, cookies, "", 0);
  }
  await enterSession(ctx, cookies, session);
  rememberDevice(ctx, cookies, admin.username);
  const actor = `admin:${admin.username}` as const;
  await recordAudit(ctx, ctx.db, { actor, action: "admin.logged-in", subject: actor });
  return { success: true, message: adminMessages.loggedIn };
}

/** Name of the cookie of a login that isn't finished. */
export function adminLoginCookieName(isSecure: boolean): CookieName {
  return cookieName("threeline-admin-login", isSecure);
}

function setLoginCookie(ctx: Context, cookies: CookieJar, value: string, maxAgeS: number): void {
  const { isSecure } = ctx.settings;
  cookies.set({ name: adminLoginCookieName(isSecure), value, maxAgeS, secure: isSecure });
}

/** Does nothing without a session. */
export async function logOutAdmin(ctx: Context, cookies: CookieJar): Promise<void> {
  const session = await readSession(ctx, cookies, "admin");
  await endSession(ctx, cookies, "admin");
  if (!session) return;
  const actor = `admin:${session.username}` as const;
  await recordAudit(ctx, ctx.db, { actor, action: "admin.logged-out", subject: actor });
}

function deviceCookieName(ctx: Context): CookieName {
  return cookieName("threeline-device", ctx.settings.isSecure);
}

function readDevice(ctx: Context, cookies: CookieJar): string | null {
  const signed = cookies.get(deviceCookieName(ctx));
  return signed ? readSignedValue(signed, devicePurpose, ctx.settings.acceptedSecrets) : null;
}

function rememberDevice(ctx: Context, cookies: CookieJar, username: string): void {
  cookies.set({
    name: deviceCookieName(ctx),
    value: signValue(username.toLowerCase(), devicePurpose, ctx.settings.signingSecret),
    maxAgeS: listedCookies["threeline-device"].maxAgeS,
    secure: ctx.settings.isSecure,
  });
}

/** Whether a browser has a valid administrator session. If the check fails, false; never throws. */
export async function isAdminAuthenticated(ctx: Context, cookies: CookieJar): Promise<boolean> {
  try {
    return (await readSession(ctx, cookies, "admin")) !== null;
  } catch (error) {
    ctx.log.error({ err: error }, "admin session check failed");
    return false;
  }
}
