/**
 * Whether the path of a request (its target, as HTTP carries it) can be read: percent signs stand
 * only before bytes that make up UTF-8 (RFC 3986, section 2.1). Next answers 500 to others.
 */
export function isReadableAddress(target: string): boolean {
  const [path = ""] = target.split("?", 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
