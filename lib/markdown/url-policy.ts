/** What an address is used for: links may go to more places than pictures may come from. */
export type UrlUse = "link" | "image";

const schemes: Record<UrlUse, ReadonlySet<string>> = {
  link: new Set(["http", "https", "mailto", "tel"]),
  image: new Set(["http", "https"]),
};

// Browsers drop these before they read the scheme, so "java\tscript:" would run.
// oxlint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * The address as it may stand in a page or a mail, or null when it may not stand there at all.
 * Allowed are http, https, mailto and tel for links, http and https for pictures, and relative
 * addresses for both.
 *
 * @param baseUrl makes relative addresses absolute, as a mail needs them
 */
export function safeUrl(url: string, use: UrlUse, baseUrl?: string): string | null {
  const trimmed = url.trim();
  if (trimmed === "" || controlCharacter.test(trimmed)) return null;
  const scheme = /^([^/?#:]*):/.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme !== undefined) return schemes[use].has(scheme) ? trimmed : null;
  if (baseUrl === undefined) return trimmed;
  return URL.parse(trimmed, baseUrl)?.href ?? null;
}

/** Whether an address leaves the page it stands on for a web address of its own. */
export function isWebUrl(url: string): boolean {
  return /^(?:https?:)?\/\//i.test(url);
}
