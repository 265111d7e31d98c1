import { expect, test } from "vitest";
import { perClientAddress } from "./per-client-address";

const limit = { hits: 3, windowMs: 1_000 };
const keysOf = (address: string) =>
  perClientAddress("x", address, limit).map(({ key, limit: { hits } }) => [key, hits]);

test.each([
  ["IPv4", "203.0.113.9", [["x:203.0.113.9", 3]]],
  [
    "IPv6",
    "2001:db8:1:2:3:4:5:6",
    [
      ["x:2001:db8:1:2::/64", 3],
      ["x:2001:db8:1::/48", 30],
    ],
  ],
  [
    "IPv6 in another spelling",
    "2001:0DB8:0001:0002::1",
    [
      ["x:2001:db8:1:2::/64", 3],
      ["x:2001:db8:1::/48", 30],
    ],
  ],
  [
    "IPv6 with zeros inside the network",
    "2001:db8::1",
    [
      ["x:2001:db8:0:0::/64", 3],
      ["x:2001:db8:0::/48", 30],
    ],
  ],
  [
    "IPv6 with a zone",
    "fe80::1%eth0",
    [
      ["x:fe80:0:0:0::/64", 3],
      ["x:fe80:0:0::/48", 30],
    ],
  ],
  [
    "loopback",
    "::1",
    [
      ["x:0:0:0:0::/64", 3],
      ["x:0:0:0::/48", 30],
    ],
  ],
  ["IPv4-mapped IPv6", "::ffff:cb00:7109", [["x:203.0.113.9", 3]]],
  ["IPv4-mapped IPv6 with dots", "::ffff:203.0.113.9", [["x:203.0.113.9", 3]]],
  ["an unknown address", "unknown", [["x:unknown", 3]]],
  ["an empty address", "", [["x:", 3]]],
  ["nothing that could be an address", "a]/../b", [["x:a]/../b", 3]]],
])("counts %s by network", (_name, address, keys) => {
  expect(keysOf(address)).toEqual(keys);
});
