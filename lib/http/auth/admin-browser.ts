import { rememberDevice, type LoginOrigin } from "@/lib/domain/team/admin-devices";
import type { AdminView } from "@/lib/domain/team/admins";
import { describeUserAgent } from "@/lib/domain/auth/describe-user-agent";
import type { Context } from "@/lib/domain/context";
import { networkOf } from "@/lib/platform/client-network";
import type { CookieJar } from "../route/cookies";

/** A browser that calls a route. */
export type Browser = { request: Request; cookies: CookieJar; clientAddress: string };

/** The token by which administrators' browsers are recognized, if it has one. */
export function readDeviceToken(cookies: Pick<CookieJar, "get">): string | null {
  return cookies.get("threeline-device") || null;
}

/** What we record about where a call comes from. */
export function originOf({ request, clientAddress }: Browser): LoginOrigin {
  return {
    device: describeUserAgent(request.headers.get("user-agent")),
    network: networkOf(clientAddress),
  };
}

/** Remembers the browser that an administrator just logged in with. */
export async function rememberBrowser(
  ctx: Context,
  admin: AdminView,
  sessionId: string,
  browser: Browser,
): Promise<void> {
  const { cookies } = browser;
  const token = readDeviceToken(cookies);
  const issued = await rememberDevice(ctx, admin, { token, sessionId }, originOf(browser));
  cookies.set("threeline-device", issued);
}
