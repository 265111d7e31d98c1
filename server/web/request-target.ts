/**
 * Returns whether the path of a request target is valid percent-encoded UTF-8 (RFC 3986, section 2.1). Next
 * responds with 500 if it isn't.
 */
export function isDecodablePath(target: string): boolean {
  const [path = ""] = target.split("?", 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A request target as a path with its query, and the host if the target names one. */
export type RequestTarget = { path: string; host: string | null };

/**
 * Reads a request target in either of the forms that servers receive: a path, or a whole URL, whose host
 * replaces the Host header (RFC 9112, section 3.2). Null for any other.
 */
export function readRequestTarget(target: string): RequestTarget | null {
  if (target.startsWith("/")) return { path: target, host: null };
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  if (!url || url.username !== "" || url.password !== "") return null;
  return { path: `${url.pathname}${url.search}`, host: url.host };
}
