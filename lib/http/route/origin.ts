import { isSecureUrl } from "@/lib/platform/secure-url";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Returns whether this method can change something. */
export function isChanging(method: string): boolean {
  return !safeMethods.has(method);
}

/**
 * Returns whether a request's origin allows it to change something. Browsers send `Sec-Fetch-Site` and
 * `Origin`; each one present must name this site. The origin `null` (a sandboxed frame, a data URL) is
 * foreign. A client that sends neither isn't a browser, so it has no user's cookies.
 */
export function isOwnOrigin(request: Request, siteUrl: string): boolean {
  if (!isChanging(request.method)) return true;
  if (!isSameOriginCall(request)) return false;
  const origin = request.headers.get("origin");
  return origin === null || ownOrigins(request, siteUrl).includes(origin);
}

/**
 * Returns whether a script of our own pages made the call, by `Sec-Fetch-Site`; false for opening a page and
 * for a call from another site.
 */
export function isSameOriginCall(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin";
}

function ownOrigins(request: Request, siteUrl: string): string[] {
  const configured = new URL(siteUrl).origin;
  const host = request.headers.get("host");
  // Without TLS, a machine has several names (localhost, 127.0.0.1). Each has its own cookies.
  return host && !isSecureUrl(configured) ? [configured, `http://${host}`] : [configured];
}
