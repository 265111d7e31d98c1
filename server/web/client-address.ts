import { isIP } from "node:net";

/**
 * The address a request came from. With `trustedHops` proxies of our own in front, each of which
 * appends the address it saw to X-Forwarded-For, that is the entry so many places from the right;
 * everything further left is only claimed. IPv4 inside IPv6 is written as IPv4.
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

function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
