/**
 * Whether the path of a request target is validly percent-encoded UTF-8 (RFC 3986, section 2.1). Next
 * responds with 500 when it isn't.
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
 * Reads the two forms of a request target that requests to a server have: a path, or a whole URL,
 * whose host counts instead of the Host header (RFC 9112, section 3.2). Null for any other.
 */
export function readRequestTarget(target: string): RequestTarget | null {
  if (target.startsWith("/")) return { path: target, host: null };
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  if (!url || url.username !== "" || url.password !== "") return null;
  return { path: `${url.pathname}${url.search}`, host: url.host };
}
