import { expect, test } from "vitest";
import { clientAddress } from "./client-address";

test.each([
  ["without proxies, uses the socket’s address", "203.0.113.9", "1.2.3.4", 0, "203.0.113.9"],
  ["writes IPv4-mapped IPv6 as IPv4", "::ffff:203.0.113.9", undefined, 0, "203.0.113.9"],
  ["behind one proxy, uses the last entry", "10.0.0.1", "1.2.3.4, 198.51.100.7", 1, "198.51.100.7"],
  [
    "behind two proxies, uses the second to last entry",
    "10.0.0.1",
    "1.2.3.4, 198.51.100.7, 10.0.0.2",
    2,
    "198.51.100.7",
  ],
  ["accepts an IPv6 entry", "10.0.0.1", "2001:db8::1", 1, "2001:db8::1"],
  [
    "with fewer entries than proxies, uses the socket’s address",
    "10.0.0.1",
    "198.51.100.7",
    2,
    "10.0.0.1",
  ],
  ["without the header, uses the socket’s address", "10.0.0.1", undefined, 1, "10.0.0.1"],
  ["with an invalid entry, uses the socket’s address", "10.0.0.1", "<script>", 1, "10.0.0.1"],
])("%s", (_name, socket, forwarded, hops, expected) => {
  expect(clientAddress(socket, forwarded, hops)).toBe(expected);
});
