const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a call by this method may change something. */
export function isChanging(method: string): boolean {
  return !safeMethods.has(method);
}

/**
 * Whether a request may change something as far as its origin goes. Browsers say where a request
 * comes from, in `Sec-Fetch-Site` and `Origin`; each that is there must say "this site". `null`
 * (a sandboxed frame, a data address) is foreign. A client that sends neither is no browser, and
 * carries no cookies of somebody else's.
 *
 * @param siteUrl the public address
 */
export function isOwnOrigin(request: Request, siteUrl: string): boolean {
  if (!isChanging(request.method)) return true;
  if (!isSameOriginCall(request)) return false;
  const origin = request.headers.get("origin");
  return origin === null || ownOrigins(request, siteUrl).includes(origin);
}

/**
 * Whether a call was made by a script of our own pages, as far as the browser tells: it says no for
 * an address that was opened or fetched from elsewhere, whatever the method.
 */
export function isSameOriginCall(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin";
}

function ownOrigins(request: Request, siteUrl: string): string[] {
  const configured = new URL(siteUrl).origin;
  const host = request.headers.get("host");
  // Without TLS a machine is reached under several names (localhost, 127.0.0.1); cookies tell them apart.
  return host && configured.startsWith("http://") ? [configured, `http://${host}`] : [configured];
}
