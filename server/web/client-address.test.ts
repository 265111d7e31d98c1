import { expect, test } from "vitest";
import { clientAddress } from "./client-address";

test.each([
  ["the socket's own address without proxies", "203.0.113.9", "1.2.3.4", 0, "203.0.113.9"],
  ["IPv4 inside IPv6 as IPv4", "::ffff:203.0.113.9", undefined, 0, "203.0.113.9"],
  ["one proxy: the last entry", "10.0.0.1", "1.2.3.4, 198.51.100.7", 1, "198.51.100.7"],
  [
    "two proxies: the last but one",
    "10.0.0.1",
    "1.2.3.4, 198.51.100.7, 10.0.0.2",
    2,
    "198.51.100.7",
  ],
  ["a proxy's IPv6 entry", "10.0.0.1", "2001:db8::1", 1, "2001:db8::1"],
  ["fewer entries than proxies", "10.0.0.1", "198.51.100.7", 2, "10.0.0.1"],
  ["no header behind a proxy", "10.0.0.1", undefined, 1, "10.0.0.1"],
  ["an entry that is no address", "10.0.0.1", "<script>", 1, "10.0.0.1"],
])("%s", (_name, socket, forwarded, hops, expected) => {
  expect(clientAddress(socket, forwarded, hops)).toBe(expected);
});
