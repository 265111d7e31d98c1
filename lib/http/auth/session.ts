import type { Context } from "@/lib/domain/context";
import {
  createSession,
  findValidSession,
  revokeSession,
  type Principal,
  type Session,
} from "@/lib/domain/auth/sessions";
import type { CookieJar } from "../route/cookies";
import { decodeSessionToken, encodeSessionToken, sessionCookieName } from "./session-token";

/**
 * Logs a browser in: a new session under a new id, its cookie in the jar. The session that the
 * browser came with ends, so that nobody keeps one they planted there.
 */
export async function openSession(
  ctx: Context,
  cookies: CookieJar,
  principal: Principal,
): Promise<void> {
  await revokeCurrent(ctx, cookies);
  const { id, role, expiresAt } = await createSession(ctx, principal);
  const maxAgeS = Math.ceil((expiresAt.getTime() - ctx.clock.now().getTime()) / 1_000);
  const { isSecure, signingSecret } = ctx.settings;
  cookies.set({
    name: sessionCookieName(isSecure),
    value: await encodeSessionToken({ sid: id, role }, signingSecret, maxAgeS),
    maxAgeS,
    secure: isSecure,
  });
}

/** The live session of a request, or null. Accepts anything that gives cookies by name. */
export async function readSession(
  ctx: Context,
  cookies: Pick<CookieJar, "get">,
): Promise<Session | null> {
  const { isSecure, signingSecret } = ctx.settings;
  const claims = await decodeSessionToken(cookies.get(sessionCookieName(isSecure)), signingSecret);
  return claims && findValidSession(ctx, claims.sid);
}

/** Logs a browser out: its session ends on the server, and its cookie is taken away. */
export async function endSession(ctx: Context, cookies: CookieJar): Promise<void> {
  await revokeCurrent(ctx, cookies);
  const { isSecure } = ctx.settings;
  cookies.set({
    name: sessionCookieName(isSecure),
    value: "",
    maxAgeS: 0,
    secure: isSecure,
  });
}

async function revokeCurrent(ctx: Context, cookies: Pick<CookieJar, "get">): Promise<void> {
  const { isSecure, signingSecret } = ctx.settings;
  const claims = await decodeSessionToken(cookies.get(sessionCookieName(isSecure)), signingSecret);
  if (claims) await revokeSession(ctx, claims.sid);
}
