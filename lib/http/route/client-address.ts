/**
 * Set by the web server to the client's address (server/web/main.ts), which removes any value that
 * a client sends (docs/product-spec.md, section 15.1).
 */
export const clientAddressHeader = "x-threeline-client-address";

/** The client's address, or `unknown` without our web server in front. */
export function clientAddressOf(headers: Headers): string {
  return headers.get(clientAddressHeader) ?? "unknown";
}
