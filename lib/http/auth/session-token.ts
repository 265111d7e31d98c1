import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { cookieName } from "../route/cookies";

const claimsSchema = z.object({
  sid: z.uuid(),
  role: z.enum(["admin", "subscriber"]),
});

/** What a session cookie says. Only the row that `sid` names says whether it is still true. */
export type SessionClaims = z.output<typeof claimsSchema>;

/** Name of the session cookie. */
export function sessionCookieName(isSecure: boolean): string {
  return cookieName("threeline-session", isSecure);
}

/** The cookie's value: an encrypted next-auth JWT. */
export function encodeSessionToken(
  claims: SessionClaims,
  secret: string,
  maxAgeS: number,
): Promise<string> {
  return encode({ token: claims, secret, maxAge: maxAgeS });
}

/** What a cookie's value says, or null when we did not write it or it has expired. Never throws. */
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
