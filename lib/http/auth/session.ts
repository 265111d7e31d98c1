import type { Context } from "@/lib/domain/context";
import {
  createSession,
  findLiveSession,
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
  const { siteUrl, signingSecret } = ctx.settings;
  cookies.set({
    name: sessionCookieName(siteUrl),
    value: await encodeSessionToken({ sid: id, role }, signingSecret, maxAgeS),
    maxAgeS,
    secure: siteUrl.startsWith("https://"),
  });
}

/** The live session of a request, or null. Accepts anything that gives cookies by name. */
export async function readSession(
  ctx: Context,
  cookies: Pick<CookieJar, "get">,
): Promise<Session | null> {
  const { siteUrl, signingSecret } = ctx.settings;
  const claims = await decodeSessionToken(cookies.get(sessionCookieName(siteUrl)), signingSecret);
  return claims && findLiveSession(ctx, claims.sid);
}

/** Logs a browser out: its session ends on the server, and its cookie is taken away. */
export async function endSession(ctx: Context, cookies: CookieJar): Promise<void> {
  await revokeCurrent(ctx, cookies);
  const { siteUrl } = ctx.settings;
  cookies.set({
    name: sessionCookieName(siteUrl),
    value: "",
    maxAgeS: 0,
    secure: siteUrl.startsWith("https://"),
  });
}

async function revokeCurrent(ctx: Context, cookies: Pick<CookieJar, "get">): Promise<void> {
  const { siteUrl, signingSecret } = ctx.settings;
  const claims = await decodeSessionToken(cookies.get(sessionCookieName(siteUrl)), signingSecret);
  if (claims) await revokeSession(ctx, claims.sid);
}
