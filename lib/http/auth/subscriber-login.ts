import { type VerifyAnswer, loginConfirmedHeader } from "@/lib/contracts/account";
import { limits, loginLinkMinutes } from "@/lib/contracts/limits";
import { loginMessages } from "@/lib/messages/account";
import { httpMessages } from "@/lib/messages/http";
import { redeemLoginLink, sendLoginLink } from "@/lib/domain/auth/login-links";
import { actorOf } from "@/lib/domain/auth/sessions";
import { getUserData } from "@/lib/domain/account/account-view";
import { recordAudit } from "@/lib/domain/audit";
import type { Context } from "@/lib/domain/context";
import { findUnfinishedOnboarding } from "@/lib/domain/onboarding/unfinished-onboarding";
import { AppError } from "@/lib/platform/app-error";
import { randomToken } from "@/lib/platform/tokens";
import { cookieName, type CookieJar } from "../route/cookies";
import { isSameOriginCall } from "../route/origin";
import { refundHit, enforceRateLimit } from "@/lib/domain/limits/rate-limit";
import { endSession, openSession, readSession } from "./session";

type Caller = { request: Request; cookies: CookieJar; clientAddress: string };

/** Lasts as long as the browser's latest link. */
const nonceMaxAgeS = loginLinkMinutes * 60;

/**
 * Emails a login link, and gives the requesting browser a cookie with which the link needs no
 * Continue. The limit per email address also counts unknown addresses.
 *
 * @throws AppError 429 with `retryAfterS`, and as `sendLoginLink`
 */
export async function sendRequestedLoginLink(
  ctx: Context,
  email: string,
  { request, cookies, clientAddress }: Caller,
): Promise<void> {
  await enforceRateLimit(ctx, `login-link-email:${email.toLowerCase()}`, limits.loginLinkPerEmail);
  // Reuses an existing nonce, so that an earlier link of another person still needs no Continue here.
  const nonce = readNonce(ctx, cookies) ?? randomToken();
  const userAgent = request.headers.get("user-agent");
  await sendLoginLink(ctx, { email, nonce, clientAddress, userAgent });
  const secure = ctx.settings.isSecure;
  cookies.set({ name: nonceCookieName(ctx), value: nonce, maxAgeS: nonceMaxAgeS, secure });
}

/**
 * Logs a browser in with the token of a login link. Each try counts as a failure before the token
 * is checked, so that parallel guesses all count; it's uncounted if it succeeds or needs Continue.
 *
 * @throws AppError 403 for a call that our own pages didn't make, 429 with `retryAfterS`, and as
 *   `redeemLoginLink`
 */
export async function logInByLink(
  ctx: Context,
  token: string,
  { request, cookies, clientAddress }: Caller,
): Promise<VerifyAnswer> {
  if (!isSameOriginCall(request)) throw new AppError(403, httpMessages.foreignOrigin);
  const key = `verification-failures:${clientAddress}`;
  const limit = limits.verificationFailuresPerAddress;
  await enforceRateLimit(ctx, key, limit);
  const isConfirmed = request.headers.has(loginConfirmedHeader);
  const nonce = readNonce(ctx, cookies);
  const subscriberId = await redeemLoginLink(ctx, { token, nonce, isConfirmed }).catch(
    async (error: unknown) => {
      const isFailure = error instanceof AppError && error.status === 401;
      if (!isFailure) await refundHit(ctx, key, limit);
      throw error;
    },
  );
  await refundHit(ctx, key, limit);
  await openSession(ctx, cookies, { role: "subscriber", subscriberId });
  const actor = `subscriber:${subscriberId}` as const;
  await recordAudit(ctx, ctx.db, { actor, action: "subscriber.logged-in", subject: actor });
  const user = await getUserData(ctx, subscriberId);
  const onboardingUid = await findUnfinishedOnboarding(ctx, subscriberId);
  const message = loginMessages.loggedIn;
  return { success: true, message, user, ...(onboardingUid === null ? {} : { onboardingUid }) };
}

function nonceCookieName(ctx: Context): string {
  return cookieName("threeline-login", ctx.settings.isSecure);
}

function readNonce(ctx: Context, cookies: Pick<CookieJar, "get">): string | null {
  return cookies.get(nonceCookieName(ctx)) || null;
}

/** Does nothing without a session. */
export async function logOutSubscriber(ctx: Context, cookies: CookieJar): Promise<void> {
  const session = await readSession(ctx, cookies);
  await endSession(ctx, cookies);
  if (session?.role !== "subscriber") return;
  const actor = actorOf(session);
  await recordAudit(ctx, ctx.db, { actor, action: "subscriber.logged-out", subject: actor });
}
