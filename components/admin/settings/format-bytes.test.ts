import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_400_000, "1.4 MB"],
  [123_456_789, "123 MB"],
  [51_000_000_000, "51 GB"],
  [9_000_000_000_000_000, "9,000 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
