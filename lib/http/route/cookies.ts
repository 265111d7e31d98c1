import { cookieName, cookies as listed, type ListedCookie } from "@/lib/contracts/browser-storage";

/** The cookies that we set ourselves, without those of next-auth. */
type OwnCookie = Exclude<ListedCookie, `next-auth.${string}`>;

/** The cookies of a request, and those its response sets. */
export type CookieJar = {
  get(name: OwnCookie): string | undefined;
  /** @param maxAgeS seconds, by default those in the list of cookies; 0 removes the cookie */
  set(name: OwnCookie, value: string, maxAgeS?: number): void;
  /** The response's `Set-Cookie` headers. */
  lines(): string[];
};

/** Parses a `Cookie` header. Skips values that can't be decoded; the first of two equal names wins. */
export function parseCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at < 1 || cookies.has(name)) continue;
    try {
      cookies.set(name, decodeURIComponent(pair.slice(at + 1).trim()));
    } catch {
      continue;
    }
  }
  return cookies;
}

/** Cookies are HttpOnly, SameSite=Lax, and for the whole site but no other host (RFC 6265). */
export function openCookieJar(request: Request, isSecure: boolean): CookieJar {
  const received = parseCookies(request.headers.get("cookie"));
  const lines = new Map<string, string>();
  return {
    get: (name) => received.get(cookieName(name, isSecure)),
    set: (name, value, maxAgeS = listed[name].maxAgeS) => {
      const flags = `Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
      lines.set(name, `${cookieName(name, isSecure)}=${encodeURIComponent(value)}; ${flags}`);
    },
    lines: () => [...lines.values()],
  };
}
