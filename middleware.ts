import { NextResponse, type NextRequest } from "next/server";
import { cookieName } from "@/lib/contracts/browser-storage";
import { decodeSessionToken, sessionCookies } from "@/lib/http/auth/session-token";
import { isSecureUrl } from "@/lib/platform/secure-url";

export const config = {
  matcher: [
    "/account/details",
    "/content-management/:path*",
    "/daily-messages-admin",
    "/admin-security",
    "/admin/:path*",
  ],
  // next-auth/jwt needs node:crypto.
  runtime: "nodejs",
};

/**
 * Redirects logged-out visitors to the right login page. It only decrypts the cookie and protects
 * nothing: every page and route handler looks up the session again.
 */
export default async function middleware(request: NextRequest): Promise<NextResponse> {
  const isSecure = isSecureUrl(process.env["SITE_URL"] ?? "");
  const secrets = ["AUTH_SECRET", "AUTH_SECRET_PREVIOUS"].flatMap(
    (name) => process.env[name] || [],
  );
  const isForSubscribers = request.nextUrl.pathname.startsWith("/account");
  const role = isForSubscribers ? "subscriber" : "admin";
  const token = request.cookies.get(cookieName(sessionCookies[role], isSecure))?.value;
  if (await decodeSessionToken(token, role, secrets)) return NextResponse.next();
  const login = isForSubscribers ? "/account" : "/cms-login-fpng";
  return NextResponse.redirect(new URL(login, request.url));
}
