import NextAuth, { type NextAuthOptions } from "next-auth";
import { NextRequest } from "next/server";
import { z } from "zod";
import { cookieName } from "@/lib/contracts/browser-storage";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { httpMessages } from "@/lib/messages/http";
import {
  findValidSession,
  revokeSession,
  sessionLimits,
  type SessionKind,
} from "@/lib/domain/auth/sessions";
import type { Context } from "@/lib/domain/context";
import { AppError } from "@/lib/platform/app-error";
import { deriveKey } from "@/lib/platform/tokens";
import type { CookieJar } from "../route/cookies";
import { readForm, readJson } from "../route/read-body";
import { validate } from "../route/validate";
import { readSession } from "./session";
import { decodeJwt, encodeJwt, sessionCookies } from "./session-token";

/** next-auth's response about the session; an empty object without one. */
export const nextAuthSessionSchema = z.object({
  user: z.object({ name: z.string().optional() }),
  role: z.enum(["admin", "subscriber"]),
  expires: z.iso.datetime(),
});

const sidSchema = z.object({ sid: z.uuid() });

/**
 * next-auth on top of our sessions table: its callbacks look up the cookie's row, and its sign-out
 * revokes it. It has no providers, because our own login routes create the sessions.
 *
 * @param kind whose cookie it reads and removes
 */
export function authOptions(ctx: Context, kind: SessionKind): NextAuthOptions {
  const { isSecure, signingSecret, acceptedSecrets } = ctx.settings;
  const maxAgeS = sessionLimits[kind].absoluteMs / 1_000;
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure } as const;
  return {
    // For next-auth's own cookies.
    secret: deriveKey("next-auth", signingSecret).export().toString("base64url"),
    jwt: {
      encode: ({ token = {}, maxAge = maxAgeS }) => encodeJwt(token, signingSecret, maxAge),
      decode: ({ token }) => decodeJwt(token, acceptedSecrets),
    },
    providers: [],
    useSecureCookies: isSecure,
    session: { strategy: "jwt", maxAge: maxAgeS },
    cookies: {
      sessionToken: {
        name: cookieName(sessionCookies[kind], isSecure),
        options,
      },
      csrfToken: { name: cookieName("next-auth.csrf-token", isSecure), options },
      callbackUrl: { name: cookieName("next-auth.callback-url", isSecure), options },
    },
    callbacks: {
      redirect: ({ url, baseUrl }) => {
        const target = URL.parse(url, baseUrl);
        return target?.origin === baseUrl ? target.href : baseUrl;
      },
      async jwt({ token }) {
        const { sid } = sidSchema.parse(token);
        // An error makes next-auth answer as if there were no session, and clear the cookie.
        if (!(await findValidSession(ctx, sid, kind))) throw new Error("The session has ended.");
        return token;
      },
      async session({ session, token }) {
        const found = await findValidSession(ctx, sidSchema.parse(token).sid, kind);
        if (!found) throw new Error("The session has ended.");
        const user = "username" in found ? { name: found.username } : {};
        return { ...session, user, role: found.kind, expires: found.expiresAt.toISOString() };
      },
    },
    events: {
      async signOut({ token }) {
        const claims = sidSchema.safeParse(token);
        if (claims.success) await revokeSession(ctx, claims.data.sid);
      },
    },
    pages: { signIn: "/account", signOut: "/account", error: "/account" },
    logger: {
      error: (code) => ctx.log.debug({ code }, "next-auth"),
      warn: (code) => ctx.log.debug({ code }, "next-auth"),
      debug: () => undefined,
    },
  };
}

/**
 * Lets next-auth handle one of its own paths, such as `/api/auth/session`.
 *
 * @param action the path segments after `/api/auth/`
 * @param open the allowed actions. next-auth's own pages and log endpoint are closed: they accept input, and
 *   nothing needs them.
 * @throws AppError 404 for any other action, 413 and 400 for a body that is too large or isn't valid
 */
export async function answerByNextAuth(
  { ctx, request, cookies }: { ctx: Context; request: Request; cookies: CookieJar },
  action: string[],
  open: readonly string[],
): Promise<Response> {
  if (!open.includes(action.join("/"))) throw new AppError(404, httpMessages.notFound);
  // next-auth reads the site's address only from this variable.
  process.env["NEXTAUTH_URL"] ??= ctx.settings.siteUrl;
  const nextRequest = await copyWithSmallBody(request);
  const params = { nextauth: action };
  const options = authOptions(ctx, await kindOf(ctx, cookies));
  const response: unknown = await NextAuth(nextRequest, { params }, options);
  if (!(response instanceof Response)) throw new TypeError("next-auth returned no response.");
  // It reports a bad callback URL, in the query or in a cookie, as a configuration error.
  if (response.status === 500) throw new AppError(400, httpMessages.invalid);
  return response;
}

// next-auth supports one session per browser: the subscriber's, or else the admin's.
async function kindOf(ctx: Context, cookies: CookieJar): Promise<SessionKind> {
  const isSubscriber = (await readSession(ctx, cookies, "subscriber")) !== null;
  if (isSubscriber || !(await readSession(ctx, cookies, "admin"))) return "subscriber";
  return "admin";
}

/** The body types that next-auth reads. It throws on others. */
const fieldsSchema = z
  .object({ csrfToken: z.string(), callbackUrl: z.string(), json: z.string() })
  .partial();

/** A request whose body next-auth can read. next-auth itself has no limits. */
async function copyWithSmallBody(request: Request): Promise<NextRequest> {
  const { url, method } = request;
  const headers = new Headers(request.headers);
  if (method !== "POST") return new NextRequest(url, { method, headers });
  const isJson = headers.get("content-type")?.startsWith("application/json");
  const body = isJson
    ? JSON.stringify(validate(fieldsSchema, await readJson(request, bodyLimitsBytes.default)))
    : await readForm(request, bodyLimitsBytes.default);
  // It treats any type that contains this as JSON.
  headers.set("content-type", isJson ? "application/json" : "application/x-www-form-urlencoded");
  return new NextRequest(url, { method, headers, body });
}
