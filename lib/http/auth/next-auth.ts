import NextAuth, { type NextAuthOptions } from "next-auth";
import { NextRequest } from "next/server";
import { z } from "zod";
import { httpMessages } from "@/lib/messages/http";
import { findValidSession, revokeSession } from "@/lib/domain/auth/sessions";
import { sessionLimits } from "@/lib/domain/auth/sessions";
import type { Context } from "@/lib/domain/context";
import { AppError } from "@/lib/platform/app-error";
import { sessionCookieName } from "./session-token";

/** What next-auth tells a browser about its session: nothing without one. */
export const nextAuthSessionSchema = z.object({
  user: z.object({ name: z.string().optional() }),
  role: z.enum(["admin", "subscriber"]),
  expires: z.iso.datetime(),
});

const sidSchema = z.object({ sid: z.uuid() });

/**
 * next-auth over our sessions table: its callbacks look at the row behind the cookie, its sign-out
 * revokes it. There are no providers: sessions are opened by our own login routes.
 */
export function authOptions(ctx: Context): NextAuthOptions {
  const { isSecure, signingSecret } = ctx.settings;
  return {
    secret: signingSecret,
    providers: [],
    useSecureCookies: isSecure,
    session: { strategy: "jwt", maxAge: sessionLimits.subscriber.absoluteMs / 1_000 },
    cookies: {
      sessionToken: {
        name: sessionCookieName(isSecure),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure },
      },
    },
    callbacks: {
      async jwt({ token }) {
        const { sid } = sidSchema.parse(token);
        // Thrown, so that next-auth answers as to somebody without a session and clears the cookie.
        if (!(await findValidSession(ctx, sid))) throw new Error("The session has ended.");
        return token;
      },
      async session({ session, token }) {
        const live = await findValidSession(ctx, sidSchema.parse(token).sid);
        if (!live) throw new Error("The session has ended.");
        const user = live.role === "admin" ? { name: live.username } : {};
        return { ...session, user, role: live.role, expires: live.expiresAt.toISOString() };
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
 * Lets next-auth answer one of its own addresses, such as `/api/auth/session`.
 *
 * @param action what stands behind `/api/auth/`, part by part
 * @param open the actions that are answered. next-auth's own pages and its log endpoint stay shut:
 *   nobody needs them, and each takes input.
 * @throws AppError 404 for any other action
 */
export async function answerByNextAuth(
  { ctx, request }: { ctx: Context; request: Request },
  action: string[],
  open: readonly string[],
): Promise<Response> {
  if (!open.includes(action.join("/"))) throw new AppError(404, httpMessages.notFound);
  // next-auth knows its own address from this variable and from nowhere else.
  process.env["NEXTAUTH_URL"] ??= ctx.settings.siteUrl;
  const nextRequest = isNextRequest(request) ? request : new NextRequest(request);
  const params = { nextauth: action };
  const response: unknown = await NextAuth(nextRequest, { params }, authOptions(ctx));
  if (!(response instanceof Response)) throw new TypeError("next-auth gave no answer.");
  return response;
}

// What Next hands to a handler stands for a NextRequest and cannot be made into one again.
function isNextRequest(request: Request): request is NextRequest {
  return "nextUrl" in request;
}
