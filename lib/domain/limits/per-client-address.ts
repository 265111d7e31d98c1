import { type Limit, ipv6SiteFactor } from "@/lib/contracts/limits";
import { clientOf } from "@/lib/platform/client-network";
import type { LimitedKey } from "./rate-limit";

/**
 * The keys that a limit per client address is counted under. One IPv6 customer has a whole /64 of addresses
 * and sometimes a /48 of networks, so an IPv6 address counts as its /64, and as its /48 with a higher limit.
 *
 * @param name the limit, such as `login-link`
 */
export function perClientAddress(name: string, clientAddress: string, limit: Limit): LimitedKey[] {
  const client = clientOf(clientAddress);
  const own = { key: `${name}:${client}`, limit };
  if (!client.endsWith("/64")) return [own];
  const site = `${client.split(":").slice(0, 3).join(":")}::/48`;
  const siteLimit = { ...limit, hits: limit.hits * ipv6SiteFactor };
  return [own, { key: `${name}:${site}`, limit: siteLimit }];
}
