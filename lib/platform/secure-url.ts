/** Whether an address is served over TLS. Cookie names, HSTS, and the page policy depend on it. */
export function isSecureUrl(url: string): boolean {
  return URL.parse(url)?.protocol === "https:";
}
