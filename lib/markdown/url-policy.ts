/** Links allow more schemes than images. */
export type UrlUse = "link" | "image";

const schemes: Record<UrlUse, ReadonlySet<string>> = {
  link: new Set(["http", "https", "mailto", "tel"]),
  image: new Set(["http", "https"]),
};

// Browsers drop these before they parse the scheme, so "java\tscript:" would run.
// oxlint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Returns the URL if it is safe in a page or an email, else null. Allows http, https, mailto, and tel
 * for links, http and https for images, and relative URLs for both.
 *
 * @param baseUrl makes relative URLs absolute, which emails need
 */
export function safeUrl(url: string, use: UrlUse, baseUrl?: string): string | null {
  const trimmed = url.trim();
  if (trimmed === "" || controlCharacter.test(trimmed)) return null;
  const scheme = /^([^/?#:]*):/.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== undefined && !schemes[use].has(scheme)) return null;
  // Without slashes, `https:about` is relative to a page on https.
  const isAbsolute = scheme !== undefined && !/^https?:(?!\/\/)/i.test(trimmed);
  if (isAbsolute || baseUrl === undefined) return trimmed;
  return URL.parse(trimmed, baseUrl)?.href ?? null;
}

/** Returns whether a URL names a host. */
export function isWebUrl(url: string): boolean {
  return /^(?:https?:)?\/\//i.test(url);
}
