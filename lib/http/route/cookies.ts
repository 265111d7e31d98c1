import type { CookieName } from "@/lib/contracts/browser-storage";

export type Cookie = {
  name: CookieName;
  value: string;
  /** Seconds; 0 removes the cookie. */
  maxAgeS: number;
  secure: boolean;
};

/** The cookies of a request, and those its response sets. */
export type CookieJar = {
  get(name: CookieName): string | undefined;
  set(cookie: Cookie): void;
  /** The response's `Set-Cookie` headers. */
  lines(): string[];
};

/** A `Set-Cookie` header: HttpOnly, SameSite=Lax, for the whole site but no other host (RFC 6265). */
export function serializeCookie({ name, value, maxAgeS, secure }: Cookie): string {
  const flags = `Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${name}=${encodeURIComponent(value)}; ${flags}`;
}

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

export function openCookieJar(request: Request): CookieJar {
  const received = parseCookies(request.headers.get("cookie"));
  const set = new Map<string, Cookie>();
  return {
    get: (name) => received.get(name),
    set: (cookie) => void set.set(cookie.name, cookie),
    lines: () => [...set.values()].map(serializeCookie),
  };
}
