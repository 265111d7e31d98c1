import { cookieName } from "@/lib/contracts/browser-storage";
import { recordAudit } from "@/lib/domain/audit";
import type { Context } from "@/lib/domain/context";
import {
  actorOf,
  findValidSession,
  revokeSession,
  type NewSession,
  type SessionOf,
  type SessionKind,
  type SubscriberSession,
} from "@/lib/domain/auth/sessions";
import type { CookieJar } from "../route/cookies";
import { decodeSessionToken, encodeSessionToken, sessionCookies } from "./session-token";

/**
 * Logs a browser in with a session that was just created. The browser's previous session of that kind is
 * revoked, so that an attacker can't reuse one they planted there.
 */
export async function enterSession(
  ctx: Context,
  cookies: CookieJar,
  { id, kind, expiresAt }: NewSession,
): Promise<void> {
  await revokeCurrent(ctx, cookies, kind);
  const maxAgeS = Math.ceil((expiresAt.getTime() - ctx.clock.now().getTime()) / 1_000);
  const token = await encodeSessionToken({ sid: id, kind }, ctx.settings.signingSecret, maxAgeS);
  cookies.set(sessionCookies[kind], token, maxAgeS);
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

/** Ends a browser's session of this kind, if there is one, and removes its cookie. */
export async function logOut(ctx: Context, cookies: CookieJar, kind: SessionKind): Promise<void> {
  const session = await readSession(ctx, cookies, kind);
  await revokeCurrent(ctx, cookies, kind);
  cookies.set(sessionCookies[kind], "", 0);
  if (!session) return;
  const actor = actorOf(session);
  await recordAudit(ctx, ctx.db, { actor, action: `${kind}.logged-out`, subject: actor });
}

/** The cookies of a page request, from `next/headers`. */
type PageCookies = { get(name: string): { value: string } | undefined };

/** Reads a page request's cookies like a route's. */
export function pageCookies({ settings }: Context, cookies: PageCookies): Pick<CookieJar, "get"> {
  return { get: (name) => cookies.get(cookieName(name, settings.isSecure))?.value };
}

/** The subscriber's session of a page request, or null. */
export async function findSubscriberSession(
  ctx: Context,
  cookies: PageCookies,
): Promise<SubscriberSession | null> {
  return readSession(ctx, pageCookies(ctx, cookies), "subscriber");
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
  const token = cookies.get(sessionCookies[kind]);
  return decodeSessionToken(token, kind, ctx.settings.acceptedSecrets);
}
