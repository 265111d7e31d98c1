import type { ListedCookie } from "@/lib/contracts/browser-storage";
import { decode, encode, type JWT } from "next-auth/jwt";
import { z } from "zod";
import { deriveKey } from "@/lib/platform/tokens";

const claimsSchema = z.object({
  sid: z.uuid(),
  kind: z.enum(["admin", "subscriber"]),
});

/** Content of a session cookie. Only the row with id `sid` shows whether the session is still valid. */
export type SessionClaims = z.output<typeof claimsSchema>;

/** Each kind has its own cookie, so that one browser can be logged in as both. */
export const sessionCookies = {
  admin: "threeline-admin-session",
  subscriber: "threeline-session",
} as const satisfies Record<SessionClaims["kind"], ListedCookie>;

/** What next-auth derives its encryption key from. */
function keyOf(secret: string): string {
  return deriveKey("session", secret).export().toString("base64url");
}

/** Encrypts a next-auth JWT. */
export function encodeJwt(token: JWT, secret: string, maxAgeS: number): Promise<string> {
  return encode({ token, secret: keyOf(secret), maxAge: maxAgeS });
}

/**
 * Decrypts a next-auth JWT. Returns null if it isn't ours or has expired; never throws.
 *
 * @param secrets the secrets that may have encrypted it
 */
export async function decodeJwt(
  token: string | undefined,
  secrets: readonly string[],
): Promise<JWT | null> {
  if (!token) return null;
  for (const secret of secrets) {
    const decoded = await decode({ token, secret: keyOf(secret) }).catch(() => null);
    if (decoded) return decoded;
  }
  return null;
}

/** Creates the cookie's value, an encrypted next-auth JWT. */
export function encodeSessionToken(
  claims: SessionClaims,
  secret: string,
  maxAgeS: number,
): Promise<string> {
  return encodeJwt(claims, secret, maxAgeS);
}

/**
 * Decrypts the value of a kind's cookie. Returns null if it isn't ours, has expired, or belongs to
 * another kind; never throws.
 */
export async function decodeSessionToken(
  token: string | undefined,
  kind: SessionClaims["kind"],
  secrets: readonly string[],
): Promise<SessionClaims | null> {
  const claims = claimsSchema.safeParse(await decodeJwt(token, secrets));
  return claims.success && claims.data.kind === kind ? claims.data : null;
}
