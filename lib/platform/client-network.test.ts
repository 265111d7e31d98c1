import { expect, test } from "vitest";
import { networkOf } from "./client-network";

// As RFC 5952, section 4.2, shortens addresses.
test.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8:0:2::1", "2001:db8::/48"],
  ["::1", "::/48"],
  ["unknown", null],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
