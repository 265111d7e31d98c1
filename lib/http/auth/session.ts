import type { Context } from "@/lib/domain/context";
import {
  createSession,
  findValidSession,
  revokeSession,
  type NewSession,
  type Principal,
  type Session,
  type SubscriberSession,
} from "@/lib/domain/auth/sessions";
import type { CookieJar } from "../route/cookies";
import { decodeSessionToken, encodeSessionToken, sessionCookieName } from "./session-token";

/**
 * Logs a browser in with a new session and its cookie. The browser's previous session is revoked,
 * so that an attacker can't reuse one they planted there.
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
  { id, role, expiresAt }: NewSession,
): Promise<void> {
  await revokeCurrent(ctx, cookies);
  const maxAgeS = Math.ceil((expiresAt.getTime() - ctx.clock.now().getTime()) / 1_000);
  const { isSecure, signingSecret } = ctx.settings;
  cookies.set({
    name: sessionCookieName(isSecure),
    value: await encodeSessionToken({ sid: id, role }, signingSecret, maxAgeS),
    maxAgeS,
    secure: isSecure,
  });
}

/** The valid session of a request, or null. */
export async function readSession(
  ctx: Context,
  cookies: Pick<CookieJar, "get">,
): Promise<Session | null> {
  const { isSecure, acceptedSecrets } = ctx.settings;
  const claims = await decodeSessionToken(
    cookies.get(sessionCookieName(isSecure)),
    acceptedSecrets,
  );
  return claims && findValidSession(ctx, claims.sid);
}

/** Logs a browser out: revokes its session and removes its cookie. */
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

/** The subscriber's session of a page request, or null. Takes the cookies from `next/headers`. */
export async function findSubscriberSession(
  ctx: Context,
  cookies: { get(name: string): { value: string } | undefined },
): Promise<SubscriberSession | null> {
  const session = await readSession(ctx, { get: (name) => cookies.get(name)?.value });
  return session?.role === "subscriber" ? session : null;
}

async function revokeCurrent(ctx: Context, cookies: Pick<CookieJar, "get">): Promise<void> {
  const { isSecure, acceptedSecrets } = ctx.settings;
  const claims = await decodeSessionToken(
    cookies.get(sessionCookieName(isSecure)),
    acceptedSecrets,
  );
  if (claims) await revokeSession(ctx, claims.sid);
}
