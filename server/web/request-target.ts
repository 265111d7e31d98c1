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
