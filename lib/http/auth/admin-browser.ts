import {
  cookieName,
  cookies as listedCookies,
  type CookieName,
} from "@/lib/contracts/browser-storage";
import { rememberDevice, type LoginOrigin } from "@/lib/domain/team/admin-devices";
import type { AdminView } from "@/lib/domain/team/admins";
import { describeUserAgent } from "@/lib/domain/auth/describe-user-agent";
import type { Context } from "@/lib/domain/context";
import { networkOf } from "@/lib/platform/client-network";
import type { CookieJar } from "../route/cookies";

/** A browser that calls a route. */
export type Browser = { request: Request; cookies: CookieJar; clientAddress: string };

const { maxAgeS } = listedCookies["threeline-device"];

function deviceCookieName(ctx: Context): CookieName {
  return cookieName("threeline-device", ctx.settings.isSecure);
}

/** The token by which administrators' browsers are recognized, if it has one. */
export function readDeviceToken(ctx: Context, cookies: Pick<CookieJar, "get">): string | null {
  return cookies.get(deviceCookieName(ctx)) || null;
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
  const token = readDeviceToken(ctx, cookies);
  const value = await rememberDevice(ctx, admin, { token, sessionId }, originOf(browser));
  cookies.set({ name: deviceCookieName(ctx), value, maxAgeS, secure: ctx.settings.isSecure });
}
