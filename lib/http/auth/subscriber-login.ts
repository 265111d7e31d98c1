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
import { giveBackHit, takeHit } from "@/lib/domain/limits/rate-limit";
import { endSession, openSession, readSession } from "./session";

/** What the browser of a call carries, and where it calls from. */
type Caller = { request: Request; cookies: CookieJar; clientAddress: string };

/** As long as the browser's latest link works. */
const nonceMaxAgeS = loginLinkMinutes * 60;

/**
 * Mails a login link, and gives the asking browser the cookie with which that link needs no press
 * on Continue. The count per address is taken whether or not the address is known.
 *
 * @throws AppError 429 with `retryAfterS`, and as `sendLoginLink`
 */
export async function sendRequestedLoginLink(
  ctx: Context,
  email: string,
  { request, cookies, clientAddress }: Caller,
): Promise<void> {
  await takeHit(ctx, `login-link-email:${email.toLowerCase()}`, limits.loginLinkPerEmail);
  // Kept when there is one, so that a link that another person of this browser waits for stays easy.
  const nonce = readNonce(ctx, cookies) ?? randomToken();
  const userAgent = request.headers.get("user-agent");
  await sendLoginLink(ctx, { email, nonce, clientAddress, userAgent });
  const secure = ctx.settings.isSecure;
  cookies.set({ name: nonceCookieName(ctx), value: nonce, maxAgeS: nonceMaxAgeS, secure });
}

/**
 * Logs a browser in by the token of a login link. Tries are counted before the token is looked at,
 * so that parallel guesses do not slip through; one that succeeds, or waits for a press on
 * Continue, is taken back.
 *
 * @throws AppError 403 for a call from outside our own pages, 429 with `retryAfterS`, and as
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
  await takeHit(ctx, key, limit);
  const isConfirmed = request.headers.has(loginConfirmedHeader);
  const nonce = readNonce(ctx, cookies);
  const subscriberId = await redeemLoginLink(ctx, { token, nonce, isConfirmed }).catch(
    async (error: unknown) => {
      const isFailure = error instanceof AppError && error.status === 401;
      if (!isFailure) await giveBackHit(ctx, key, limit);
      throw error;
    },
  );
  await giveBackHit(ctx, key, limit);
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

/** Logs a subscriber out; without a session nothing happens. */
export async function logOutSubscriber(ctx: Context, cookies: CookieJar): Promise<void> {
  const session = await readSession(ctx, cookies);
  await endSession(ctx, cookies);
  if (session?.role !== "subscriber") return;
  const actor = actorOf(session);
  await recordAudit(ctx, ctx.db, { actor, action: "subscriber.logged-out", subject: actor });
}
