/** A cookie as it is set. */
export type Cookie = {
  name: string;
  value: string;
  /** Seconds it lives; 0 removes it. */
  maxAgeS: number;
  secure: boolean;
};

/** The cookies of a request, and those its answer will set. */
export type CookieJar = {
  get(name: string): string | undefined;
  set(cookie: Cookie): void;
  /** `Set-Cookie` lines of the answer. */
  lines(): string[];
};

/** Name of a cookie of ours: with `__Host-` on https, so that no sibling host can plant it. */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/** `Set-Cookie` line: HttpOnly, SameSite=Lax, for the whole site and no other host (RFC 6265). */
export function serializeCookie({ name, value, maxAgeS, secure }: Cookie): string {
  const flags = `Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${name}=${encodeURIComponent(value)}; ${flags}`;
}

/** The name-value pairs of a `Cookie` header; one that cannot be decoded is left out. */
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

/** The jar of one request. */
export function openCookieJar(request: Request): CookieJar {
  const received = parseCookies(request.headers.get("cookie"));
  const set = new Map<string, Cookie>();
  return {
    get: (name) => received.get(name),
    set: (cookie) => void set.set(cookie.name, cookie),
    lines: () => [...set.values()].map(serializeCookie),
  };
}
