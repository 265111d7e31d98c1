import type { AdminLogin } from "@/lib/contracts/admin";
import { limits } from "@/lib/contracts/limits";
import { adminMessages } from "@/lib/messages/admin";
import { findAdminByCredentials } from "@/lib/domain/auth/admins";
import { loginDelayMs } from "@/lib/domain/auth/admins";
import { recordAudit } from "@/lib/domain/audit";
import type { Context } from "@/lib/domain/context";
import { AppError } from "@/lib/platform/app-error";
import { readSignedValue, signValue } from "@/lib/platform/tokens";
import { cookieName, type CookieJar } from "../route/cookies";
import { perClientAddress } from "@/lib/domain/limits/client-network";
import {
  resetFailures,
  refundHits,
  enforceRetryDelay,
  enforceRateLimits,
} from "@/lib/domain/limits/rate-limit";
import { endSession, openSession, readSession } from "./session";

const devicePurpose = "admin-device";
// The maximum that browsers allow.
const deviceMaxAgeS = 400 * 24 * 3_600;
const failureMemoryMs = 15 * 60_000;

/**
 * Logs an administrator in, and gives the browser a signed cookie that exempts it from this
 * username's delays in the future. Failures count per client address and per username, each before
 * the password is checked, so that parallel guesses all count.
 *
 * @throws AppError 401 `Invalid credentials`; 429 with `retryAfterS`
 */
export async function logInAdmin(
  ctx: Context,
  { username, password }: AdminLogin,
  { cookies, clientAddress }: { cookies: CookieJar; clientAddress: string },
): Promise<void> {
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
  await openSession(ctx, cookies, { role: "admin", adminId: admin.id });
  rememberDevice(ctx, cookies, username);
  const actor = `admin:${admin.username}` as const;
  await recordAudit(ctx, ctx.db, { actor, action: "admin.logged-in", subject: actor });
}

/** Does nothing without a session. */
export async function logOutAdmin(ctx: Context, cookies: CookieJar): Promise<void> {
  const session = await readSession(ctx, cookies, "admin");
  await endSession(ctx, cookies, "admin");
  if (!session) return;
  const actor = `admin:${session.username}` as const;
  await recordAudit(ctx, ctx.db, { actor, action: "admin.logged-out", subject: actor });
}

function deviceCookieName(ctx: Context): string {
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
    maxAgeS: deviceMaxAgeS,
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
