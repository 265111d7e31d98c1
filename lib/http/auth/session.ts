import type { Context } from "@/lib/domain/context";
import {
  createSession,
  findValidSession,
  revokeSession,
  type NewSession,
  type Principal,
  type SessionOf,
  type SessionKind,
  type SubscriberSession,
} from "@/lib/domain/auth/sessions";
import type { CookieJar } from "../route/cookies";
import { decodeSessionToken, encodeSessionToken, sessionCookieName } from "./session-token";

/**
 * Logs a browser in with a new session and its cookie. The browser's previous session of that kind is
 * revoked, so that an attacker can't reuse one they planted there.
 */
export async function openSession(
  ctx: Context,
  cookies: CookieJar,
  principal: Principal,
): Promise<void> {
  await enterSession(ctx, cookies, await createSession(ctx, principal));
}

/** Logs a browser in with a session that was just created, like `openSession`. */
export async function enterSession(
  ctx: Context,
  cookies: CookieJar,
  { id, kind, expiresAt }: NewSession,
): Promise<void> {
  await revokeCurrent(ctx, cookies, kind);
  const maxAgeS = Math.ceil((expiresAt.getTime() - ctx.clock.now().getTime()) / 1_000);
  const { isSecure, signingSecret } = ctx.settings;
  cookies.set({
    name: sessionCookieName(kind, isSecure),
    value: await encodeSessionToken({ sid: id, kind }, signingSecret, maxAgeS),
    maxAgeS,
    secure: isSecure,
  });
}

/** The request's valid session of this kind, or null. */
export async function readSession<Kind extends SessionKind>(
  ctx: Context,
  cookies: Pick<CookieJar, "get">,
  kind: Kind,
): Promise<SessionOf<Kind> | null> {
  const claims = await readClaims(ctx, cookies, kind);
  return claims && findValidSession(ctx, claims.sid, kind);
}

/** Logs a browser out as this kind: revokes that session and removes its cookie. */
export async function endSession(
  ctx: Context,
  cookies: CookieJar,
  kind: SessionKind,
): Promise<void> {
  await revokeCurrent(ctx, cookies, kind);
  const { isSecure } = ctx.settings;
  cookies.set({
    name: sessionCookieName(kind, isSecure),
    value: "",
    maxAgeS: 0,
    secure: isSecure,
  });
}

/** The subscriber's session of a page request, or null. Takes the cookies from `next/headers`. */
export async function findSubscriberSession(
  ctx: Context,
  cookies: { get(name: string): { value: string } | undefined },
): Promise<SubscriberSession | null> {
  return readSession(ctx, { get: (name) => cookies.get(name)?.value }, "subscriber");
}

async function revokeCurrent(
  ctx: Context,
  cookies: Pick<CookieJar, "get">,
  kind: SessionKind,
): Promise<void> {
  const claims = await readClaims(ctx, cookies, kind);
  if (claims) await revokeSession(ctx, claims.sid);
}

function readClaims(ctx: Context, cookies: Pick<CookieJar, "get">, kind: SessionKind) {
  const { isSecure, acceptedSecrets } = ctx.settings;
  return decodeSessionToken(cookies.get(sessionCookieName(kind, isSecure)), kind, acceptedSecrets);
}
