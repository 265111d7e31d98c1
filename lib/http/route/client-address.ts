/**
 * The header in which the web server writes the client's address; it strips what a client sends
 * under that name (server/web/main.ts, decisions: "Limits").
 */
export const clientAddressHeader = "x-threeline-client-address";

/** Address of the client, or `unknown` when no web server of ours stands in front. */
export function clientAddressOf(headers: Headers): string {
  return headers.get(clientAddressHeader) ?? "unknown";
}
