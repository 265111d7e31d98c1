import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { cookieName } from "../route/cookies";

const claimsSchema = z.object({
  sid: z.uuid(),
  role: z.enum(["admin", "subscriber"]),
});

/** Content of a session cookie. Only the row with id `sid` says whether the session is still valid. */
export type SessionClaims = z.output<typeof claimsSchema>;

export function sessionCookieName(isSecure: boolean): string {
  return cookieName("threeline-session", isSecure);
}

/** Creates the cookie's value, an encrypted next-auth JWT. */
export function encodeSessionToken(
  claims: SessionClaims,
  secret: string,
  maxAgeS: number,
): Promise<string> {
  return encode({ token: claims, secret, maxAge: maxAgeS });
}

/** Decrypts a cookie's value. Returns null if it isn't ours or has expired; never throws. */
export async function decodeSessionToken(
  token: string | undefined,
  secret: string,
): Promise<SessionClaims | null> {
  if (!token) return null;
  try {
    const claims = claimsSchema.safeParse(await decode({ token, secret }));
    return claims.success ? claims.data : null;
  } catch {
    return null;
  }
}
