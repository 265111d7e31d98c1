import { isIP } from "node:net";

/**
 * The IP address of the client. Each trusted proxy in front appends the address that it saw to
 * X-Forwarded-For, so the client's is `trustedHops` entries from the right. Anyone can forge the
 * entries further left. IPv4-mapped IPv6 addresses become IPv4.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  const seen = withoutMapping(socketAddress ?? "");
  if (trustedHops === 0) return seen;
  const entry = (forwardedFor ?? "").split(",").at(-trustedHops)?.trim() ?? "";
  const address = withoutMapping(entry);
  return isIP(address) > 0 ? address : seen;
}

/** An IPv4-mapped IPv6 address as IPv4; any other unchanged. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
