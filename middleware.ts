import { NextResponse, type NextRequest } from "next/server";
import { decodeSessionToken, sessionCookieName } from "@/lib/http/auth/session-token";

export const config = {
  matcher: ["/account/details", "/content-management", "/daily-messages-admin"],
  // next-auth/jwt needs node:crypto.
  runtime: "nodejs",
};

/**
 * Leads signed-out people to the login they need. It looks at the cookie's signature alone and
 * protects nothing: every page and route handler asks the sessions table again.
 */
export default async function middleware(request: NextRequest): Promise<NextResponse> {
  const siteUrl = process.env["SITE_URL"] ?? "";
  const token = request.cookies.get(sessionCookieName(siteUrl))?.value;
  const claims = await decodeSessionToken(token, process.env["AUTH_SECRET"] ?? "");
  const isForSubscribers = request.nextUrl.pathname.startsWith("/account");
  if (claims?.role === (isForSubscribers ? "subscriber" : "admin")) return NextResponse.next();
  const login = isForSubscribers ? "/account" : "/cms-login-fpng";
  return NextResponse.redirect(new URL(login, request.url));
}
