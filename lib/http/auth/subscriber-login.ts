import {
  type VerifyAnswer,
  confirmationRequiredCode,
  loginConfirmedHeader,
} from "@/lib/contracts/account";
import { limits } from "@/lib/contracts/limits";
import { loginMessages } from "@/lib/messages/account";
import { httpMessages } from "@/lib/messages/http";
import type { KnownBrowser } from "@/lib/domain/auth/login-link-rate-limits";
import { sendLoginLink } from "@/lib/domain/auth/login-links";
import { redeemLoginLink } from "@/lib/domain/auth/redeem-login-link";
import { getUserData } from "@/lib/domain/account/account-view";
import { recordAudit } from "@/lib/domain/audit";
import type { Context } from "@/lib/domain/context";
import { findUnfinishedOnboarding } from "@/lib/domain/onboarding/unfinished-onboarding";
import { AppError } from "@/lib/platform/app-error";
import { randomToken, readSignedValue, signValue } from "@/lib/platform/tokens";
import type { CookieJar } from "../route/cookies";
import { isSameOriginCall } from "../route/origin";
import { perClientAddress } from "@/lib/domain/limits/per-client-address";
import { enforceRateLimits, refundHits } from "@/lib/domain/limits/rate-limit";
import { readCheckoutUid } from "./checkout-cookie";
import { enterSession, readSession } from "./session";

type Caller = { request: Request; cookies: CookieJar; clientAddress: string };

const browserPurpose = "subscriber-browser";

/**
 * Emails a login link, and gives the requesting browser a cookie that lets the link skip Continue.
 *
 * @throws AppError as `sendLoginLink`
 */
export async function sendRequestedLoginLink(
  ctx: Context,
  email: string,
  { request, cookies, clientAddress }: Caller,
): Promise<void> {
  // Reuses an existing nonce, so that someone else's earlier link also skips Continue here.
  const nonce = readNonce(cookies) ?? randomToken();
  const userAgent = request.headers.get("user-agent");
  const knownBrowser = readKnownBrowser(ctx, cookies);
  await sendLoginLink(ctx, { email, nonce, knownBrowser, clientAddress, userAgent });
  cookies.set("threeline-login", nonce);
}

/**
 * Logs a browser in with the token of a login link, and gives it a signed cookie: other people's link
 * requests for this subscriber don't use up this browser's allowance. Each try counts as a failure before the
 * token is checked, so that parallel guesses all count; it's uncounted if it succeeds or needs Continue.
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
  const limit = limits.verificationFailuresPerAddress;
  const failures = perClientAddress("verification-failures", clientAddress, limit);
  await enforceRateLimits(ctx, failures);
  const isConfirmed = request.headers.has(loginConfirmedHeader);
  const nonce = readNonce(cookies);
  const sessionId = (await readSession(ctx, cookies, "subscriber"))?.id ?? null;
  const use = {
    token,
    nonce,
    isConfirmed,
    sessionId,
    knownBrowser: readKnownBrowser(ctx, cookies),
    checkoutUid: readCheckoutUid(ctx, cookies),
    clientAddress,
    userAgent: request.headers.get("user-agent"),
  };
  const { subscriberId, session } = await redeemLoginLink(ctx, use).catch(
    async (error: unknown) => {
      const isFailure = error instanceof AppError && error.status === 401;
      if (!isFailure) await refundHits(ctx, failures);
      // Without a nonce, a browser that loses the response after Continue couldn't be recognized.
      if (nonce === null && needsContinue(error)) cookies.set("threeline-login", randomToken());
      throw error;
    },
  );
  await refundHits(ctx, failures);
  await enterSession(ctx, cookies, session);
  rememberBrowser(ctx, cookies, subscriberId);
  const actor = `subscriber:${subscriberId}` as const;
  await recordAudit(ctx, ctx.db, { actor, action: "subscriber.logged-in", subject: actor });
  const user = await getUserData(ctx, subscriberId);
  const onboardingUid = await findUnfinishedOnboarding(ctx, subscriberId);
  const message = loginMessages.loggedIn;
  return { success: true, message, user, ...(onboardingUid === null ? {} : { onboardingUid }) };
}

function readNonce(cookies: Pick<CookieJar, "get">): string | null {
  return cookies.get("threeline-login") || null;
}

function needsContinue(error: unknown): boolean {
  return error instanceof AppError && error.code === confirmationRequiredCode;
}

function readKnownBrowser(ctx: Context, cookies: Pick<CookieJar, "get">): KnownBrowser | null {
  const signed = cookies.get("threeline-browser");
  const value = signed && readSignedValue(signed, browserPurpose, ctx.settings.acceptedSecrets);
  if (!value) return null;
  const [subscriberId = "", id = ""] = value.split(" ");
  return { id, subscriberId: Number(subscriberId) };
}

function rememberBrowser(ctx: Context, cookies: CookieJar, subscriberId: number): void {
  const known = readKnownBrowser(ctx, cookies);
  const id = known?.subscriberId === subscriberId ? known.id : randomToken();
  const value = signValue(`${subscriberId} ${id}`, browserPurpose, ctx.settings.signingSecret);
  cookies.set("threeline-browser", value);
}
