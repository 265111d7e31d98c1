import type { AdminIdentity, AdminLogin } from "@/lib/contracts/admin";
import type {
  AdminLoginProgressView,
  EnrolledLoginView,
  EnrollmentView,
} from "@/lib/contracts/admin/security";
import { limits } from "@/lib/contracts/limits";
import { adminMessages } from "@/lib/messages/admin";
import { adminSecurityMessages } from "@/lib/messages/admin-security";
import { findKnownDevice, recordOwn } from "@/lib/domain/team/admin-devices";
import { recordLoginFailure } from "@/lib/domain/team/login-failures";
import {
  beginLogin,
  confirmLoginEnrollment,
  enterCode,
  findOpenLogin,
  loginExpired,
  replaceLoginPassword,
  startLoginEnrollment,
  type AdminLoginProgress,
} from "@/lib/domain/team/admin-login";
import { findAdminByCredentials, loginDelayMs, type AdminView } from "@/lib/domain/team/admins";
import type { Context } from "@/lib/domain/context";
import { perClientAddress } from "@/lib/domain/limits/per-client-address";
import {
  enforceRateLimits,
  enforceRetryDelay,
  refundHits,
  resetFailures,
} from "@/lib/domain/limits/rate-limit";
import { AppError } from "@/lib/platform/app-error";
import type { Guard } from "../route/access";
import type { CookieJar } from "../route/cookies";
import { originOf, readDeviceToken, rememberBrowser, type Browser } from "./admin-browser";
import { viewEnrollment } from "./qr-code";
import { enterSession, readSession } from "./session";

const failureMemoryMs = 15 * 60_000;

/**
 * Checks an administrator's password. Failures count per client address and per username, each before the
 * password is checked, so that parallel guesses all count.
 *
 * @returns that the browser is logged in, or which step is next
 * @throws AppError 401 `Invalid credentials`; 429 with `retryAfterS`
 */
export async function logInAdmin(
  ctx: Context,
  { username, password }: AdminLogin,
  browser: Browser,
): Promise<AdminLoginProgressView> {
  const { cookies, clientAddress } = browser;
  const perName = `admin-login-delay:${username.toLowerCase()}`;
  const limit = limits.adminLoginFailuresPerAddress;
  const deviceId = await findKnownDevice(ctx, username, readDeviceToken(cookies));
  const failures = perClientAddress("admin-login-failures", clientAddress, limit);
  // Someone who copied the cookie can call from any address.
  if (deviceId !== null) failures.push({ key: `admin-login-device:${deviceId}`, limit });
  const check = async () => {
    if (deviceId === null) {
      await enforceRetryDelay(ctx, perName, { delayMs: loginDelayMs, memoryMs: failureMemoryMs });
    }
    return findAdminByCredentials(ctx, { username, password });
  };

  await enforceRateLimits(ctx, failures);
  const admin = await check().catch(async (error: unknown) => {
    // A try doesn't count if its password wasn't checked.
    await refundHits(ctx, failures);
    throw error;
  });
  if (!admin) {
    await recordLoginFailure(ctx, { reason: "password", username, origin: originOf(browser) });
    throw new AppError(401, adminMessages.invalidCredentials);
  }
  await refundHits(ctx, failures);
  if (deviceId === null) await resetFailures(ctx, perName);
  return showLogin(ctx, browser, await beginLogin(ctx, admin));
}

/** A browser whose login isn't finished: it can only take the next step. */
export type AdminLoginCaller = { token: string; admin: AdminView };

/** Admits browsers that entered the right password and must take another step. */
export const unfinishedLogin: Guard<AdminLoginCaller> = {
  name: "unfinished admin login",
  security: [{ adminLogin: [] }],
  errors: [[401, "There is no login to continue", "login_expired"]],
  async admit({ ctx, cookies }) {
    const token = cookies.get("threeline-admin-login");
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
  browser: Browser,
): Promise<AdminLoginProgressView> {
  const progress = await countingFailures(ctx, admin, browser, () =>
    enterCode(ctx, token, code, originOf(browser)),
  );
  return showLogin(ctx, browser, progress);
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
  browser: Browser,
): Promise<EnrolledLoginView> {
  const { recoveryCodes, progress } = await countingFailures(ctx, admin, browser, () =>
    confirmLoginEnrollment(ctx, token, code, originOf(browser)),
  );
  return { recoveryCodes, login: await showLogin(ctx, browser, progress) };
}

/** Takes a login's password step. */
export async function continueWithPassword(
  ctx: Context,
  { token }: AdminLoginCaller,
  password: string,
  browser: Browser,
): Promise<AdminLoginProgressView> {
  return showLogin(
    ctx,
    browser,
    await replaceLoginPassword(ctx, token, password, originOf(browser)),
  );
}

/**
 * Counts a try before the code is checked, so that parallel guesses all count. A browser that the
 * administrator has logged in with before has its own allowance, which nobody else can use up.
 */
async function countingFailures<T>(
  ctx: Context,
  { id, username }: AdminView,
  browser: Browser,
  check: () => Promise<T>,
): Promise<T> {
  const { cookies, clientAddress } = browser;
  const deviceId = await findKnownDevice(ctx, username, readDeviceToken(cookies));
  const who = deviceId === null ? `${id}` : `${id} ${deviceId}`;
  const failures = [
    ...perClientAddress("admin-login-failures", clientAddress, limits.adminLoginFailuresPerAddress),
    { key: `admin-code:${who}`, limit: limits.adminCodeFailures },
    { key: `admin-code-day:${who}`, limit: limits.adminCodeFailuresPerDay },
  ];
  await enforceRateLimits(ctx, failures);
  const result = await check().catch(async (error: unknown) => {
    const isWrongCode = error instanceof AppError && error.field === "code";
    if (!isWrongCode) await refundHits(ctx, failures);
    else await recordLoginFailure(ctx, { reason: "code", username, origin: originOf(browser) });
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

/** Gives the browser its session, or the cookie for the next step. */
export async function showLogin(
  ctx: Context,
  browser: Browser,
  progress: AdminLoginProgress,
): Promise<AdminLoginProgressView> {
  const { cookies } = browser;
  if (progress.next !== null) {
    cookies.set("threeline-admin-login", progress.token);
    return { success: false, message: nextMessages[progress.next], next: progress.next };
  }
  const { admin, session } = progress;
  if (cookies.get("threeline-admin-login")) cookies.set("threeline-admin-login", "", 0);
  await enterSession(ctx, cookies, session);
  await rememberBrowser(ctx, admin, session.id, browser);
  await recordOwn(ctx, ctx.db, admin, "admin.logged-in", originOf(browser));
  return { success: true, message: adminMessages.loggedIn };
}

/**
 * Who a browser's valid administrator session belongs to; null without one or if the check fails. Never
 * throws.
 */
export async function findAdminIdentity(
  ctx: Context,
  cookies: CookieJar,
): Promise<AdminIdentity | null> {
  try {
    const session = await readSession(ctx, cookies, "admin");
    if (!session) return null;
    const { username, displayName, role } = session;
    return { username, displayName, role };
  } catch (error) {
    ctx.log.error({ err: error }, "admin session check failed");
    return null;
  }
}
