/** What belongs to a single client: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function clientOf(address: string): string {
  const groups = ipv6GroupsOf(address);
  if (!groups) return address;
  return mappedIpv4(groups) ?? `${groups.slice(0, 4).join(":")}::/64`;
}

/**
 * The network of an IP address: the first 24 bits of an IPv4 address, 48 of an IPv6 address. Null for
 * anything else.
 */
export function networkOf(address: string): string | null {
  const groups = ipv6GroupsOf(address);
  const ipv4 = groups ? mappedIpv4(groups) : address;
  if (groups && ipv4 === null) return `${shorten(`${groups.slice(0, 3).join(":")}::`)}/48`;
  const network = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(ipv4 ?? "");
  return network ? `${network[1]}.0/24` : null;
}

/** `2001:db8:0::` → `2001:db8::`, as the URL standard writes it. */
function shorten(address: string): string {
  return URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address;
}

/** The eight groups of an IPv6 address in any spelling, or null for anything else. */
function ipv6GroupsOf(address: string): string[] | null {
  const [withoutZone = ""] = address.split("%");
  const url = URL.parse(`http://[${withoutZone}]`);
  if (!url) return null;
  // Serialized by the URL standard: lowercase, without leading zeros, with at most one `::`.
  const [left = [], right = []] = url.hostname
    .slice(1, -1)
    .split("::")
    .map((side) => (side === "" ? [] : side.split(":")));
  const zeros = Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right];
}

/** The IPv4 address in an IPv4-mapped one such as `::ffff:cb00:7109`, or null. */
function mappedIpv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return null;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}
